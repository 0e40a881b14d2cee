//! Expansion: an expansion is accepted but adds nothing, or not its data.

use std::collections::BTreeSet;

use super::parts::*;

pub(super) fn mutations(
    target: ClauseContext<'_>,
    parameter: &str,
    value: &str,
    adds: Option<&str>,
) -> Vec<Mutation> {
    let expansion = ParameterValue::new(parameter, value);
    let mut mutations = vec![
        expansion.limit(ignore_parameter(parameter)).named("ignored", "the expansion is ignored"),
        reverse(&expansion).named("reversed", "the data is shown only without the expansion"),
        replace_added_texts(&expansion, "")
            .named("empty_texts", "all texts that the expansion adds are empty"),
        replace_added_texts(&expansion, "constant")
            .named("constant", "all texts that the expansion adds are the same"),
    ];
    let mut values = target.query_parameter(parameter).into_iter().flat_map(|query| &query.values);
    if let Some(other) = values.find(|known| known.wire != value) {
        let (parameter, other) = (parameter.to_owned(), other.wire.clone());
        let replace = edit_request(move |cx| edit::with_query(cx.request, &parameter, &other));
        mutations.push(
            expansion.limit(replace).named("another", "another expansion is applied instead"),
        );
    }
    if let Some(member) = adds {
        if target.operation.is_some_and(|operation| operation.lists.is_some()) {
            mutations.push(
                drop_added_member(&expansion, member, true)
                    .named("first_only", "the member is added to the first item only"),
            );
        }
        mutations.push(
            drop_added_member(&expansion, member, false)
                .named("dropped", "the member is not added"),
        );
    }
    mutations
}

/// Expands the responses to requests that do not ask for any expansion, and does not expand those that ask for this one.
fn reverse(expansion: &ParameterValue) -> impl Intercept + use<> {
    let expansion = expansion.clone();
    edit_request(move |cx| {
        let ParameterValue { parameter, value } = &expansion;
        if expansion.is_sent(cx) {
            edit::without_query(cx.request, parameter)
        } else if cx.query(parameter).is_none() {
            edit::with_query(cx.request, parameter, value)
        } else {
            cx.request.clone()
        }
    })
}

/// Replaces all texts that a response without the expansion does not contain.
fn replace_added_texts(expansion: &ParameterValue, by: &'static str) -> impl Intercept + use<> {
    let expansion = expansion.clone();
    let without_expansion = move |cx: &InterceptContext<'_>| {
        expansion.is_sent(cx).then(|| edit::without_query(cx.request, &expansion.parameter))
    };
    ask_twice(without_expansion, move |_, expanded, plain| {
        let Some(mut plain) = Json::parse(&plain.body) else {
            return expanded;
        };
        let mut known = BTreeSet::new();
        json::each_text(&mut plain, &mut |text| {
            known.insert(text.clone());
        });
        answer::edit_body(expanded, |body| {
            json::each_text(body, &mut |text| {
                if !known.contains(text) {
                    by.clone_into(text);
                }
            });
        })
    })
}

/// Removes the added member, from all items but the first if `keep_first`.
fn drop_added_member(
    expansion: &ParameterValue,
    member: &str,
    keep_first: bool,
) -> impl Intercept + use<> {
    let member = member.to_owned();
    let drop_from = move |value: &mut Json| {
        json::each_object(value, &mut |members| json::remove(members, &member))
    };
    expansion.limit(edit_body(move |_, body| {
        if keep_first {
            json::each_list(body, &mut |items| items.iter_mut().skip(1).for_each(&drop_from));
        } else {
            drop_from(body);
        }
    }))
}
