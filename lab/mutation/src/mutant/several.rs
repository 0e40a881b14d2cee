//! Several values: a list of values separated by commas is refused, taken as one value, or ignored.

use spec::{InputPart, InputRef};

use super::parts::*;

pub(super) fn mutations(at: &InputRef) -> Vec<Mutation> {
    let mut mutations = reject_calls_if("several values are refused", has_several(at));
    if at.part == InputPart::Query {
        mutations.extend([
            edit_list_of_several(at, Vec::clear)
                .named("as_one", "several values are taken as one unknown value"),
            ignore_several(at).named("ignored", "several values are ignored"),
            edit_list_of_several(at, list::duplicate)
                .named("duplicated", "items are listed twice for several values"),
        ]);
    }
    mutations
}

/// Whether several values were sent.
fn has_several(at: &InputRef) -> impl Fn(&InterceptContext<'_>) -> bool + Clone + use<> {
    let at = at.clone();
    move |cx| cx.call.sent.get(&at).and_then(Json::text).is_some_and(|sent| sent.contains(','))
}

fn edit_list_of_several(at: &InputRef, edit: fn(&mut Vec<Json>)) -> impl Intercept + use<> {
    edit_items(edit).when(has_several(at))
}

fn ignore_several(at: &InputRef) -> impl Intercept + use<> {
    ignore_parameter(&at.name).when(has_several(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intercept::RequestAction;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn several_values_match_nothing_or_are_ignored() {
        let server = FakeServer::new();
        let genre = InputRef { part: InputPart::Query, name: "genre".to_owned() };
        let two = request("GET", "/books?genre=a%2Cb", None);
        let one = request("GET", "/books?genre=a", None);
        let ignore = ignore_several(&genre);
        assert_eq!(
            server.request_action(&ignore, &two),
            RequestAction::Forward(request("GET", "/books", None))
        );
        assert_eq!(server.request_action(&ignore, &one), RequestAction::Forward(one));
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        let edited =
            |edit| server.response(&edit_list_of_several(&genre, edit), &two, listed.clone());
        assert_eq!(edited(Vec::clear), response(200, r#"{"books":[]}"#));
        assert_eq!(edited(list::duplicate), response(200, r#"{"books":[{"n":1},{"n":1}]}"#));
    }
}
