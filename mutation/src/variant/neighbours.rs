//! Other clients of the same account that work at the same time.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;
use referral_conformance::page::Page;
use spec::{Body, Operation, Slot};

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, json, list};

/// Whenever something is created that is called by an e-mail address, somebody else creates the like.
pub(super) struct Writing;

impl Writing {
    /// The request as a neighbour makes it; `None` if it names nobody.
    fn of_neighbour(request: &Request) -> Option<Request> {
        let mut body = Json::parse(request.body.as_ref()?.as_bytes())?;
        let mut named = false;
        json::each_text(&mut body, &mut |text| {
            if text.contains('@') {
                text.insert_str(0, "neighbour.of.");
                named = true;
            }
        });
        named.then(|| Request {
            body: Some(body.to_string()),
            ..request.clone()
        })
    }
}

impl Intercept for Writing {
    fn on_request(&self, context: &InterceptContext<'_>) -> RequestAction {
        let creates = context.call.operation.creates.is_some();
        match Self::of_neighbour(context.request).filter(|_| creates) {
            Some(neighbour) => RequestAction::ForwardBoth(context.request.clone(), neighbour),
            None => RequestAction::Forward(context.request.clone()),
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// Between any two requests a thing comes into a list or goes from it: now at its beginning, now at its end,
/// now nowhere.
pub(super) struct Shifting {
    pub(super) list: String,
    pub(super) identifier: String,
}

impl Shifting {
    /// Only for lists of things that can be told apart, and of which pages are known.
    pub(super) fn of(contract: &spec::Contract, operation: &Operation) -> Option<Self> {
        operation.paging.as_ref().and_then(Slot::stated)?;
        let record = contract.record(operation.lists.as_deref()?)?;
        let Some(Body::Envelope(members)) = operation.success.body.stated() else {
            return None;
        };
        let holds = |ty: &spec::Type| ty.record() == Some(record.name.as_str());
        let list = members.iter().find(|member| holds(&member.ty))?;
        Some(Self {
            list: list.wire.clone(),
            identifier: answer::identifier(&record.fields)?.to_owned(),
        })
    }

    /// The like of a thing that is there, under another name.
    fn another(&self, thing: &Json, number: usize) -> Json {
        let mut another = thing.clone();
        if let Some(Json::Text(id)) = json::member(&mut another, &self.identifier) {
            id.push_str(&format!("n{number}"));
        }
        another
    }
}

impl Intercept for Shifting {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let (moment, operation) = (context.history.all().count(), context.call.operation);
        answer::edited(upstream.main, |body| {
            let size = Page::read(operation, body).and_then(|page| page.size);
            let size = size.and_then(|size| usize::try_from(size).ok());
            let size = size.unwrap_or(usize::MAX);
            let Some(Json::List(items)) = json::member(body, &self.list) else {
                return;
            };
            let before = items.len() as u64;
            let comes = (moment % 3, items.first(), items.last());
            match comes {
                (1, Some(first), _) => {
                    let another = self.another(first, moment);
                    items.insert(0, another);
                }
                (2, _, Some(last)) => {
                    let another = self.another(last, moment);
                    items.push(another);
                }
                _ => return,
            }
            list::recount(operation, body, before);
            // An item that is moved off the page is on the next one at this moment.
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
        let sent = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        let like = r#"{"member":"neighbour.of.ann@x.example"}"#;
        let like = request("POST", "/books/b1/loans", Some(like));
        assert_eq!(
            server.request(&Writing, &sent),
            RequestAction::ForwardBoth(sent, like)
        );
        let nameless = request("POST", "/books", Some(r#"{"isbn":"1"}"#));
        assert_eq!(
            server.request(&Writing, &nameless),
            RequestAction::Forward(nameless.clone())
        );
    }

    #[test]
    fn lists_change_between_requests() {
        let mut server = FakeServer::new();
        let operation = server.contract.operation("list_books").unwrap();
        let shifting = Shifting::of(&server.contract, operation).unwrap();
        let sent = request("GET", "/books?per_page=2", None);
        let listed = response(
            200,
            r#"{"books":[{"uuid":"a"},{"uuid":"b"}],"page_info":{"per_page":2,"total_books":3}}"#,
        );
        let mut shown = Vec::new();
        for _ in 0..4 {
            let answer = server.response(&shifting, &sent, listed.clone());
            shown.push(String::from_utf8(answer.body).unwrap());
            server.keep(&sent, &listed);
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
