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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn record_above_the_limit_is_accepted() {
        let server = FakeServer::new();
        let intercept = accept_above_limit("Book");
        let sent = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let full = response(409, r#"{"message":"The shelves are full"}"#);
        let accepted = server.response(&intercept, &sent, full);
        assert!(answer::is_accepted(&server.contract, &accepted));
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(server.response(&intercept, &sent, missing.clone()), missing);
    }

    #[test]
    fn copy_is_listed() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"uuid":"b1"}]}"#);
        let with_copy = response(200, r#"{"books":[{"uuid":"b1-copy"},{"uuid":"b1"}]}"#);
        let intercept = list_copy("Book", true);
        assert_eq!(server.response(&intercept, &sent, listed), with_copy);
    }
}
