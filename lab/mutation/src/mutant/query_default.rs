//! Query default: omitting a parameter is not the same as sending its default.

use spec::InputPart;

use super::parts::*;

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    vec![
        edit_lists_if(parameter, false, Vec::clear)
            .named("empty", "the list is empty without the parameter"),
        edit_lists_if(parameter, true, Vec::clear)
            .named("empty_when_sent", "the list is empty with the parameter"),
        edit_lists_if(parameter, false, list::drop_first)
            .named("first_lost", "the first item is missing without the parameter"),
    ]
}

/// Edits lists of requests with, or without, the parameter.
fn edit_lists_if(parameter: &str, sent: bool, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_lists(edit).when(move |cx| cx.call.input(InputPart::Query, &parameter).is_some() == sent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn list_is_empty_only_without_the_parameter() {
        let server = FakeServer::new();
        let intercept = edit_lists_if("binding", false, Vec::clear);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let without = request("GET", "/books?room=lending", None);
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&intercept, &without, listed.clone()), empty);
        let with = request("GET", "/books?binding=all", None);
        assert_eq!(server.response(&intercept, &with, listed.clone()), listed);
    }
}
