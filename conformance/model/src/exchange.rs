//! Requests, responses and faults as plain values.
//!
//! [`ScenarioTrace`] has everything that judging needs to know of a run.

mod body;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use http::header::{CONTENT_ENCODING, LINK, LOCATION};
use http::{HeaderMap, HeaderName, HeaderValue};
use spec::Method;

use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::redact::Redactor;
use crate::target::TargetFixture;

pub use body::ResponseBody;

#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    pub method: Method,
    /// Path and query below the base URL, percent-encoded, with a leading slash.
    pub target: String,
    /// Headers. Names are sent in the case given here.
    pub headers: Vec<(String, String)>,
    pub body: Option<String>,
}

impl Request {
    /// The request without secrets, for display.
    pub fn shown(&self, redactor: &Redactor) -> Self {
        let shown = |text: &String| redactor.shown(text);
        let headers = self.headers.iter();
        Self {
            method: self.method,
            target: shown(&self.target),
            headers: headers.map(|(name, value)| (shown(name), shown(value))).collect(),
            body: self.body.as_ref().map(shown),
        }
    }
}

/// Omits header values, because one of them is a key.
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

#[derive(Clone, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    /// Headers; in a [`ScenarioTrace`] only [`JUDGED_HEADERS`](Self::JUDGED_HEADERS) and those that the contract
    /// describes.
    pub headers: HeaderMap,
    pub body: ResponseBody,
}

/// Omits headers and body, because a service may repeat the key in them.
impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl Response {
    /// The headers that clauses depend on.
    pub const JUDGED_HEADERS: [HeaderName; 3] = [LOCATION, CONTENT_ENCODING, LINK];

    /// Drops all headers but [`JUDGED_HEADERS`](Self::JUDGED_HEADERS) and those that the contract describes.
    pub fn keep_judged_headers<'n>(&mut self, described: impl IntoIterator<Item = &'n str>) {
        let copied = |name: &HeaderName| {
            let values = self.headers.get_all(name).iter().map(HeaderValue::as_bytes);
            // A value shares the read buffer of its connection. A copy lets the buffer be freed.
            let value = match *name {
                // Several links can be in one header, or each in a header of its own.
                LINK => HeaderValue::from_bytes(&values.collect::<Vec<_>>().join(&b", "[..])),
                _ => HeaderValue::from_bytes(values.take(1).next()?),
            };
            value.ok()
        };
        let mut kept = HeaderMap::new();
        for name in Self::JUDGED_HEADERS {
            if let Some(value) = copied(&name).filter(|value| !value.is_empty()) {
                kept.insert(name, value);
            }
        }
        for name in described.into_iter().filter_map(|name| HeaderName::try_from(name).ok()) {
            if let Some(value) = copied(&name) {
                kept.insert(name, value);
            }
        }
        self.headers = kept;
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The content coding of the body, such as `gzip`, if it has one. Requests allow `identity` only, so that such a body
    /// cannot be read.
    pub fn coding(&self) -> Option<&str> {
        let coding = self.header(CONTENT_ENCODING)?.trim();
        (!coding.is_empty() && !coding.eq_ignore_ascii_case("identity")).then_some(coding)
    }

    /// Whether the server, or a gateway before it, was unavailable.
    pub fn is_unavailable(&self) -> bool {
        is_unavailable(self.status)
    }

    /// The first value of a header, if it is valid text.
    pub fn header(&self, name: HeaderName) -> Option<&str> {
        let value = self.headers.get(name)?;
        std::str::from_utf8(value.as_bytes()).ok()
    }
}

/// Whether this status says that the server, or a gateway before it, was unavailable. The server may have processed the
/// request.
pub fn is_unavailable(status: u16) -> bool {
    matches!(status, 502..=504 | 520..=527)
}

/// Why a request has no response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("the request cannot be sent as it is: {0}")]
    Unsendable(String),
    #[error("cannot connect: {0}")]
    Connect(String),
    #[error("cannot connect securely: {0}")]
    Tls(String),
    #[error("no response in time")]
    Timeout,
    #[error("the response is longer than {0} bytes")]
    TooLarge(usize),
    #[error("the response has more than {0} headers, or a head that is too long")]
    HeadTooLarge(usize),
    #[error("the response, or those of the run together, would take more than {0} bytes of memory")]
    TooMuch(usize),
    #[error("the connection broke: {0}")]
    Broken(String),
    #[error("not sent, because the run was stopped")]
    Stopped,
    /// The circuit breaker was open: earlier requests got no response.
    #[error("not sent, because the service had stopped answering")]
    Unanswered,
    /// The circuit breaker was open: the service kept asking to wait.
    #[error("not sent, because the service kept asking to wait")]
    Throttled,
    #[error("not sent, because the key or the base URL is wrong")]
    NotStarted,
    #[error("not sent, because the responses of the run were too large to keep")]
    Oversized,
    #[error("not sent, because the run ended at the first violation")]
    FailedFast,
    /// A call that restores a record of the scenario got no response.
    #[error("not sent, because an earlier call that restores the record was not answered")]
    Unsettled,
}

impl Fault {
    /// The word used in journals and reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unsendable(_) => "unsendable",
            Self::Connect(_) => "connect",
            Self::Tls(_) => "tls",
            Self::Timeout => "timeout",
            Self::TooLarge(_) => "too_large",
            Self::HeadTooLarge(_) => "head_too_large",
            Self::TooMuch(_) => "too_much",
            Self::Broken(_) => "broken",
            Self::Stopped => "stopped",
            Self::Unanswered => "unanswered",
            Self::Throttled => "put_off",
            Self::NotStarted => "not_started",
            Self::Oversized => "oversized",
            Self::FailedFast => "failed_fast",
            Self::Unsettled => "unsettled",
        }
    }

    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Connect(_) | Self::Tls(_))
    }

    /// Whether the run had been stopped, so that nothing was sent.
    pub fn is_end_of_run(&self) -> bool {
        let is_given_up = matches!(self, Self::NotStarted | Self::Oversized | Self::FailedFast);
        is_given_up || matches!(self, Self::Stopped | Self::Unanswered | Self::Throttled)
    }

    /// Whether there was a response that this program does not read.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Self::TooLarge(_) | Self::HeadTooLarge(_) | Self::TooMuch(_))
    }

    /// Whether the service may have received and processed the request.
    pub fn may_have_arrived(&self) -> bool {
        match self {
            Self::Unsendable(_) | Self::Connect(_) | Self::Tls(_) => false,
            Self::Stopped | Self::Unanswered | Self::Throttled => false,
            Self::NotStarted | Self::Oversized | Self::FailedFast | Self::Unsettled => false,
            Self::Timeout | Self::Broken(_) => true,
            Self::TooLarge(_) | Self::HeadTooLarge(_) | Self::TooMuch(_) => true,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Number within the scenario, from 1.
    pub number: u32,
    /// The request as sent. Shared, because copies of a trace are made to be judged.
    pub request: Arc<Request>,
    pub outcome: Result<Response, Fault>,
}

/// Trace of a scenario that was run, with everything as it was sent and answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioTrace {
    pub scenario: String,
    /// Number of the attempt, from 1.
    pub attempt: usize,
    /// Number of its round, from 1. A round is judged together with the latest attempts of the earlier rounds.
    pub round: usize,
    /// Whether it paused after each accepted write.
    pub pauses: bool,
    /// The fixtures, by name of the need.
    pub fixtures: Arc<BTreeMap<String, TargetFixture>>,
    /// Whether the fixtures are known to be unused.
    pub fresh_fixtures: bool,
    /// Text in the values that are made for this execution only; `None` if another run may make the same ones.
    pub mark: Option<String>,
    pub steps: Vec<StepTrace>,
    pub finally: Vec<StepTrace>,
    /// Removes the secrets of the run from what is quoted of the trace.
    pub redactor: Redactor,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepTrace {
    /// One trace for each form of the request; empty if it could not be built.
    pub attempts: Vec<AttemptTrace>,
    /// The expected values with references filled in.
    pub values: ExpectedValues,
}

/// Trace of one form of a request: one exchange, or one for each page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttemptTrace {
    pub exchanges: Vec<Exchange>,
    /// The same pages, read again if they looked wrong. Only an unchanged list proves a failure.
    pub reread: Vec<Exchange>,
    /// Whether pages were read to the last one. A single response may be a whole list without this.
    pub complete: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedValues {
    pub shows: Vec<String>,
    pub hides: Vec<String>,
    /// Must be in this response, and not in the response without the expansion.
    pub adds: Vec<String>,
    pub order: Vec<(String, String)>,
    /// Fields of the response, each with its expected value. Unknown values are left out.
    pub equals: Vec<(FieldLocation, Json)>,
    /// Fields of the response, each with a value that it must not have.
    pub differs: Vec<(FieldLocation, Json)>,
    /// Fields of the response, each with a timestamp that it must be close to.
    pub near: Vec<(FieldLocation, Json)>,
}

impl Exchange {
    /// Whether the service may have received the request.
    pub fn may_have_arrived(&self) -> bool {
        self.outcome.as_ref().map_or_else(Fault::may_have_arrived, |_| true)
    }
}

impl ScenarioTrace {
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
    fn shown_requests_and_debug_output_contain_no_secret() {
        let secret = "canary/7f3a";
        let request = Request {
            method: Method::Put,
            target: "/books/canary%2F7f3a".to_owned(),
            headers: vec![("Library-Card".to_owned(), format!("{secret}-invalid"))],
            body: Some(format!(r#"{{"title":"{secret}"}}"#)),
        };
        let shown = request.shown(&Redactor::new([("key", secret)]));
        assert_eq!(shown.target, "/books/[key]");
        assert_eq!(shown.headers[0].1, "[key]-invalid");
        assert_eq!(shown.body.as_deref(), Some(r#"{"title":"[key]"}"#));
        let headers = [(LOCATION, HeaderValue::from_static(secret))].into_iter().collect();
        let response = Response { status: 200, headers, body: secret.into() };
        assert_eq!(format!("{response:?}"), r#"Response { status: 200, body: 11 bytes, .. }"#);
    }

    #[test]
    fn headers_that_judging_does_not_look_at_are_dropped() {
        let value = HeaderValue::from_static("/books/1");
        let mut response = Response {
            status: 302,
            headers: [CONTENT_TYPE, LOCATION]
                .map(|name| (name, value.clone()))
                .into_iter()
                .collect(),
            body: ResponseBody::default(),
        };
        response.keep_judged_headers([]);
        assert_eq!(response.header(LOCATION), Some("/books/1"));
        assert_eq!(response.headers.len(), 1);
    }
}
