//! Expansion: an expansion is accepted but adds nothing, or not its data.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::parts::query::ParameterValue;
use super::{Mutation, Target};
use crate::intercept::{
    Intercept, InterceptContext, RequestAction, UpstreamResponses, edit_body, edit_request,
};
use crate::{answer, edit, json};

pub(super) fn mutations(
    target: Target<'_>,
    parameter: &str,
    value: &str,
    adds: Option<&str>,
) -> Vec<Mutation> {
    let expansion = ParameterValue::new(parameter, value);
    let replace_texts = |by| ReplaceAddedTexts { expansion: expansion.clone(), by };
    let mut mutations = vec![
        Mutation::new(
            "ignored",
            "the expansion is ignored",
            replace_expansion(expansion.clone(), None),
        ),
        Mutation::new(
            "empty_texts",
            "all texts that the expansion adds are empty",
            replace_texts(""),
        ),
        Mutation::new(
            "constant",
            "all texts that the expansion adds are the same",
            replace_texts("constant"),
        ),
    ];
    let values = target.query_parameter(parameter).into_iter();
    let other = values.flat_map(|query| &query.values).find(|known| known.wire != value);
    mutations.extend(other.map(|other| {
        Mutation::new(
            "another",
            "another expansion is applied instead",
            replace_expansion(expansion.clone(), Some(other.wire.clone())),
        )
    }));
    let Some(member) = adds else {
        return mutations;
    };
    if target.operation.is_some_and(|it| it.lists.is_some()) {
        mutations.push(Mutation::new(
            "first_only",
            "the member is added to the first item only",
            drop_added_member(expansion.clone(), member, true),
        ));
    }
    mutations.push(Mutation::new(
        "dropped",
        "the member is not added",
        drop_added_member(expansion, member, false),
    ));
    mutations
}

/// Forwards another expansion, or none.
fn replace_expansion(expansion: ParameterValue, other: Option<String>) -> impl Intercept {
    edit_request(move |cx| match &other {
        _ if !expansion.is_sent(cx) => cx.request.clone(),
        Some(other) => edit::with_query(cx.request, &expansion.parameter, other),
        None => edit::without_query(cx.request, &expansion.parameter),
    })
}

/// Replaces all texts that a response without the expansion does not contain.
struct ReplaceAddedTexts {
    expansion: ParameterValue,
    by: &'static str,
}

impl Intercept for ReplaceAddedTexts {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        if self.expansion.is_sent(cx) {
            let plain = edit::without_query(cx.request, &self.expansion.parameter);
            RequestAction::ForwardBoth(cx.request.clone(), plain)
        } else {
            cx.forward()
        }
    }

    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let plain = upstream.extra.and_then(|plain| Json::parse(&plain.body));
        let Some(mut plain) = plain else {
            return upstream.main;
        };
        let mut known = BTreeSet::new();
        json::each_text(&mut plain, &mut |text| {
            known.insert(text.clone());
        });
        answer::edit_body(upstream.main, |body| {
            json::each_text(body, &mut |text| {
                if !known.contains(text) {
                    self.by.clone_into(text);
                }
            });
        })
    }
}

/// Removes the added member, from all items but the first if `keep_first`.
fn drop_added_member(
    expansion: ParameterValue,
    member: &str,
    keep_first: bool,
) -> impl Intercept + use<> {
    let member = member.to_owned();
    let drop_from = move |value: &mut Json| {
        json::each_object(value, &mut |members| {
            members.retain(|(name, _)| *name != member);
        });
    };
    edit_body(move |cx, body| {
        if !expansion.is_sent(cx) {
            return;
        }
        if keep_first {
            json::each_list(body, &mut |items| {
                items.iter_mut().skip(1).for_each(&drop_from);
            });
        } else {
            drop_from(body);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn only_the_expansion_is_removed() {
        let server = FakeServer::new();
        let expansion = || ParameterValue::new("cover", "colour");
        let sent = request("GET", "/books?cover=colour", None);
        let plain = request("GET", "/books", None);
        let books = |books: &str| response(200, &format!(r#"{{"books":{books}}}"#));
        let expanded = r#"[{"a":1,"colour":"red"},{"a":2,"colour":"red"}]"#;
        for (keep_first, expected) in
            [(false, r#"[{"a":1},{"a":2}]"#), (true, r#"[{"a":1,"colour":"red"},{"a":2}]"#)]
        {
            let intercept = drop_added_member(expansion(), "colour", keep_first);
            assert_eq!(server.response(&intercept, &sent, books(expanded)), books(expected));
        }
        assert_eq!(
            server.request_action(&replace_expansion(expansion(), None), &sent),
            RequestAction::Forward(plain.clone())
        );
        let replace = ReplaceAddedTexts { expansion: expansion(), by: "" };
        let with = response(200, r#"{"t":"a","c":"red"}"#);
        let without = response(200, r#"{"t":"a"}"#);
        assert_eq!(
            server.response_to_both(&replace, &sent, with, Some(without)),
            response(200, r#"{"t":"a","c":""}"#)
        );
        assert_eq!(server.request_action(&replace, &plain), RequestAction::Forward(plain));
    }
}
