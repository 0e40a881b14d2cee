//! The expansion is accepted, and adds nothing, or nothing that tells anything.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, edit, json};

pub(super) fn mutations(
    operation: Option<&Operation>,
    parameter: &str,
    value: &str,
    adds: Option<&str>,
) -> Vec<Mutation> {
    let asked = Asked {
        parameter: parameter.to_owned(),
        value: value.to_owned(),
    };
    let mut query = operation.into_iter().flat_map(|operation| &operation.query);
    let query = query.find(|query| query.name == parameter);
    let mut values = query.into_iter().flat_map(|query| &query.values);
    let other = values.find(|known| known.wire != value);
    let ignored = "the expansion is not looked at";
    let empty_object = "what is added holds no text";
    let constant = "what is added holds the same text everywhere";
    let mut mutations = vec![
        Mutation::new("ignored", ignored, Instead(asked.clone(), None)),
        Mutation::new("hollow", empty_object, Hollow(asked.clone(), "")),
        Mutation::new("constant", constant, Hollow(asked.clone(), "constant")),
    ];
    mutations.extend(other.map(|other| {
        let intercept = Instead(asked.clone(), Some(other.wire.clone()));
        Mutation::new("another", "another expansion is added", intercept)
    }));
    let lists = operation.is_some_and(|operation| operation.lists.is_some());
    let named = adds.filter(|_| lists);
    mutations.extend(named.map(|adds| {
        let intercept = First(asked.clone(), adds.to_owned());
        Mutation::new(
            "first_only",
            "the member is added to the first item",
            intercept,
        )
    }));
    mutations.extend(adds.map(|adds| {
        let intercept = Dropped(asked, adds.to_owned());
        Mutation::new("dropped", "the member is not added", intercept)
    }));
    mutations
}

/// A value of a query parameter.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) parameter: String,
    pub(super) value: String,
}

impl Asked {
    pub(super) fn is_in(&self, context: &InterceptContext<'_>) -> bool {
        let asked = context.call.text(InputPart::Query, &self.parameter);
        let mut asked = asked.into_iter().flat_map(|asked| asked.split(','));
        asked.any(|value| value == self.value)
    }
}

/// The server is asked for another expansion, or for none.
struct Instead(Asked, Option<String>);

impl Intercept for Instead {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let Self(asked, other) = self;
        RequestAction::Forward(match other {
            _ if !asked.is_in(context) => context.request.clone(),
            Some(other) => edit::with_query(context.request, &asked.parameter, other),
            None => edit::without_query(context.request, &asked.parameter),
        })
    }
}

/// Texts that are not there without the expansion are all the same.
struct Hollow(Asked, &'static str);

impl Intercept for Hollow {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let sent = context.request.clone();
        match self.0.is_in(context) {
            true => RequestAction::ForwardBoth(
                sent,
                edit::without_query(context.request, &self.0.parameter),
            ),
            false => RequestAction::Forward(sent),
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
        answer::edited(upstream.main, |body| {
            json::each_text(body, &mut |text| {
                if !known.contains(text) {
                    self.1.clone_into(text);
                }
            });
        })
    }
}

struct First(Asked, String);

impl Intercept for First {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !self.0.is_in(context) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_list(body, &mut |items| {
                for item in items.iter_mut().skip(1) {
                    json::each_object(item, &mut |members| {
                        members.retain(|(name, _)| *name != self.1)
                    });
                }
            });
        })
    }
}

struct Dropped(Asked, String);

impl Intercept for Dropped {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if !self.0.is_in(context) {
            return upstream.main;
        }
        answer::edited(upstream.main, |body| {
            json::each_object(body, &mut |members| {
                members.retain(|(name, _)| *name != self.1)
            });
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    fn asked() -> Asked {
        Asked {
            parameter: "cover".to_owned(),
            value: "colour".to_owned(),
        }
    }

    #[test]
    fn only_the_expansion_is_removed() {
        let server = FakeServer::new();
        let sent = request("GET", "/books?cover=colour", None);
        let intercept = Dropped(asked(), "colour".to_owned());
        let shown = |body: &str| response(200, body);
        let with = shown(r#"{"books":[{"a":1,"colour":"red"}]}"#);
        assert_eq!(
            server.response(&intercept, &sent, with),
            shown(r#"{"books":[{"a":1}]}"#)
        );
        let plain = request("GET", "/books", None);
        let ignored = server.request(&Instead(asked(), None), &sent);
        assert_eq!(ignored, RequestAction::Forward(plain.clone()));
        let (with, without) = (r#"{"t":"a","c":"red"}"#, r#"{"t":"a"}"#);
        let empty_object = server.response_to_both(
            &Hollow(asked(), ""),
            &sent,
            shown(with),
            Some(shown(without)),
        );
        assert_eq!(empty_object, shown(r#"{"t":"a","c":""}"#));
        assert_eq!(
            server.request(&Hollow(asked(), ""), &plain),
            RequestAction::Forward(plain)
        );
    }
}
