//! Several values: a list of values separated by commas is refused, taken as one value, or ignored.

use referral_conformance::json::Json;
use spec::{InputPart, InputRef};

use super::Mutation;
use super::parts::rejection::reject_calls_if;
use crate::intercept::{Intercept, InterceptContext, edit_request, on_response};
use crate::{edit, list};

pub(super) fn mutations(at: &InputRef) -> Vec<Mutation> {
    let input = at.clone();
    let mut mutations = reject_calls_if("several values are refused", move |cx| {
        let sent = cx.call.sent.get(&input).and_then(Json::text);
        sent.is_some_and(|sent| sent.contains(','))
    });
    if at.part == InputPart::Query {
        mutations.extend([
            Mutation::new(
                "as_one",
                "several values are taken as one unknown value",
                edit_list_of_several(&at.name, Vec::clear),
            ),
            Mutation::new("ignored", "several values are ignored", ignore_several(&at.name)),
            Mutation::new(
                "duplicated",
                "items are listed twice for several values",
                edit_list_of_several(&at.name, list::duplicate),
            ),
        ]);
    }
    mutations
}

fn has_several(cx: &InterceptContext<'_>, parameter: &str) -> bool {
    cx.query(parameter).is_some_and(|sent| sent.contains(','))
}

fn edit_list_of_several(parameter: &str, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    on_response(move |cx, response| {
        if has_several(cx, &parameter) {
            list::edit_items(cx.call.operation, response, edit)
        } else {
            response
        }
    })
}

fn ignore_several(parameter: &str) -> impl Intercept + use<> {
    let parameter = parameter.to_owned();
    edit_request(move |cx| {
        if has_several(cx, &parameter) {
            edit::without_query(cx.request, &parameter)
        } else {
            cx.request.clone()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intercept::RequestAction;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn several_values_match_nothing_or_are_ignored() {
        let server = FakeServer::new();
        let two = request("GET", "/books?genre=a%2Cb", None);
        let one = request("GET", "/books?genre=a", None);
        let ignore = ignore_several("genre");
        assert_eq!(
            server.request_action(&ignore, &two),
            RequestAction::Forward(request("GET", "/books", None))
        );
        assert_eq!(server.request_action(&ignore, &one), RequestAction::Forward(one));
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let edited =
            |edit| server.response(&edit_list_of_several("genre", edit), &two, listed.clone());
        assert_eq!(edited(Vec::clear), response(200, r#"{"books":[]}"#));
        assert_eq!(edited(list::duplicate), response(200, r#"{"books":[{"n":1},{"n":1}]}"#));
    }
}
