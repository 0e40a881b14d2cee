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
