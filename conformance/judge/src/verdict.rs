//! The verdict on a clause. The verdicts of a run add up to all clauses, or the run ends as a harness fault.

mod combine;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conformance_model::classes::Class;
use spec::Clause;

use crate::finding::Failure;
use crate::reason::Reason;

pub use combine::verdicts;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Held in this run.
    Held,
    /// Breached, and the document states it.
    Violated,
    /// Breached, and the document only gives an example of it.
    Deviates,
    /// No step could show it.
    NotExercised(Reason),
    /// Steps that could show it showed nothing.
    Inconclusive(Reason),
    /// The contract says why it cannot be seen on the wire.
    Untestable(String),
}

#[derive(Clone, Copy, Debug)]
pub struct VerdictText {
    pub name: &'static str,
    pub meaning: &'static str,
    pub remedy: &'static str,
}

const fn text(name: &'static str, meaning: &'static str, remedy: &'static str) -> VerdictText {
    VerdictText { name, meaning, remedy }
}

impl Verdict {
    /// All verdicts, in the order of a summary.
    pub const ALL: [VerdictText; 6] = [
        text(
            "held",
            "a breach would have been detected in this run, and none was",
            "Nothing. `run --verbose` lists how often it held.",
        ),
        text(
            "violated",
            "a response contradicts a stated fact",
            "The report has the response, the expectation and a command that sends the request again. Mend the server.",
        ),
        text(
            "deviates",
            "a response contradicts a fact that only an example shows",
            "Decide whether the example is binding. It does not fail a run.",
        ),
        text(
            "not_exercised",
            "the run did not reach the clause; the report says why",
            "`explain REASON` says what to do. `--allow not_exercised:REASON` keeps it from making the run incomplete.",
        ),
        text(
            "inconclusive",
            "the run reached it, but the responses neither confirm nor contradict it",
            "`explain REASON` says what to do. The JSON report lists the steps and their reasons under `unclear`.",
        ),
        text(
            "untestable",
            "the clause is not observable over HTTP",
            "Nothing. The contract says why, and `explain CLAUSE` shows it.",
        ),
    ];

    pub fn name(&self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Violated => "violated",
            Self::Deviates => "deviates",
            Self::NotExercised(_) => "not_exercised",
            Self::Inconclusive(_) => "inconclusive",
            Self::Untestable(_) => "untestable",
        }
    }

    /// The name of the [`Reason`], or the reason that the contract gives.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Held | Self::Violated | Self::Deviates => None,
            Self::NotExercised(reason) | Self::Inconclusive(reason) => Some(reason.name()),
            Self::Untestable(why) => Some(why),
        }
    }
}

/// A clause with its verdict and the evidence for it.
#[derive(Clone, Debug)]
pub struct ClauseVerdict {
    pub clause: Arc<Clause>,
    pub verdict: Verdict,
    pub witnesses: u32,
    /// For how many different records or requests it held.
    pub subjects: usize,
    pub scenarios: Arc<[Arc<str>]>,
    pub failures: Vec<ClauseFailure>,
    /// What it held for, if it is about the values of an input.
    pub classes: Option<ClassCoverage>,
    /// Steps that could have shown it and showed nothing, also where others showed it.
    pub unclear: Vec<UnclearStep>,
    /// If the reason is `not_implemented`, the ids of the operations that were answered 501.
    pub lacking: BTreeSet<String>,
}

/// The classes of values that a clause is about, by id. Every correct service does with them what the clause says.
#[derive(Clone, Debug)]
pub struct ClassCoverage {
    /// The member of the body, on the wire.
    pub member: String,
    /// Those that the clause held for in this run.
    pub seen: Vec<&'static str>,
    /// The others.
    pub missing: Vec<&'static str>,
    /// Those that explain its failures: each failed value has one of them, and no value that it held for. Empty if there
    /// is no failure, or values without them failed as well.
    pub failed: Vec<&'static Class>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclearStep {
    pub scenario: Arc<str>,
    /// Step, from 1.
    pub step: usize,
    pub reason: Reason,
}

impl ClauseVerdict {
    /// Replaces a verdict that rests on responses which turned out to say nothing.
    pub fn withdraw(&mut self, reason: Reason) {
        if matches!(self.verdict, Verdict::Held | Verdict::Violated | Verdict::Deviates) {
            self.verdict = Verdict::Inconclusive(reason);
            (self.witnesses, self.subjects, self.classes) = (0, 0, None);
            self.failures.clear();
        }
    }

    /// The operations that are not implemented and that the clause was left open for, if they are not just its own.
    pub fn lacking_elsewhere(&self) -> Option<String> {
        let is_own = |id: &String| Some(id) == self.clause.operation.as_ref();
        let ids: Vec<_> = self.lacking.iter().map(String::as_str).collect();
        (!self.lacking.iter().all(is_own)).then(|| ids.join(", "))
    }

    pub fn is_selected(&self) -> bool {
        self.verdict != Verdict::NotExercised(Reason::Filter)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseFailure {
    pub scenario: Arc<str>,
    /// Step, from 1.
    pub step: usize,
    pub failure: Failure,
}

/// Findings and clauses do not fit together: a defect of this program, which says nothing about the target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HarnessFault {
    #[error("a finding cites `{0}`, which is not a clause")]
    UnknownClause(String),
    #[error("scenario `{scenario}` has a finding about `{clause}`, which it does not claim")]
    Unclaimed { scenario: String, clause: String },
    #[error("{verdicts} verdicts for {clauses} clauses")]
    Sum { verdicts: usize, clauses: usize },
}

/// How many clauses have each verdict; every verdict is listed.
pub fn counts(verdicts: &[ClauseVerdict]) -> BTreeMap<&'static str, usize> {
    let mut counts: BTreeMap<_, _> = Verdict::ALL.into_iter().map(|text| (text.name, 0)).collect();
    for verdict in verdicts {
        *counts.entry(verdict.verdict.name()).or_default() += 1;
    }
    counts
}
