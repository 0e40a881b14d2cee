//! What a report says, as it is written in JSON. Every other format is made of this, whether the run has just ended or its
//! JSON report is read again.

#![expect(missing_docs, reason = "the schema of the report describes the members")]

mod answer;
mod evidence;
mod make;
mod read;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::exit::Exit;
use crate::verdict::Verdict;
use crate::waivers::Waiver;

pub use answer::{Answer, AnswerOutcome};
pub use read::read;

/// Version of the form.
pub const SCHEMA: u64 = 2;

/// A report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Content {
    /// Always [`SCHEMA`].
    pub schema: u64,
    /// Title of the contract.
    pub service: String,
    /// Target and settings.
    pub run: Run,
    /// The exit code of the program.
    #[serde(rename = "exit_code")]
    pub exit: Exit,
    /// Why nothing could be tested, if that decides the exit code.
    pub could_not_test: Option<String>,
    /// What explains all other results, if there is such a reason.
    pub cause: Option<String>,
    /// Whether reports for people leave out the results, because one reason explains them.
    pub explained: bool,
    /// Keys that were refused, beside the cause.
    pub refused_keys: Vec<String>,
    /// Why the run ended early.
    pub stopped: Option<String>,
    /// Number of clauses by verdict.
    pub summary: BTreeMap<String, usize>,
    /// In the order of the contract.
    pub operations: Vec<Operation>,
    /// In order of id.
    pub clauses: Vec<Clause>,
    /// What was sent and answered in the steps that failures refer to.
    pub scenarios: Vec<Scenario>,
    /// What the reasons of clauses and steps mean, by name.
    pub reasons: BTreeMap<String, Meaning>,
    /// What the target lacks.
    pub needed: Vec<Needed>,
    /// One sentence for each operation that the service does not seem to have.
    pub unimplemented: Vec<String>,
    /// What was odd about the form of responses.
    pub notes: Vec<String>,
    /// The answers of the overlay, in order of gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// In order of gap.
    pub observations: Vec<Observation>,
    /// What the gaps of the observations are, by id.
    pub gaps: BTreeMap<String, String>,
    /// Retried scenarios whose attempts differed.
    pub repeated: Vec<Repeated>,
    /// What the run did not clean up.
    pub leftovers: Vec<Leftover>,
    /// Whether the report for people lists every held clause and every observation.
    #[serde(skip)]
    pub verbose: bool,
}

/// Target and settings of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub base_url: String,
    pub level: String,
    pub depth: String,
    pub profile: String,
    pub seed: u64,
    /// In RFC 3339.
    pub started_at: String,
    pub duration_ms: Option<u64>,
    pub contract_digest: String,
    pub allowed: Vec<String>,
    /// Path of the journal.
    pub journal: Option<String>,
}

/// An operation of the contract.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Operation {
    pub id: String,
    pub resource: String,
    pub method: String,
    pub path: String,
}

/// The name of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Violated,
    Deviates,
    NotExercised,
    Inconclusive,
    Untestable,
    Held,
}

impl Outcome {
    /// In the order of a summary.
    pub const ALL: [Self; 6] = [
        Self::Held,
        Self::Violated,
        Self::Deviates,
        Self::NotExercised,
        Self::Inconclusive,
        Self::Untestable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Violated => "violated",
            Self::Deviates => "deviates",
            Self::NotExercised => "not_exercised",
            Self::Inconclusive => "inconclusive",
            Self::Untestable => "untestable",
        }
    }

    /// The name in text for people.
    pub fn words(self) -> String {
        self.name().replace('_', " ")
    }

    /// Whether a response contradicted the clause.
    pub fn is_breach(self) -> bool {
        matches!(self, Self::Violated | Self::Deviates)
    }
}

impl From<&Verdict> for Outcome {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Held => Self::Held,
            Verdict::Violated => Self::Violated,
            Verdict::Deviates => Self::Deviates,
            Verdict::NotExercised(_) => Self::NotExercised,
            Verdict::Inconclusive(_) => Self::Inconclusive,
            Verdict::Untestable(_) => Self::Untestable,
        }
    }
}

/// A clause with its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clause {
    pub id: String,
    /// `None` for the whole service.
    pub operation: Option<String>,
    pub section: String,
    pub evidence: String,
    pub statement: String,
    pub testable: bool,
    pub verdict: Outcome,
    /// Name of a reason, or the text why it cannot be tested.
    pub reason: Option<String>,
    pub selected: bool,
    pub allowed: bool,
    pub witnesses: u32,
    /// For how many records or requests it held.
    pub things: usize,
    pub scenarios: Vec<String>,
    pub failures: Vec<Failure>,
    pub unclear: Vec<Unclear>,
    /// Arguments that judge it again, of a breached clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// What is odd about its operation, if it is breached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<Classes>,
    /// The waiver of the clause, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiver: Option<Waiver>,
    /// Whether the waiver is no longer needed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_idle_waiver: bool,
    /// Operations that are not implemented and for which it was left open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_implemented: Vec<String>,
}

impl Clause {
    /// Whether it was selected and can be tested, and did not hold.
    pub fn is_open(&self) -> bool {
        self.selected && self.testable && self.verdict != Outcome::Held
    }

    /// The waiver in a sentence, if the clause needs one.
    pub fn waived(&self) -> Option<String> {
        let waiver = self.waiver.as_ref().filter(|_| !self.has_idle_waiver)?;
        let Waiver { reason, owner, until } = waiver;
        Some(format!("waived until {until} by {owner}: {reason}"))
    }

    /// The operations that are not implemented, if they are not just its own.
    pub fn lacking_elsewhere(&self) -> Option<String> {
        let is_own = |id: &String| Some(id) == self.operation.as_ref();
        let ids = &self.not_implemented;
        (!ids.iter().all(is_own)).then(|| ids.join(", "))
    }

    /// Which values it failed for, where it held for others: `only where ...`.
    pub fn failed_values(&self) -> Option<String> {
        let classes = self.classes.as_ref().filter(|classes| !classes.failed.is_empty())?;
        let have: Vec<&str> = classes.failed.iter().map(|class| class.has.as_str()).collect();
        Some(format!("only where {} has {}", classes.input, have.join(", or ")))
    }
}

/// The classes of values of an input, by id.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Classes {
    pub input: String,
    pub seen: Vec<String>,
    pub missing: Vec<String>,
    pub failed: Vec<FailedClass>,
}

/// A class of values for which a clause failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FailedClass {
    pub id: String,
    pub has: String,
}

/// A step that could have shown a clause and showed nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unclear {
    pub scenario: String,
    pub step: usize,
    pub reason: String,
}

/// A response that contradicts a clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub scenario: String,
    /// From 1.
    pub step: usize,
    /// Number of the exchange in the scenario.
    pub exchange: u32,
    /// JSON pointer into the response.
    pub pointer: String,
    pub expected: String,
    pub actual: String,
    /// The steps that lead to it, in order.
    pub steps: Vec<StepRole>,
    /// The command that repeats the request.
    pub curl: Option<String>,
}

/// A step, and what it is for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRole {
    pub step: usize,
    pub role: Role,
}

/// What a step is for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// It made, changed or showed what the failed call is about.
    Subject,
    /// An earlier call of the same operation, to compare with.
    Control,
    /// The step whose response failed.
    Failed,
}

impl Role {
    pub fn words(self) -> &'static str {
        match self {
            Self::Subject => "before",
            Self::Control => "compare",
            Self::Failed => "failed",
        }
    }
}

/// The steps of a scenario that failures refer to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scenario {
    pub id: String,
    pub title: String,
    pub steps: Vec<Step>,
}

/// A step with what was sent and answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Step {
    pub step: usize,
    pub operation: String,
    pub expected: String,
    pub exchanges: Vec<Exchange>,
    /// Number of exchanges that are left out.
    pub left_out: usize,
}

/// A request and its response.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Exchange {
    pub number: u32,
    pub request: Request,
    /// `None` if there was none: see `fault`.
    pub response: Option<Response>,
    pub fault: Option<String>,
}

/// A request without secrets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Request {
    pub method: String,
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Option<Body>,
}

/// A response without secrets.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Option<Body>,
}

/// The start of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Body {
    pub text: String,
    /// Length of the whole body in bytes.
    pub bytes: usize,
    /// Whether `text` is less than all of it.
    pub cut: bool,
}

/// What a reason means, and what to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meaning {
    pub meaning: String,
    pub remedy: String,
}

/// What a target needs to exercise the clauses with a verdict and a reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Needed {
    pub verdict: Outcome,
    pub reason: String,
    pub wanted: Vec<String>,
}

/// What was seen at a gap.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Observation {
    pub gap: String,
    pub value: String,
    pub witnesses: u32,
}

/// A scenario that was retried and whose attempts differed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Repeated {
    pub scenario: String,
    pub why: String,
    pub meaning: String,
    pub tries: usize,
    pub fixtures: Vec<Fixture>,
    pub doubts: Vec<Doubt>,
}

/// A fixture of a retried scenario.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fixture {
    pub kind: String,
    pub id: String,
}

/// A failure that did not occur in every attempt.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Doubt {
    pub clause: String,
    pub step: usize,
    pub wrong: usize,
    pub held: usize,
    pub pointer: String,
    pub expected: String,
    pub actual: String,
    pub difference: String,
    pub meaning: String,
    pub changed_start: Option<ChangedStart>,
}

/// A value by which the starting states of attempts differ.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChangedStart {
    pub field: String,
    pub before: String,
    pub after: String,
}

/// A record that a run created or changed and did not restore.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Leftover {
    pub record: String,
    pub done: String,
    pub known_by: String,
    pub scenario: String,
    pub unavoidable: bool,
    pub operation: String,
    pub members: Vec<String>,
}

impl Content {
    /// The step of a scenario, if it is in the report.
    pub fn step(&self, scenario: &str, step: usize) -> Option<&Step> {
        let scenario = self.scenarios.iter().find(|known| known.id == scenario)?;
        scenario.steps.iter().find(|known| known.step == step)
    }

    /// The exchange whose response failed.
    pub fn exchange(&self, failure: &Failure) -> Option<&Exchange> {
        let steps = failure.steps.iter().filter(|step| step.role == Role::Failed);
        let mut steps = steps.filter_map(|step| self.step(&failure.scenario, step.step));
        steps.find_map(|step| step.exchanges.iter().find(|it| it.number == failure.exchange))
    }

    /// What a reason means.
    pub fn meaning(&self, reason: &str) -> &str {
        self.reasons.get(reason).map_or("", |reason| &reason.meaning)
    }

    /// The clauses that the run was asked for.
    pub fn selected(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|clause| clause.selected)
    }

    /// Number of selected clauses with a verdict whose failure is waived.
    pub fn count_waived(&self, verdict: Outcome) -> usize {
        let clauses = self.selected().filter(|clause| clause.verdict == verdict);
        clauses.filter(|clause| clause.waived().is_some()).count()
    }

    /// Number of selected clauses with a verdict.
    pub fn count(&self, verdict: Outcome) -> usize {
        self.selected().filter(|clause| clause.verdict == verdict).count()
    }
}
