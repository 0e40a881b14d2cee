//! Query value: a documented value of a parameter is refused, or lists items twice.

use super::parts::query::ParameterValue;
use super::parts::rejection::reject_calls_if;
use super::{Mutation, Target};
use crate::intercept::{Intercept, edit_body};
use crate::{json, list};

pub(super) fn mutations(target: Target<'_>, parameter: &str, value: &str) -> Vec<Mutation> {
    let sent = ParameterValue::new(parameter, value);
    let mut mutations = reject_calls_if("requests with the value are refused", {
        let sent = sent.clone();
        move |cx| cx.query(&sent.parameter) == Some(sent.value.as_str())
    });
    let lists = target.operation.is_some_and(|it| it.lists.is_some());
    let mut values = target.query_parameter(parameter).into_iter().flat_map(|it| &it.values);
    if lists && values.any(|known| known.wire == value && known.expansion.is_some()) {
        mutations.push(Mutation::new(
            "duplicated",
            "items are listed twice with the expansion",
            duplicate_items(sent),
        ));
    }
    mutations
}

fn duplicate_items(expansion: ParameterValue) -> impl Intercept {
    edit_body(move |cx, body| {
        if expansion.is_sent(cx) {
            json::each_list(body, &mut list::duplicate);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn items_are_duplicated_with_the_expansion() {
        let server = FakeServer::new();
        let intercept = duplicate_items(ParameterValue::new("cover", "colour"));
        let plain = request("GET", "/books", None);
        let expanded = request("GET", "/books?cover=colour", None);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &plain, listed.clone()), listed);
        let twice = response(200, r#"{"books":[{"n":1},{"n":1}]}"#);
        assert_eq!(server.response(&intercept, &expanded, listed), twice);
    }
}
