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
