//! Query default: omitting a parameter is not the same as sending its default.

use referral_conformance::json::Json;
use spec::InputPart;

use super::Mutation;
use crate::intercept::{Intercept, edit_body};
use crate::{json, list};

pub(super) fn mutations(parameter: &str) -> Vec<Mutation> {
    vec![
        Mutation::new(
            "empty",
            "the list is empty without the parameter",
            edit_lists(parameter, false, Vec::clear),
        ),
        Mutation::new(
            "empty_when_sent",
            "the list is empty with the parameter",
            edit_lists(parameter, true, Vec::clear),
        ),
        Mutation::new(
            "first_lost",
            "the first item is missing without the parameter",
            edit_lists(parameter, false, list::drop_first),
        ),
    ]
}

/// Edits lists of requests with, or without, the parameter.
fn edit_lists(parameter: &str, if_sent: bool, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_body(move |cx, body| {
        if cx.call.input(InputPart::Query, &parameter).is_some() == if_sent {
            json::each_list(body, &mut |items| edit(items));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn list_is_empty_only_without_the_parameter() {
        let server = FakeServer::new();
        let intercept = edit_lists("binding", false, Vec::clear);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let without = request("GET", "/books?room=lending", None);
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&intercept, &without, listed.clone()), empty);
        let with = request("GET", "/books?binding=all", None);
        assert_eq!(server.response(&intercept, &with, listed.clone()), listed);
    }
}
