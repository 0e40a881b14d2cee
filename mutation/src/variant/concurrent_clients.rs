//! Concurrent clients of the same account.

use spec::{Contract, Operation};

use crate::prelude::*;

/// Creates another record after each creation with an e-mail address.
pub(super) fn create_concurrently() -> impl Intercept {
    ask_twice(
        |cx| with_other_address(cx.request).filter(|_| cx.call.operation.creates.is_some()),
        |_, created, _| created,
    )
}

/// The same request with other addresses; `None` if it contains no address.
fn with_other_address(request: &Request) -> Option<Request> {
    let mut body = Json::parse(request.body.as_ref()?.as_bytes())?;
    let mut has_address = false;
    json::each_text(&mut body, &mut |text| {
        if text.contains('@') {
            text.insert_str(0, "other.");
            has_address = true;
        }
    });
    has_address.then(|| Request { body: Some(body.to_string()), ..request.clone() })
}

/// Adds an item to every list: at the start, at the end, or not at all, in turn. `None` for lists without documented
/// paging or identifiers.
pub(super) fn shift_list(
    contract: &Contract,
    operation: &Operation,
) -> Option<impl Intercept + use<>> {
    contract::paging(operation)?;
    let record = contract.record(operation.lists.as_deref()?)?;
    let mut envelope = contract::envelope(operation)?.iter();
    let list = envelope.find(|member| member.ty.record() == Some(&record.name))?.wire.clone();
    let identifier = synthetic::identifier_field(&record.fields)?.to_owned();
    Some(edit_body(move |cx, body| {
        let (count, operation) = (cx.history.newest_first().count(), cx.call.operation);
        let size = Page::read(operation, body).and_then(|page| page.size);
        let Some(Json::List(items)) = json::member(body, &list) else {
            return;
        };
        let before = items.len() as u64;
        match (count % 3, items.first(), items.last()) {
            (1, Some(first), _) => {
                let copy = copy_item(first, &identifier, count);
                items.insert(0, copy);
            }
            (2, _, Some(last)) => items.push(copy_item(last, &identifier, count)),
            _ => return,
        }
        list::update_totals(operation, body, before);
        // Items that no longer fit are on the next page.
        if let (Some(size), Some(Json::List(items))) = (size, json::member(body, &list)) {
            items.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        }
    }))
}

/// A copy of an item with another identifier.
fn copy_item(item: &Json, identifier: &str, number: usize) -> Json {
    let mut copy = item.clone();
    if let Some(Json::Text(id)) = json::member(&mut copy, identifier) {
        id.push_str(&format!("n{number}"));
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn concurrent_creations_use_other_names() {
        let server = FakeServer::new();
        let sent = request("POST", "/books/b1/loans", Some(r#"{"member":"ann@x.example"}"#));
        let other = r#"{"member":"other.ann@x.example"}"#;
        let other = request("POST", "/books/b1/loans", Some(other));
        assert_eq!(
            server.request_action(&create_concurrently(), &sent),
            RequestAction::ForwardBoth(sent, other)
        );
        let without_address = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(
            server.request_action(&create_concurrently(), &without_address),
            RequestAction::Forward(without_address.clone())
        );
    }

    #[test]
    fn lists_change_between_requests() {
        let mut server = FakeServer::new();
        let operation = server.contract.operation("list_books").unwrap();
        let shifting = shift_list(&server.contract, operation).unwrap();
        let sent = request("GET", "/books?per_page=2", None);
        let listed = response(
            200,
            r#"{"books":[{"uuid":"a"},{"uuid":"b"}],"page_info":{"per_page":2,"total_books":3}}"#,
        );
        let mut shown = Vec::new();
        for _ in 0..4 {
            let answer = server.response(&shifting, &sent, listed.clone());
            shown.push(String::from_utf8(answer.body.to_vec()).unwrap());
            server.record(&sent, &listed);
        }
        assert_eq!(shown[0], String::from_utf8_lossy(&listed.body));
        let first =
            r#"{"books":[{"uuid":"an1"},{"uuid":"a"}],"page_info":{"per_page":2,"total_books":4}}"#;
        assert_eq!(shown[1], first);
        let full =
            r#"{"books":[{"uuid":"a"},{"uuid":"b"}],"page_info":{"per_page":2,"total_books":4}}"#;
        assert_eq!(shown[2], full);
        assert_eq!(shown[3], shown[0]);
    }
}
