//! What a proxy remembers of the server behind it.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::parsed::SentInputs;

use crate::call::Call;
use crate::json;

/// Earlier exchanges, as far as bends need them.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<PastExchange>);

/// An exchange that is over.
#[derive(Clone, Debug)]
pub struct PastExchange {
    /// The operation that was called.
    pub operation: String,
    /// What the request said.
    pub sent: SentInputs,
    /// The texts in the path.
    pub path: Vec<String>,
    /// The answer.
    pub response: Response,
    /// What the answer shows.
    pub outcome: Outcome,
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was accepted.
    Accepted,
    /// It was refused in a way that the contract documents.
    Refused,
    /// It was refused in a way that the contract knows nothing of.
    RefusedOtherwise,
}

impl History {
    /// Keeps an answer of the server.
    pub fn keep(&mut self, call: &Call<'_>, response: &Response, outcome: Outcome) {
        self.0.push(PastExchange {
            operation: call.operation.id.clone(),
            sent: call.sent.clone(),
            path: call.path(),
            response: response.clone(),
            outcome,
        });
    }

    /// All that is remembered, the last first.
    pub fn all(&self) -> impl Iterator<Item = &PastExchange> {
        self.0.iter().rev()
    }

    /// The last accepted call of the operation that is called.
    #[must_use]
    pub fn accepted(&self, call: &Call<'_>) -> Option<&PastExchange> {
        self.accepted_exchanges()
            .find(|past| past.operation == call.operation.id)
    }

    /// Whether a call of this operation on the same things was accepted.
    #[must_use]
    pub fn accepted_before(&self, call: &Call<'_>) -> bool {
        let path = call.path();
        self.accepted_exchanges()
            .any(|past| past.operation == call.operation.id && past.path == path)
    }

    /// The thing of that name as it was shown last: the object that has the name as a member.
    #[must_use]
    pub fn thing(&self, name: &str) -> Option<Json> {
        let mut shown = self.accepted_exchanges();
        shown.find_map(|past| {
            let body = Json::parse(&past.response.body)?;
            json::object_with(&body, name).cloned()
        })
    }

    fn accepted_exchanges(&self) -> impl Iterator<Item = &PastExchange> {
        self.all().filter(|past| past.outcome == Outcome::Accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{contract, request, response};

    #[test]
    fn last_shown_state_of_a_record_is_kept() {
        let contract = contract();
        let mut history = History::default();
        let sent = request("GET", "/books/b1", None);
        let call = Call::read(&contract, &sent).unwrap();
        for title in ["Emma", "Emma, revised"] {
            let shown = format!(r#"{{"book":{{"uuid":"b1","title":"{title}"}}}}"#);
            history.keep(&call, &response(200, &shown), Outcome::Accepted);
        }
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        history.keep(&call, &refused, Outcome::Refused);
        let thing = history.thing("b1").unwrap();
        assert_eq!(thing.get("title").unwrap().text(), Some("Emma, revised"));
        assert_eq!(history.thing("b2"), None);
        assert!(history.accepted_before(&call));
        let outcomes: Vec<_> = history.all().map(|past| past.outcome).collect();
        let expected = [Outcome::Refused, Outcome::Accepted, Outcome::Accepted];
        assert_eq!(outcomes, expected);
    }
}
