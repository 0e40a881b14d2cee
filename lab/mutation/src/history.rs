//! The exchanges that a proxy has seen.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::parsed::SentInputs;

use crate::call::Call;
use crate::json;

/// Earlier exchanges.
#[derive(Clone, Debug, Default)]
pub struct History(Vec<PastExchange>);

/// A completed exchange.
#[derive(Clone, Debug)]
pub struct PastExchange {
    /// Id of the operation.
    pub operation: String,
    /// The inputs of the request.
    pub sent: SentInputs,
    /// The values of the path parameters.
    pub path: Vec<String>,
    /// The response of the server.
    pub response: Response,
    /// Its classification.
    pub outcome: CallOutcome,
}

/// The outcome of a call, according to its response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// Accepted.
    Accepted,
    /// Refused with a documented error.
    DocumentedRefusal,
    /// Refused with an error that the contract does not contain.
    OtherRefusal,
}

impl PastExchange {
    /// Whether the call was accepted.
    pub fn is_accepted(&self) -> bool {
        self.outcome == CallOutcome::Accepted
    }

    /// Whether an input has this text.
    pub fn sends_text(&self, text: &str) -> bool {
        let mut values = self.sent.iter().filter_map(|(_, value)| value.text());
        values.any(|sent| sent == text)
    }
}

impl History {
    /// Appends an exchange.
    pub fn record(&mut self, call: &Call<'_>, response: &Response, outcome: CallOutcome) {
        // Without the parsed value, which takes several times the text: a history has thousands of lists.
        let body = response.body.to_vec().into();
        self.0.push(PastExchange {
            operation: call.operation.id.clone(),
            sent: call.sent.clone(),
            path: call.path_values(),
            response: Response { body, ..response.clone() },
            outcome,
        });
    }

    /// All exchanges, newest first.
    pub fn newest_first(&self) -> impl DoubleEndedIterator<Item = &PastExchange> {
        self.0.iter().rev()
    }

    /// The accepted calls of an operation, newest first.
    pub fn accepted_calls(
        &self,
        operation: &str,
    ) -> impl DoubleEndedIterator<Item = &PastExchange> {
        self.newest_first().filter(move |past| past.operation == operation && past.is_accepted())
    }

    /// The last accepted call of the same operation.
    pub fn last_accepted(&self, call: &Call<'_>) -> Option<&PastExchange> {
        self.accepted_calls(&call.operation.id).next()
    }

    /// Whether the same operation was accepted on the same records.
    pub fn accepted_before(&self, call: &Call<'_>) -> bool {
        let path = call.path_values();
        self.accepted_calls(&call.operation.id).any(|past| past.path == path)
    }

    /// Whether an exchange that satisfies `earlier` is older than the last one that satisfies `later`.
    pub fn was_followed(
        &self,
        earlier: impl Fn(&PastExchange) -> bool,
        later: impl Fn(&PastExchange) -> bool,
    ) -> bool {
        let earlier = self.0.iter().position(earlier);
        let later = self.0.iter().rposition(later);
        earlier.zip(later).is_some_and(|(earlier, later)| earlier < later)
    }

    /// The last accepted response's object that contains this identifier as a member.
    pub fn last_shown(&self, identifier: &str) -> Option<Json> {
        // Parsing takes long. A text without the identifier shows it only if it has escapes.
        let may_show = |past: &&PastExchange| {
            let text = String::from_utf8_lossy(&past.response.body);
            past.is_accepted() && (text.contains(identifier) || text.contains('\\'))
        };
        self.newest_first().filter(may_show).find_map(|past| {
            let body = Json::parse(&past.response.body)?;
            json::find_object_with_text(&body, identifier).cloned()
        })
    }
}
