//! Concurrent clients of the same account.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use referral_conformance::page::Page;
use spec::{Body, Operation, Slot};

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, json, list};

/// Creates another record after each creation with an e-mail address.
pub(super) struct ConcurrentCreation;

impl ConcurrentCreation {
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
}

impl Intercept for ConcurrentCreation {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let creates = cx.call.operation.creates.is_some();
        match Self::with_other_address(cx.request).filter(|_| creates) {
            Some(other) => RequestAction::ForwardBoth(cx.request.clone(), other),
            None => RequestAction::Forward(cx.request.clone()),
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Adds an item to every list: at the start, at the end, or not at all, in turn.
pub(super) struct ShiftingList {
    pub(super) list: String,
    pub(super) identifier: String,
}

impl ShiftingList {
    /// `None` for lists without documented paging or identifiers.
    pub(super) fn new(contract: &spec::Contract, operation: &Operation) -> Option<Self> {
        operation.paging.as_ref().and_then(Slot::stated)?;
        let record = contract.record(operation.lists.as_deref()?)?;
        let Some(Body::Envelope(members)) = operation.success.body.stated() else {
            return None;
        };
        let holds = |ty: &spec::Type| ty.record() == Some(record.name.as_str());
        let list = members.iter().find(|member| holds(&member.ty))?;
        Some(Self {
            list: list.wire.clone(),
            identifier: answer::identifier_field(&record.fields)?.to_owned(),
        })
    }

    /// A copy of an item with another identifier.
    fn copy(&self, item: &Json, number: usize) -> Json {
        let mut copy = item.clone();
        if let Some(Json::Text(id)) = json::member(&mut copy, &self.identifier) {
            id.push_str(&format!("n{number}"));
        }
        copy
    }
}

impl Intercept for ShiftingList {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (count, operation) = (cx.history.newest_first().count(), cx.call.operation);
        answer::edit_body(upstream.main, |body| {
            let size = Page::read(operation, body).and_then(|page| page.size);
            let size = size.and_then(|size| usize::try_from(size).ok());
            let size = size.unwrap_or(usize::MAX);
            let Some(Json::List(items)) = json::member(body, &self.list) else {
                return;
            };
            let before = items.len() as u64;
            match (count % 3, items.first(), items.last()) {
                (1, Some(first), _) => {
                    let copy = self.copy(first, count);
                    items.insert(0, copy);
                }
                (2, _, Some(last)) => {
                    let copy = self.copy(last, count);
                    items.push(copy);
                }
                _ => return,
            }
            list::update_totals(operation, body, before);
            // Items that no longer fit are on the next page.
            if let Some(Json::List(items)) = json::member(body, &self.list) {
                items.truncate(size);
            }
        })
    }
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
            server.request_action(&ConcurrentCreation, &sent),
            RequestAction::ForwardBoth(sent, other)
        );
        let without_address = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(
            server.request_action(&ConcurrentCreation, &without_address),
            RequestAction::Forward(without_address.clone())
        );
    }

    #[test]
    fn lists_change_between_requests() {
        let mut server = FakeServer::new();
        let operation = server.contract.operation("list_books").unwrap();
        let shifting = ShiftingList::new(&server.contract, operation).unwrap();
        let sent = request("GET", "/books?per_page=2", None);
        let listed = response(
            200,
            r#"{"books":[{"uuid":"a"},{"uuid":"b"}],"page_info":{"per_page":2,"total_books":3}}"#,
        );
        let mut shown = Vec::new();
        for _ in 0..4 {
            let answer = server.response(&shifting, &sent, listed.clone());
            shown.push(String::from_utf8(answer.body).unwrap());
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
