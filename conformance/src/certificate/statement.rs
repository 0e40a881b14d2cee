//! The statement of a certificate: an in-toto Statement with the predicate for test results.
//!
//! <https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md>

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::sha256;
use super::transcript::PlannedRun;
use crate::classes;
use crate::exit::Exit;
use crate::reason::Reason;
use crate::report::Content;
use crate::report::content::{self, Leftover, Outcome};
use crate::suite::{self, Suite};
use crate::waivers::Waivers;

const STATEMENT: &str = "https://in-toto.io/Statement/v1";
const PREDICATE: &str = "https://in-toto.io/attestation/test-result/v0.1";
/// Version of [`RunDetails`].
const VERSION: u64 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    #[serde(rename = "_type")]
    pub kind: String,
    pub subject: Vec<Resource>,
    pub predicate_type: String,
    pub predicate: TestResult,
}

/// An artifact with its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resource {
    pub name: String,
    pub digest: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TestResult {
    pub result: RunResult,
    pub configuration: Vec<Resource>,
    pub passed_tests: Vec<String>,
    pub warned_tests: Vec<String>,
    pub failed_tests: Vec<String>,
    /// An extension, by a name that is a URI.
    #[serde(rename = "urn:contract-conformance:run:v1")]
    pub run: RunDetails,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RunResult {
    Passed,
    Warned,
    Failed,
}

impl RunResult {
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Warned => "passed with warnings",
            Self::Failed => "failed",
        }
    }
}

/// The settings and the results of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunDetails {
    pub version: u64,
    pub tool: String,
    pub service: String,
    pub base_url: String,
    pub level: String,
    pub depth: String,
    pub profile: String,
    pub seed: u64,
    pub started_at: String,
    pub duration_ms: Option<u64>,
    pub exit_code: u8,
    /// Why the run ended early.
    pub stopped: Option<String>,
    pub allowed: Vec<String>,
    pub waivers: Waivers,
    /// Number of clauses by verdict.
    pub summary: BTreeMap<String, usize>,
    pub clauses: Vec<CertifiedClause>,
    pub leftovers: Vec<CertifiedLeftover>,
}

/// The verdict on a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertifiedClause {
    pub id: String,
    pub verdict: Outcome,
    pub reason: Option<String>,
    pub witnesses: u32,
    /// Number of records or requests for which the clause held.
    pub things: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<CertifiedClasses>,
}

/// The classes of values for which a clause held, and the remaining classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertifiedClasses {
    pub input: String,
    pub seen: Vec<String>,
    pub missing: Vec<String>,
}

/// A record that was not cleaned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CertifiedLeftover {
    pub record: String,
    pub done: String,
    pub known_by: String,
    pub unavoidable: bool,
}

impl From<&Leftover> for CertifiedLeftover {
    fn from(left: &Leftover) -> Self {
        Self {
            record: left.record.clone(),
            done: left.done.clone(),
            known_by: left.known_by.clone(),
            unavoidable: left.unavoidable,
        }
    }
}

impl From<&content::Clause> for CertifiedClause {
    fn from(clause: &content::Clause) -> Self {
        let classes = clause.classes.as_ref().map(|classes| CertifiedClasses {
            input: classes.input.clone(),
            seen: classes.seen.clone(),
            missing: classes.missing.clone(),
        });
        Self {
            id: clause.id.clone(),
            verdict: clause.verdict,
            reason: clause.reason.clone(),
            witnesses: clause.witnesses,
            things: clause.things,
            classes,
        }
    }
}

impl Statement {
    /// States what a report says. `transcript` is the text of the transcript.
    pub fn new(suite: &Suite, report: &Content, waivers: &Waivers, transcript: &str) -> Self {
        let run = RunDetails {
            version: VERSION,
            tool: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            service: report.service.clone(),
            base_url: report.run.base_url.clone(),
            level: report.run.level.clone(),
            depth: report.run.depth.clone(),
            profile: report.run.profile.clone(),
            seed: report.run.seed,
            started_at: report.run.started_at.clone(),
            duration_ms: report.run.duration_ms,
            exit_code: report.exit.code(),
            stopped: report.stopped.clone(),
            allowed: report.run.allowed.clone(),
            waivers: waivers.clone(),
            summary: report.summary.clone(),
            clauses: report.clauses.iter().map(CertifiedClause::from).collect(),
            leftovers: report.leftovers.iter().map(CertifiedLeftover::from).collect(),
        };
        let mut configuration = suite_digests(suite);
        configuration.push(resource("waivers", waivers_text(waivers)));
        configuration.push(resource("transcript", transcript));
        let lists = TestLists::of(&run);
        Self {
            kind: STATEMENT.to_owned(),
            subject: vec![resource(&run.base_url, &run.base_url)],
            predicate_type: PREDICATE.to_owned(),
            predicate: TestResult {
                result: lists.result(report.exit),
                configuration,
                passed_tests: lists.passed,
                warned_tests: lists.warned,
                failed_tests: lists.failed,
                run,
            },
        }
    }

    /// Reads a statement. The error says what is wrong with the certificate.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let value: serde_json::Value = serde_json::from_slice(text)
            .map_err(|error| format!("has a payload that is no statement: {error}"))?;
        let member = |name: &str| value.get(name).and_then(serde_json::Value::as_str);
        for (name, known) in [("_type", STATEMENT), ("predicateType", PREDICATE)] {
            if member(name) != Some(known) {
                let found = member(name).unwrap_or_default();
                return Err(format!("has the unknown `{name}` `{found}`, not `{known}`"));
            }
        }
        let version = value.pointer("/predicate/urn:contract-conformance:run:v1/version");
        if version.and_then(serde_json::Value::as_u64) != Some(VERSION) {
            return Err(format!(
                "has an unknown version; this program reads version {VERSION}: verify it with the program that made it"
            ));
        }
        serde_json::from_value(value).map_err(|error| format!("is no certificate: {error}"))
    }

    /// The digest of a part, such as `contract`.
    pub fn digest_of(&self, part: &str) -> Option<&str> {
        let found = self.predicate.configuration.iter().find(|known| known.name == part)?;
        found.digest.get("sha256").map(String::as_str)
    }

    /// Checks that the statement agrees with itself: totals, lists and result follow from the clauses.
    pub fn check(&self) -> Result<(), String> {
        let TestResult { result, run, passed_tests, warned_tests, failed_tests, .. } =
            &self.predicate;
        for outcome in Outcome::ALL {
            let count = run.clauses.iter().filter(|clause| clause.verdict == outcome).count();
            let stated = run.summary.get(outcome.name()).copied().unwrap_or_default();
            if stated != count {
                let name = outcome.words();
                return Err(format!("says that {stated} clauses are {name}, and lists {count}"));
            }
        }
        let lists = TestLists::of(run);
        if (&lists.passed, &lists.warned, &lists.failed)
            != (passed_tests, warned_tests, failed_tests)
        {
            return Err("has lists of tests that do not follow from its clauses".to_owned());
        }
        let exit = Exit::try_from(run.exit_code)?;
        if lists.result(exit) != *result {
            return Err(format!(
                "says that the run {}, which does not follow from its exit code {} and its clauses",
                result.name(),
                run.exit_code
            ));
        }
        if self.subject != [resource(&run.base_url, &run.base_url)] {
            return Err("has a subject that is not the base URL of the run".to_owned());
        }
        if self.digest_of("waivers") != Some(&sha256(waivers_text(&run.waivers))) {
            return Err("has waivers that do not have their digest".to_owned());
        }
        Ok(())
    }

    /// Whether the transcript belongs to this run.
    pub fn is_of(&self, planned: &PlannedRun) -> bool {
        let run = &self.predicate.run;
        (&run.base_url, &run.started_at, run.seed, &run.level, &run.depth)
            == (
                &planned.base_url,
                &planned.started_at,
                planned.seed,
                &planned.level,
                &planned.depth,
            )
    }
}

/// The digests of everything that the verdicts depend on: contract, overlay, scenarios, and classes of values.
pub(super) fn suite_digests(suite: &Suite) -> Vec<Resource> {
    let contract = &suite.contract;
    let scenarios = suite.scenarios.iter();
    let scenarios: Vec<_> = scenarios
        .map(|scenario| {
            let file = suite::file(scenario, contract);
            format!("{}\n{}", file.address, file.text)
        })
        .collect();
    let answers = contract.overlay.iter().flat_map(|overlay| &overlay.answers);
    let answers: Vec<_> =
        answers.map(|answer| format!("{}\n{}\n", answer.gap, answer.value)).collect();
    vec![
        resource("contract", &contract.canonical),
        resource("overlay", answers.concat()),
        resource("scenarios", scenarios.concat()),
        resource("classes", classes::listing()),
    ]
}

fn resource(name: &str, content: impl AsRef<[u8]>) -> Resource {
    let digest = [("sha256".to_owned(), sha256(content))].into();
    Resource { name: name.to_owned(), digest }
}

fn waivers_text(waivers: &Waivers) -> String {
    let lines = waivers
        .iter()
        .map(|(clause, it)| format!("{clause}\n{:?} {:?} {:?}\n", it.reason, it.owner, it.until));
    lines.collect()
}

/// The ids of the clauses, listed as tests by result.
struct TestLists {
    passed: Vec<String>,
    warned: Vec<String>,
    failed: Vec<String>,
    /// Whether the run exercised every clause, apart from those that a conforming service may leave unexercised.
    is_whole: bool,
}

impl TestLists {
    /// Held clauses passed, and violated ones failed. Waived violations and deviations are warnings.
    fn of(run: &RunDetails) -> Self {
        let is_left = |clause: &CertifiedClause| {
            clause.verdict == Outcome::NotExercised
                && clause.reason.as_deref() != Some(Reason::LegallyAbsent.name())
        };
        let is_whole = !run.clauses.iter().any(is_left);
        let mut lists =
            Self { passed: Vec::new(), warned: Vec::new(), failed: Vec::new(), is_whole };
        for clause in &run.clauses {
            let list = match clause.verdict {
                Outcome::Held => &mut lists.passed,
                Outcome::Violated if !run.waivers.contains_key(&clause.id) => &mut lists.failed,
                Outcome::Violated | Outcome::Deviates => &mut lists.warned,
                Outcome::NotExercised | Outcome::Inconclusive | Outcome::Untestable => continue,
            };
            list.push(clause.id.clone());
        }
        lists
    }

    /// Clauses that `--only` or `--allow` leaves out are also a warning.
    fn result(&self, exit: Exit) -> RunResult {
        match exit {
            Exit::Conforms if self.warned.is_empty() && self.is_whole => RunResult::Passed,
            Exit::Conforms | Exit::Incomplete | Exit::Waivers | Exit::Answers => RunResult::Warned,
            _ => RunResult::Failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_run_passes() {
        let lists = |is_whole, warned: &[&str]| TestLists {
            passed: Vec::new(),
            warned: warned.iter().map(|id| (*id).to_owned()).collect(),
            failed: Vec::new(),
            is_whole,
        };
        for (lists, exit, result) in [
            (lists(true, &[]), Exit::Conforms, RunResult::Passed),
            (lists(true, &["a"]), Exit::Conforms, RunResult::Warned),
            (lists(false, &[]), Exit::Conforms, RunResult::Warned),
            (lists(true, &[]), Exit::Answers, RunResult::Warned),
            (lists(true, &[]), Exit::Violated, RunResult::Failed),
        ] {
            assert_eq!(lists.result(exit), result, "{exit:?}");
        }
    }
}
