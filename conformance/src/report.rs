//! Reports of a run: the data of a report, and a module for each format.

pub(crate) mod compare;
pub mod content;
mod curl;
pub mod github;
pub mod har;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
pub mod markdown;
pub(crate) mod markup;
pub(crate) mod sweep;
pub mod tap;
mod unimplemented;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::allow::Allowed;
use crate::depth::Depth;
use crate::exchange::{Request, ScenarioTrace};
use crate::exit::Exit;
use crate::leftovers::Leftover;
use crate::level::Level;
use crate::observed::CheckedAnswer;
use crate::parsed::Observation;
use crate::plan::Plan;
use crate::reason::Reason;
use crate::retry::RetriedScenario;
use crate::suite::Suite;
use crate::untested::{RefusedKey, UntestedCause};
use crate::verdict::{ClauseVerdict, Verdict};
use crate::waivers::Waivers;

pub use content::Content;
pub use curl::CurlArgument;
pub use unimplemented::Unimplemented;

/// Renders a report as text. Fails if the text cannot be made in the format.
pub type RenderReport = fn(&Content) -> anyhow::Result<String>;

/// The formats of `--report`, by name.
pub const FORMATS: [(&str, RenderReport); 8] = [
    ("json", |report| Ok(json::render(report)?)),
    ("html", |report| Ok(html::render(report))),
    ("markdown", |report| Ok(markdown::render(report))),
    ("junit", |report| Ok(junit::render(report)?)),
    ("tap", |report| Ok(tap::render(report))),
    ("github", |report| Ok(github::render(report))),
    ("har", |report| Ok(har::render(report)?)),
    ("human", |report| Ok(human::render(report))),
];

/// The format of events that are written during the run.
pub const EVENTS: &str = "ndjson";

/// The names of the formats, for help and errors.
pub fn format_names() -> String {
    format!("{}, {EVENTS}", FORMATS.map(|(name, _)| name).join(", "))
}

/// The arguments of the program that repeat a run.
#[derive(Debug, Clone)]
pub enum Repeat {
    /// Those of `run` that choose service, target and depth.
    Run(String),
    /// All, beginning with `explore`.
    Explore(String),
}

impl Repeat {
    /// The arguments that judge a clause again, at this level.
    pub fn of_clause(&self, level: Level, clause: &str) -> String {
        match self {
            Self::Run(flags) => format!("run {flags} --level {level} --only '{clause}'"),
            // The calls of a walk depend on those before them, so that walks are repeated as a whole.
            Self::Explore(arguments) => arguments.clone(),
        }
    }
}

/// Data for all report formats.
pub struct Report<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// The plan of the run.
    pub plan: &'a Plan,
    /// Target and settings of the run.
    pub run: RunInfo,
    /// The command that repeats the run against the same service.
    pub repeat: Repeat,
    /// One verdict for each clause.
    pub verdicts: Vec<ClauseVerdict>,
    /// Observations at gaps of the contract, in order of gap.
    pub observations: Vec<Observation>,
    /// Retried scenarios whose attempts differed.
    pub repeated: Cow<'a, [RetriedScenario]>,
    /// Records that the run created or changed and did not restore.
    pub leftovers: Vec<Leftover>,
    /// Requests and responses.
    pub(crate) traces: Cow<'a, [ScenarioTrace]>,
    /// Keys that were refused, while no call with them was accepted.
    pub refused_keys: Vec<RefusedKey>,
    /// What explains all other results, if there is such a reason.
    pub untested_cause: Option<UntestedCause>,
    /// Operations that the service does not seem to implement.
    pub unimplemented: Unimplemented,
    /// What was odd about the form of responses.
    pub notes: Vec<String>,
    /// What the run shows about the answers of the overlay, in order of gap.
    pub answers: Vec<CheckedAnswer>,
    /// Outcome of the run.
    pub exit: Exit,
    /// How long it took.
    pub duration: Option<Duration>,
    /// Whether the human-readable report lists every held clause and every observation.
    pub verbose: bool,
}

/// Target and settings of a run.
#[derive(Clone, Debug)]
pub struct RunInfo {
    /// Base URL of the target.
    pub base_url: String,
    /// How much the run was allowed to change.
    pub level: Level,
    /// Which scenarios it replayed.
    pub depth: Depth,
    /// Which clauses were checked: all, or those selected by `--only`.
    pub profile: String,
    /// Clauses that may be unexercised.
    pub allowed: Vec<Allowed>,
    /// Known failures that do not change the exit code, by clause.
    pub waivers: Waivers,
    /// Seed of the generated ids.
    pub seed: u64,
    /// Start of the run, in RFC 3339.
    pub started_at: String,
    /// Path of the journal, if one was kept.
    pub journal: Option<String>,
    /// What a `curl` command needs beside the request: for keys by their names in redacted text, for headers by name.
    pub curl_arguments: BTreeMap<String, CurlArgument>,
    /// Where each key came from, by kind: a variable or a file. Of others, the usual variable is named.
    pub key_sources: BTreeMap<String, String>,
}

impl Report<'_> {
    /// Why nothing could be tested, if that decides the exit code.
    pub fn could_not_test(&self) -> Option<String> {
        let why = || match &self.untested_cause {
            Some(cause) => cause.to_string(),
            None => nothing_held(&self.verdicts),
        };
        (self.exit == Exit::Untested).then(why)
    }

    /// Whether a clause was not exercised and the run allows this.
    pub fn is_allowed(&self, verdict: &ClauseVerdict) -> bool {
        let mut allowed = self.run.allowed.iter();
        allowed.any(|allowed| allowed.covers(&verdict.verdict))
    }

    /// The request of an exchange of a scenario by its number, without secrets.
    pub fn request(&self, scenario: &str, number: u32) -> Option<Request> {
        let trace = self.traces.iter().find(|trace| trace.scenario == scenario)?;
        let exchange = trace.exchanges().find(|exchange| exchange.number == number)?;
        Some(exchange.request.shown(&trace.redactor))
    }
}

/// That nothing held, with the reason of most clauses that something was sent for, or else of most clauses.
fn nothing_held(verdicts: &[ClauseVerdict]) -> String {
    let mut counts: BTreeMap<Reason, usize> = BTreeMap::new();
    for clause in verdicts {
        if let Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) = clause.verdict {
            *counts.entry(reason).or_default() += 1;
        }
    }
    counts.remove(&Reason::Filter);
    let all: usize = counts.values().sum();
    // These reasons and those after them are known before a run.
    let rank = |(reason, count): &(&Reason, &usize)| (**reason < Reason::NoFixture, **count);
    // Of equally frequent reasons, the first one.
    match counts.iter().rev().max_by_key(rank) {
        None => "nothing held".to_owned(),
        Some((reason, count)) => format!(
            "nothing held, because of {} ({count} of {all} clauses): {}",
            reason.name(),
            reason.explanation()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clause_verdict;

    fn clause(reason: Reason) -> ClauseVerdict {
        clause_verdict(Verdict::NotExercised(reason))
    }

    #[test]
    fn most_frequent_reason_of_the_run_is_named() {
        use Reason::{Filter, NoFixture, Stopped, Throttled};
        let named = |reasons: &[Reason]| {
            let verdicts: Vec<_> = reasons.iter().copied().map(clause).collect();
            nothing_held(&verdicts).split(": ").next().unwrap_or_default().to_owned()
        };
        let because = "nothing held, because of";
        assert_eq!(named(&[Filter]), "nothing held");
        assert_eq!(named(&[Filter, NoFixture]), format!("{because} no_fixture (1 of 1 clauses)"));
        let run = [NoFixture, NoFixture, NoFixture, Stopped, Throttled, Throttled];
        assert_eq!(named(&run), format!("{because} put_off (2 of 6 clauses)"));
        assert_eq!(named(&[Throttled, Stopped]), format!("{because} stopped (1 of 2 clauses)"));
    }
}
