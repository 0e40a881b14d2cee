//! Why a run could not test anything: one reason that explains all other results, or the most frequent one.

mod peculiarities;
mod refused_key;
mod responses;
mod survey;

use std::fmt;

use crate::exchange::{Fault, ScenarioTrace};
use crate::redact::{Quote, Redactor};
use crate::text::escape;

pub use refused_key::{KeyResponses, RefusedKey, describe_refusal};
pub use responses::{AlikeResponses, ResponseKind};
pub use survey::Survey;

/// What explains all other results: no call got a documented response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UntestedCause {
    /// There was no response.
    Unanswered {
        /// Base URL of the target.
        base_url: String,
        /// Why there was none.
        fault: Quote,
    },
    /// The usual key was refused, and no call with it was accepted.
    KeyRefused(RefusedKey),
    /// All calls that should have been accepted got these responses.
    Responses(Vec<AlikeResponses>),
}

impl UntestedCause {
    /// What keeps a run from testing, if anything does. `before` is the fault that ended fixture discovery.
    pub fn of(
        base_url: &str,
        traces: &[ScenarioTrace],
        before: Option<&Fault>,
        usual: Option<&RefusedKey>,
        survey: &Survey,
        redactor: &Redactor,
    ) -> Option<Self> {
        if let Some(fault) = unanswered(traces, before) {
            return Some(Self::Unanswered {
                base_url: base_url.to_owned(),
                fault: describe(fault, redactor),
            });
        }
        let responses = || survey.responses().map(Self::Responses);
        usual.map(|key| Self::KeyRefused(key.clone())).or_else(responses)
    }

    /// Whether nothing was tested, also where a clause held, such as that of a refused key.
    pub fn prevents_testing(&self) -> bool {
        !matches!(self, Self::Responses(_))
    }

    /// Whether every call got a response of this kind.
    pub fn is_only(&self, kind: ResponseKind) -> bool {
        matches!(self, Self::Responses(responses) if responses.iter().all(|alike| alike.kind == kind))
    }
}

impl fmt::Display for UntestedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { base_url, fault } => {
                write!(f, "no response from {base_url}: {}", escape(fault))
            }
            Self::KeyRefused(key) => write!(f, "{key}"),
            Self::Responses(responses) => match responses.as_slice() {
                [alike] => write!(f, "every call was answered {alike}; {}", alike.kind.advice()),
                several => {
                    let counts = several.iter();
                    let counts = counts.map(|alike| format!("{} times {alike}", alike.calls));
                    let counts: Vec<_> = counts.collect();
                    write!(f, "no call got a documented response, but {}", counts.join(", "))
                }
            },
        }
    }
}

/// The first fault of a run without any response. It may have occurred during fixture discovery.
fn unanswered<'p>(traces: &'p [ScenarioTrace], before: Option<&'p Fault>) -> Option<&'p Fault> {
    let outcomes = || traces.iter().flat_map(ScenarioTrace::exchanges).map(|it| &it.outcome);
    if outcomes().any(Result::is_ok) {
        return None;
    }
    let mut faults = outcomes().filter_map(|outcome| outcome.as_ref().err());
    faults.find(|fault| !fault.is_end_of_run()).or(before)
}

fn describe(fault: &Fault, redactor: &Redactor) -> Quote {
    match fault {
        // Without a connection, the fault would be another one.
        Fault::Timeout => redactor.quote(format!(
            "{fault}: it accepts connections, and the first requests were not answered within `--timeout`"
        )),
        _ => redactor.quote(fault.to_string()),
    }
}
