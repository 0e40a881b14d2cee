//! Query value: a documented value of a parameter is refused, or lists items twice.

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, parameter: &str, value: &str) -> Vec<Mutation> {
    let expansion = ParameterValue::new(parameter, value);
    let sent = expansion.clone();
    let mut mutations = reject_calls_if("requests with the value are refused", move |cx| {
        cx.query(&sent.parameter) == Some(sent.value.as_str())
    });
    let lists = target.operation.is_some_and(|operation| operation.lists.is_some());
    let mut values = target.query_parameter(parameter).into_iter().flat_map(|query| &query.values);
    if lists && values.any(|known| known.wire == value && known.expansion.is_some()) {
        mutations.push(
            duplicate_items(&expansion)
                .named("duplicated", "items are listed twice with the expansion"),
        );
    }
    mutations
}

fn duplicate_items(expansion: &ParameterValue) -> impl Intercept + use<> {
    expansion.limit(edit_lists(list::duplicate))
}
