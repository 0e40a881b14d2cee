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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn items_are_duplicated_with_the_expansion() {
        let server = FakeServer::new();
        let intercept = duplicate_items(&ParameterValue::new("cover", "colour"));
        let plain = request("GET", "/books", None);
        let expanded = request("GET", "/books?cover=colour", None);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &plain, listed.clone()), listed);
        let twice = response(200, r#"{"books":[{"n":1},{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &expanded, listed), twice);
    }
}
