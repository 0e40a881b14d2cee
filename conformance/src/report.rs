//! What a run says to people and to programs. A report is plain values; each reporter is a file.

mod curl;
pub mod human;
pub mod json;
pub mod junit;
mod offered;
mod short_keys;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::allow::Allowed;
use crate::exchange::{Exchange, ScenarioTrace};
use crate::exit::Exit;
use crate::level::Level;
use crate::parsed::Observation;
use crate::plan::Plan;
use crate::residue::Residue;
use crate::retry::RetriedScenario;
use crate::suite::Suite;
use crate::untested::Untested;
use crate::verdict::ClauseVerdict;

pub use offered::Absent;

/// Everything a reporter may want.
pub struct Report<'a> {
    /// Contract and scenarios.
    pub suite: &'a Suite,
    /// What was planned.
    pub plan: &'a Plan,
    /// Where, when and how.
    pub run: RunInfo,
    /// The arguments that aim a run at the same service again.
    pub aim: String,
    /// One verdict for each clause.
    pub verdicts: Vec<ClauseVerdict>,
    /// What was seen where the contract is silent.
    pub observations: Vec<Observation>,
    /// What did not come out alike in all tries.
    pub repeated: Cow<'a, [RetriedScenario]>,
    /// What is left behind.
    pub residue: Vec<Residue>,
    /// What was sent and answered.
    pub traces: Cow<'a, [ScenarioTrace]>,
    /// What kept the run from testing anything, if something did.
    pub untested: Option<Untested>,
    /// The operations that the service seems not to offer.
    pub absent: Absent,
    /// How the run ends.
    pub exit: Exit,
    /// Whether people are shown every held clause.
    pub verbose: bool,
}

/// Where, when and how a run was made.
#[derive(Clone, Debug)]
pub struct RunInfo {
    /// The target.
    pub base_url: String,
    /// How far it went.
    pub level: Level,
    /// What it looked at: everything, or what `--only` says.
    pub profile: String,
    /// What may be left unexercised.
    pub allowed: Vec<Allowed>,
    /// What its ids are made from.
    pub seed: u64,
    /// When it began, in RFC 3339.
    pub started_at: String,
    /// The journal of its writes, if one was kept.
    pub journal: Option<String>,
    /// Names of the environment variables that stand for keys, by the names keys have in reports.
    pub key_names: BTreeMap<String, String>,
}

impl Report<'_> {
    /// Whether the run was allowed to leave a clause unexercised, and did.
    #[must_use]
    pub fn is_allowed(&self, verdict: &ClauseVerdict) -> bool {
        let mut allowed = self.run.allowed.iter();
        allowed.any(|allowed| allowed.covers(&verdict.verdict))
    }

    /// An exchange of a play.
    #[must_use]
    pub fn exchange(&self, scenario: &str, number: u32) -> Option<&Exchange> {
        let trace = self
            .traces
            .iter()
            .find(|trace| trace.scenario == scenario)?;
        trace.exchanges().find(|exchange| exchange.number == number)
    }
}
