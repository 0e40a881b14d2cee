//! Account limit: an account can have more records than stated.

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, record: &str) -> Vec<Mutation> {
    let operations = || target.contract.operations();
    let mut mutations = Vec::new();
    if operations().any(|operation| operation.creates.as_deref() == Some(record)) {
        mutations.push(
            accept_above_limit(record)
                .named("exceeded", "a record above the limit is acknowledged"),
        );
    }
    if operations().any(|operation| operation.lists.as_deref() == Some(record)) {
        let statement = "a record above the limit is listed";
        mutations.extend([
            list_copy(record, false).named("listed", statement),
            list_copy(record, true).named("listed_first", statement),
            list_copy(record, false)
                .when(after_accepted)
                .named("listed_again", "a record above the limit is in all lists but the first"),
        ]);
    }
    mutations
}

/// Accepts creations that are refused without a documented error, which is how a server enforces the limit.
fn accept_above_limit(record: &str) -> impl Intercept + use<> {
    let record = record.to_owned();
    on_response(move |cx, response| {
        let creates = cx.call.operation.creates.as_ref() == Some(&record);
        if creates && cx.outcome(&response) == CallOutcome::OtherRefusal {
            synthetic::acceptance(cx)
        } else {
            response
        }
    })
}

/// Adds a copy of the last item to the list, with `-copy` appended to its texts.
fn list_copy(record: &str, first: bool) -> impl Intercept + use<> {
    let record = record.to_owned();
    edit_lists(move |items| {
        if let Some(mut copy) = items.last().cloned() {
            json::each_text(&mut copy, &mut |text| text.push_str("-copy"));
            items.insert(if first { 0 } else { items.len() }, copy);
        }
    })
    .when(move |cx| cx.call.operation.lists.as_ref() == Some(&record))
}
