//! From findings to one verdict for each clause; the verdicts add up to all clauses or the run is
//! a fault of the harness.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, Evidence};

use crate::claims::Clauses;
use crate::clauses;
use crate::finding::{Coverage, Failure, FindingResult};
use crate::judge::Finding;
use crate::plan::Plan;
use crate::reason::Reason;

/// What became of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was shown to hold.
    Held,
    /// It was shown not to hold, and the document states it.
    Violated,
    /// It was shown not to hold, and the document only gives an example of it.
    Deviates,
    /// Nothing was done that could show it.
    NotExercised(Reason),
    /// Something was done, and it showed nothing.
    Inconclusive(Reason),
    /// It was shown not to hold, and somebody has said why that is to be.
    Waived(String),
    /// The contract says why it cannot be seen on the wire.
    Untestable(String),
}

impl Verdict {
    /// The words for all verdicts, in the order of a summary.
    pub const NAMES: [&'static str; 7] = [
        "held",
        "violated",
        "deviates",
        "not_exercised",
        "inconclusive",
        "waived",
        "untestable",
    ];

    /// The word used in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Violated => "violated",
            Self::Deviates => "deviates",
            Self::NotExercised(_) => "not_exercised",
            Self::Inconclusive(_) => "inconclusive",
            Self::Waived(_) => "waived",
            Self::Untestable(_) => "untestable",
        }
    }

    /// Why, in a word of [`Reason`] or in the words of the contract.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Held | Self::Violated | Self::Deviates => None,
            Self::NotExercised(reason) | Self::Inconclusive(reason) => Some(reason.name()),
            Self::Waived(why) | Self::Untestable(why) => Some(why),
        }
    }
}

/// A clause with its verdict and what it rests on.
#[derive(Clone, Debug)]
pub struct ClauseVerdict {
    /// The clause.
    pub clause: Arc<Clause>,
    /// The verdict.
    pub verdict: Verdict,
    /// How often it was seen to hold.
    pub witnesses: u32,
    /// Of how many different things it was seen to hold.
    pub subjects: usize,
    /// Scenarios that can show it.
    pub scenarios: Arc<[Arc<str>]>,
    /// How it was seen not to hold.
    pub failures: Vec<ClauseFailure>,
    /// Steps that could have shown it and showed nothing. Also listed where others showed it.
    pub unclear: Vec<UnclearStep>,
}

/// A step that could have shown a clause and showed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclearStep {
    /// Scenario.
    pub scenario: Arc<str>,
    /// Step, from 1.
    pub step: usize,
    /// Why it showed nothing.
    pub reason: Reason,
}

impl ClauseVerdict {
    /// Whether the run was asked about the clause.
    #[must_use]
    pub fn is_selected(&self) -> bool {
        self.verdict != Verdict::NotExercised(Reason::Filter)
    }
}

/// A failure and where it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseFailure {
    /// Scenario.
    pub scenario: Arc<str>,
    /// Step, from 1.
    pub step: usize,
    /// What was wrong.
    pub failure: Failure,
}

/// The numbers do not add up: a defect of this program, and no statement about the target.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HarnessFault {
    /// A finding is about something that is no clause.
    #[error("a finding cites `{0}`, which is no clause")]
    UnknownClause(String),
    /// A finding is about a clause that its scenario does not claim.
    #[error("scenario `{scenario}` has a finding about `{clause}`, which it does not claim")]
    Unclaimed {
        /// Scenario.
        scenario: String,
        /// Clause.
        clause: String,
    },
    /// Verdicts are missing or there are too many.
    #[error("{verdicts} verdicts for {clauses} clauses")]
    Sum {
        /// How many verdicts there are.
        verdicts: usize,
        /// How many there should be.
        clauses: usize,
    },
}

/// One verdict for each clause, in order of id.
///
/// # Errors
/// [`HarnessFault`] when findings and clauses do not fit together.
pub fn verdicts(
    clauses: &Clauses,
    plan: &Plan,
    findings: &[Finding],
) -> Result<Vec<ClauseVerdict>, HarnessFault> {
    // Counted first, so that no list reallocates.
    let mut sizes = vec![0; clauses.shared().len()];
    for finding in findings {
        if let Some(size) = sizes.get_mut(finding.claim.index) {
            *size += 1;
        }
    }
    let mut by_clause: Vec<Vec<&Finding>> = sizes.into_iter().map(Vec::with_capacity).collect();
    // Findings of one scenario come one after the other.
    let mut last = None;
    for finding in findings {
        let claim = &finding.claim;
        let unknown = || HarnessFault::UnknownClause(claim.id.clone());
        let known = clauses.at(claim.index).filter(|known| known.id == claim.id);
        known.ok_or_else(unknown)?;
        let place = match last {
            Some((id, place)) if Arc::ptr_eq(id, &finding.scenario) => place,
            _ => plan.index(&finding.scenario),
        };
        last = Some((&finding.scenario, place));
        if !place.is_some_and(|place| plan.claims(place, claim)) {
            let (scenario, clause) = (finding.scenario.to_string(), claim.id.clone());
            return Err(HarnessFault::Unclaimed { scenario, clause });
        }
        by_clause
            .get_mut(claim.index)
            .ok_or_else(unknown)?
            .push(finding);
    }
    let of_clauses = clauses.shared().iter().enumerate().zip(&by_clause);
    let verdicts: Vec<_> = of_clauses
        .map(|((place, clause), findings)| of_clause(place, clause, plan, findings))
        .collect();
    let (distinct, wanted) = (distinct(&verdicts), clauses.iter().count());
    if distinct != wanted || counts(&verdicts).values().sum::<usize>() != wanted {
        return Err(HarnessFault::Sum {
            verdicts: distinct,
            clauses: wanted,
        });
    }
    Ok(verdicts)
}

/// How many clauses have a verdict; they are in order of id.
fn distinct(verdicts: &[ClauseVerdict]) -> usize {
    let first = verdicts.len().min(1);
    let rises = |pair: &&[ClauseVerdict]| match pair {
        [before, after] => before.clause.id < after.clause.id,
        _ => false,
    };
    first + verdicts.windows(2).filter(rises).count()
}

/// How many clauses have each verdict; every verdict is listed.
#[must_use]
pub fn counts(verdicts: &[ClauseVerdict]) -> BTreeMap<&'static str, usize> {
    let mut counts: BTreeMap<_, _> = Verdict::NAMES.into_iter().map(|name| (name, 0)).collect();
    for verdict in verdicts {
        *counts.entry(verdict.verdict.name()).or_default() += 1;
    }
    counts
}

fn of_clause(
    place: usize,
    clause: &Arc<Clause>,
    plan: &Plan,
    findings: &[&Finding],
) -> ClauseVerdict {
    if !plan.asks_for(&clause.id) {
        return left_out(place, clause, plan);
    }
    let mut failures: Vec<ClauseFailure> = findings
        .iter()
        .filter_map(|finding| blame(finding))
        .collect();
    failures.sort_by(|a, b| (&a.scenario, a.step).cmp(&(&b.scenario, b.step)));
    let shown = Shown::by(findings);
    ClauseVerdict {
        clause: Arc::clone(clause),
        verdict: fold(place, clause, plan, findings, &shown),
        witnesses: shown.witnesses,
        subjects: shown.subjects.len(),
        scenarios: plan.scenarios_for(place),
        failures,
        unclear: findings
            .iter()
            .filter_map(|finding| unclear(finding))
            .collect(),
    }
}

/// A clause outside of what the run was asked about. What was seen of it in passing decides nothing.
fn left_out(place: usize, clause: &Arc<Clause>, plan: &Plan) -> ClauseVerdict {
    ClauseVerdict {
        clause: Arc::clone(clause),
        verdict: Verdict::NotExercised(Reason::Filter),
        witnesses: 0,
        subjects: 0,
        scenarios: plan.scenarios_for(place),
        failures: Vec::new(),
        unclear: Vec::new(),
    }
}

/// What the steps that came out as expected show of a clause together.
#[derive(Default)]
struct Shown {
    witnesses: u32,
    coverage: Coverage,
    subjects: BTreeSet<u64>,
}

impl Shown {
    fn by(findings: &[&Finding]) -> Self {
        let mut shown = Self::default();
        for finding in findings {
            if let FindingResult::Held {
                witnesses,
                coverage,
            } = finding.result
            {
                shown.witnesses = shown.witnesses.saturating_add(witnesses);
                shown.coverage = shown.coverage | coverage;
                shown.subjects.extend(finding.subjects.iter());
            }
        }
        shown
    }
}

/// A breach outweighs any number of witnesses; witnesses outweigh what showed nothing, if a breach would have shown in
/// what they saw.
fn fold(
    place: usize,
    clause: &Clause,
    plan: &Plan,
    findings: &[&Finding],
    shown: &Shown,
) -> Verdict {
    if let Some(why) = &clause.untestable_because {
        return Verdict::Untestable(why.clone());
    }
    if findings
        .iter()
        .any(|finding| matches!(finding.result, FindingResult::Breach(_)))
    {
        return match clause.evidence {
            Evidence::Stated => Verdict::Violated,
            Evidence::Exampled | Evidence::Conventional => Verdict::Deviates,
        };
    }
    let lacking = shown
        .coverage
        .lacks(clauses::required_coverage(&clause.kind));
    if lacking.is_none() {
        return Verdict::Held;
    }
    let unclear = findings.iter().filter_map(|finding| match &finding.result {
        FindingResult::Inconclusive(reason) => Some(*reason),
        _ => None,
    });
    // Of a member that was in no answer, a call without an accepted answer tells no more.
    let absent = |finding: &&Finding| {
        matches!(
            finding.result,
            FindingResult::NotExercised(Reason::LegallyAbsent)
        )
    };
    let absent = findings.iter().any(absent);
    let unclear = unclear.filter(|reason| !(absent && *reason == Reason::OtherOutcome));
    if let Some(reason) = unclear.min() {
        return Verdict::Inconclusive(reason);
    }
    if let Some(reason) = lacking.filter(|_| shown.witnesses > 0) {
        return Verdict::NotExercised(reason);
    }
    let idle = findings.iter().filter_map(|finding| match &finding.result {
        FindingResult::NotExercised(reason) => Some(*reason),
        _ => None,
    });
    // What was only seen not to be broken says nothing of why it was not shown.
    let was_played = !findings.is_empty();
    Verdict::NotExercised(
        idle.min()
            .unwrap_or_else(|| plan.reason_not_exercised(place, was_played)),
    )
}

fn unclear(finding: &Finding) -> Option<UnclearStep> {
    match finding.result {
        FindingResult::NotExercised(reason) | FindingResult::Inconclusive(reason) => {
            Some(UnclearStep {
                scenario: Arc::clone(&finding.scenario),
                step: finding.step + 1,
                reason,
            })
        }
        FindingResult::Held { .. } | FindingResult::Breach(_) => None,
    }
}

fn blame(finding: &Finding) -> Option<ClauseFailure> {
    match &finding.result {
        FindingResult::Breach(failure) => Some(ClauseFailure {
            scenario: Arc::clone(&finding.scenario),
            step: finding.step + 1,
            failure: (**failure).clone(),
        }),
        _ => None,
    }
}
