//! What went over the wire: requests, answers and faults, as plain values.
//!
//! Everything that judging needs of a run is in [`Play`]; nothing here knows how it was sent.

use std::collections::BTreeMap;

use spec::Method;

/// One request, as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// One answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body.
    pub body: Vec<u8>,
}

impl Response {
    /// The value of a header; `name` in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// No connection could be made.
    #[error("cannot connect: {0}")]
    Connect(String),
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
pub struct Play {
    /// Id of the scenario.
    pub scenario: String,
    /// What the target told of the fixtures that were used: by name of the need, then by fact.
    pub fixtures: BTreeMap<String, BTreeMap<String, String>>,
    /// One for each step of the scenario.
    pub steps: Vec<StepPlay>,
}

/// A step as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepPlay {
    /// One for each way to make the call; empty when it could not be made.
    pub ways: Vec<WayPlay>,
    /// The values that were looked for, filled in.
    pub values: Values,
}

/// One way to make a call: one exchange, or one for each page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WayPlay {
    /// The exchanges, in order.
    pub exchanges: Vec<Exchange>,
    /// Whether no page was left when the run stopped asking for pages.
    pub complete: bool,
}

/// The values that a step looks for in its answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Must be found.
    pub shows: Vec<String>,
    /// Must not be found.
    pub hides: Vec<String>,
    /// Values, each with what its place follows from.
    pub order: Vec<(String, String)>,
}

impl Play {
    /// All exchanges, in order.
    pub fn exchanges(&self) -> impl Iterator<Item = &Exchange> {
        self.steps
            .iter()
            .flat_map(|step| &step.ways)
            .flat_map(|way| &way.exchanges)
    }
}
