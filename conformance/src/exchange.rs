//! What went over the wire: requests, answers and faults, as plain values.
//!
//! Everything that judging needs of a run is in [`ScenarioTrace`]; nothing here knows how it was sent.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use http::header::LOCATION;
use http::{HeaderMap, HeaderName, HeaderValue};
use spec::Method;

use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::target::TargetFixture;

/// One request, as it is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// HTTP method.
    pub method: Method,
    /// Path and query below the base URL, percent-encoded, with its leading slash.
    pub target: String,
    /// Headers; their names are sent in the case written here.
    pub headers: Vec<(String, String)>,
    /// JSON body.
    pub body: Option<String>,
}

/// Without the values of headers, as one of them is a key.
impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("target", &self.target)
            .field("headers", &headers)
            .field("body", &self.body)
            .finish()
    }
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers; in a [`ScenarioTrace`] only [`JUDGED_HEADERS`](Self::JUDGED_HEADERS).
    pub headers: HeaderMap,
    /// Body.
    pub body: Vec<u8>,
}

impl Response {
    /// The headers that judging looks at.
    pub const JUDGED_HEADERS: [HeaderName; 1] = [LOCATION];

    /// Drops all headers but [`JUDGED_HEADERS`](Self::JUDGED_HEADERS).
    pub(crate) fn keep_judged_headers(&mut self) {
        let copied = |name: HeaderName| {
            // A value shares the read buffer of its connection. A copy lets the buffer be freed.
            let value = HeaderValue::from_bytes(self.headers.get(&name)?.as_bytes()).ok()?;
            Some((name, value))
        };
        let kept = Self::JUDGED_HEADERS.into_iter().filter_map(copied);
        self.headers = kept.collect();
    }

    /// Whether the status says that what was asked for was done.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The first value of a header, if it is text.
    #[must_use]
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        let value = self.headers.get(name)?;
        std::str::from_utf8(value.as_bytes()).ok()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The request cannot be put on the wire as it is meant.
    #[error("the request cannot be sent as it is: {0}")]
    Unsendable(String),
    /// No connection could be made.
    #[error("cannot connect: {0}")]
    Connect(String),
    /// The other side could not prove who it is, or does not speak TLS.
    #[error("cannot connect securely: {0}")]
    Tls(String),
    /// The answer did not come in time.
    #[error("no answer in time")]
    Timeout,
    /// The answer was longer than a run takes in.
    #[error("the answer is longer than {0} bytes")]
    TooLarge(usize),
    /// The connection broke, or what came was not HTTP.
    #[error("the connection broke: {0}")]
    Broken(String),
    /// The run gave up before this request.
    #[error("not sent, because the run was stopped")]
    Stopped,
    /// The circuit breaker was open: earlier requests got no answer.
    #[error("not sent, because the service had stopped answering")]
    Unanswered,
    /// Every answer had been a wish to wait, so this request was not made.
    #[error("not sent, because the service kept asking to wait")]
    Throttled,
}

impl Fault {
    /// The word used in journals and reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unsendable(_) => "unsendable",
            Self::Connect(_) => "connect",
            Self::Tls(_) => "tls",
            Self::Timeout => "timeout",
            Self::TooLarge(_) => "too_large",
            Self::Broken(_) => "broken",
            Self::Stopped => "stopped",
            Self::Unanswered => "unanswered",
            Self::Throttled => "put_off",
        }
    }

    /// Whether the service cannot be reached, so that further attempts are pointless.
    #[must_use]
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Connect(_) | Self::Tls(_))
    }

    /// Whether the run itself had ended, so that nothing was sent.
    #[must_use]
    pub fn is_end_of_run(&self) -> bool {
        matches!(self, Self::Stopped | Self::Unanswered | Self::Throttled)
    }

    /// Whether the service may have got the request, and done what it asks for.
    #[must_use]
    pub fn may_have_arrived(&self) -> bool {
        match self {
            Self::Unsendable(_) | Self::Connect(_) | Self::Tls(_) => false,
            Self::Stopped | Self::Unanswered | Self::Throttled => false,
            Self::Timeout | Self::TooLarge(_) | Self::Broken(_) => true,
        }
    }
}

/// One request and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Its number within the play, from 1.
    pub number: u32,
    /// What was sent.
    pub request: Request,
    /// What came back.
    pub outcome: Result<Response, Fault>,
}

/// A scenario as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioTrace {
    /// Id of the scenario.
    pub scenario: String,
    /// The fixtures that were used, by name of the need.
    pub fixtures: Arc<BTreeMap<String, TargetFixture>>,
    /// Whether the fixtures are known to be unused.
    pub fresh_fixtures: bool,
    /// One for each step of the scenario.
    pub steps: Vec<StepTrace>,
    /// One for each call that puts something back.
    pub finally: Vec<StepTrace>,
}

/// A step as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepTrace {
    /// One for each way to make the call; empty when it could not be made.
    pub attempts: Vec<AttemptTrace>,
    /// The values that were looked for, filled in.
    pub values: ExpectedValues,
}

/// One way to make a call: one exchange, or one for each page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttemptTrace {
    /// The exchanges, in order.
    pub exchanges: Vec<Exchange>,
    /// The same pages once more, where they looked wrong: only a list that stood still can be blamed.
    pub reread: Vec<Exchange>,
    /// Whether no page was left when the run stopped asking for pages.
    pub complete: bool,
}

/// The values that a step looks for in its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedValues {
    /// Must be found.
    pub shows: Vec<String>,
    /// Must not be found.
    pub hides: Vec<String>,
    /// Must be found, and not without what was asked for besides.
    pub adds: Vec<String>,
    /// ExpectedValues, each with what its place follows from.
    pub order: Vec<(String, String)>,
    /// Members of the answer, each with the value it must have; those that are not known are missing.
    pub equals: Vec<(FieldLocation, Json)>,
    /// Members of the answer, each with a value that it must not have.
    pub differs: Vec<(FieldLocation, Json)>,
    /// Members of the answer, each with a point in time that it must be near.
    pub near: Vec<(FieldLocation, Json)>,
}

impl Exchange {
    /// Whether the service may have got the request.
    #[must_use]
    pub fn may_have_arrived(&self) -> bool {
        self.outcome
            .as_ref()
            .map_or_else(Fault::may_have_arrived, |_| true)
    }
}

impl ScenarioTrace {
    /// All exchanges, in order.
    pub fn exchanges(&self) -> impl Iterator<Item = &Exchange> {
        let steps = self.steps.iter().chain(&self.finally);
        steps
            .flat_map(|step| &step.attempts)
            .flat_map(|way| way.exchanges.iter().chain(&way.reread))
    }
}

#[cfg(test)]
mod tests {
    use http::header::CONTENT_TYPE;

    use super::*;

    #[test]
    fn headers_that_judging_does_not_look_at_are_dropped() {
        let value = HeaderValue::from_static("/books/1");
        let mut response = Response {
            status: 302,
            headers: [CONTENT_TYPE, LOCATION]
                .map(|name| (name, value.clone()))
                .into_iter()
                .collect(),
            body: Vec::new(),
        };
        response.keep_judged_headers();
        assert_eq!(response.header(LOCATION), Some("/books/1"));
        assert_eq!(response.headers.len(), 1);
    }
}
