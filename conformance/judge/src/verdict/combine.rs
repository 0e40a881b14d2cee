//! From findings to one verdict for each clause.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::{Clause, Evidence};

use crate::claims::{Clauses, Instance};
use crate::clauses::{self, ClaimedBy, InstanceName};
use crate::finding::NotHeld::{Breach, Inconclusive, NotExercised, Unstable};
use crate::finding::{Coverage, NotHeld};
use crate::judge::Finding;
use crate::plan::Plan;
use crate::reason::Reason;

use super::{
    ClassCoverage, ClauseFailure, ClauseVerdict, HarnessFault, UnclearStep, Verdict, counts,
};

/// One verdict for each clause, in order of id. Fails with [`HarnessFault`] when findings and
/// clauses do not fit together.
pub fn verdicts(
    clauses: &Clauses,
    plan: &Plan,
    findings: &[Finding],
) -> Result<Vec<ClauseVerdict>, HarnessFault> {
    let by_clause = group_by_clause(clauses, plan, findings)?;
    let verdicts: Vec<_> = (0..)
        .zip(clauses.shared())
        .zip(&by_clause)
        .map(|((index, clause), findings)| {
            let evidence = ClauseFindings { index, clause, plan, findings };
            evidence.combine()
        })
        .collect();
    let (distinct, expected) = (distinct(&verdicts), clauses.iter().count());
    if distinct != expected || counts(&verdicts).values().sum::<usize>() != expected {
        return Err(HarnessFault::Sum { verdicts: distinct, clauses: expected });
    }
    Ok(verdicts)
}

/// The findings of each clause, by its index.
fn group_by_clause<'f>(
    clauses: &Clauses,
    plan: &Plan,
    findings: &'f [Finding],
) -> Result<Vec<Vec<&'f Finding>>, HarnessFault> {
    let mut by_clause = vec![Vec::new(); clauses.shared().len()];
    // Findings of one scenario are next to each other, so it is looked up once.
    for findings in findings.chunk_by(|one, next| Arc::ptr_eq(&one.scenario, &next.scenario)) {
        let scenario = findings.first().and_then(|finding| plan.index(&finding.scenario));
        for finding in findings {
            let (claim, clause) = (&finding.claim, || finding.claim.clause.id.clone());
            let is_known = clauses.at(claim.index).is_some_and(|known| known.id == claim.clause.id);
            let group = by_clause.get_mut(claim.index).filter(|_| is_known);
            let group = group.ok_or_else(|| HarnessFault::UnknownClause(clause()))?;
            if !scenario.is_some_and(|scenario| plan.claim_index.shows(scenario, claim.index)) {
                let scenario = finding.scenario.to_string();
                return Err(HarnessFault::Unclaimed { scenario, clause: clause() });
            }
            group.push(finding);
        }
    }
    Ok(by_clause)
}

/// The number of clauses with a verdict. Verdicts are in order of id.
fn distinct(verdicts: &[ClauseVerdict]) -> usize {
    verdicts.chunk_by(|one, next| one.clause.id == next.clause.id).count()
}

struct ClauseFindings<'a> {
    index: usize,
    clause: &'a Arc<Clause>,
    plan: &'a Plan,
    findings: &'a [&'a Finding],
}

impl<'a> ClauseFindings<'a> {
    fn combine(&self) -> ClauseVerdict {
        let unjudged = ClauseVerdict {
            clause: Arc::clone(self.clause),
            verdict: Verdict::NotExercised(Reason::Filter),
            witnesses: 0,
            subjects: 0,
            scenarios: self.plan.claim_index.names_of_showing(self.index),
            failures: Vec::new(),
            classes: None,
            unclear: Vec::new(),
            lacking: BTreeSet::new(),
        };
        // What other scenarios happened to show of a clause that is not selected decides nothing.
        if !self.plan.asks_for(&self.clause.id) {
            return unjudged;
        }
        let totals = HeldTotals::sum(self.findings);
        let verdict = self.verdict(&totals);
        let is_unimplemented = verdict == Verdict::NotExercised(Reason::NotImplemented);
        let lacking = self.findings.iter().filter(|_| is_unimplemented);
        ClauseVerdict {
            verdict,
            lacking: lacking.flat_map(|finding| finding.lacking.iter().cloned()).collect(),
            witnesses: totals.witnesses,
            subjects: totals.subjects.len(),
            failures: self.failures(),
            classes: self.class_coverage(&totals),
            unclear: self.unclear_steps(),
            ..unjudged
        }
    }

    /// A breach outweighs any number of witnesses. Witnesses outweigh steps that showed nothing, if a breach would have
    /// changed what they saw.
    fn verdict(&self, totals: &HeldTotals) -> Verdict {
        if let Some(reason) = &self.clause.untestable_because {
            return Verdict::Untestable(reason.clone());
        }
        if self.not_held().any(|(_, result)| matches!(result, Breach(_))) {
            return match self.clause.evidence {
                Evidence::Stated => Verdict::Violated,
                Evidence::Exampled | Evidence::Conventional => Verdict::Deviates,
            };
        }
        // Nor do witnesses outweigh a failure that nothing explains.
        if self.not_held().any(|(_, result)| matches!(result, Unstable(_))) {
            return Verdict::Inconclusive(Reason::Unstable);
        }
        let required = clauses::required_coverage(&self.clause.kind);
        // A suite may have no `must_not_affect` step for the clause.
        let kept =
            if self.plan.claim_index.is_kept(self.index) { Coverage::NONE } else { Coverage::KEPT };
        let lacking = (totals.coverage | kept).lacks(required);
        let Some(lacking) = lacking.or_else(|| self.missing_instance()) else {
            return self.missing_class(totals).unwrap_or(Verdict::Held);
        };
        // Beside responses that lack the member, a call without an accepted response adds nothing.
        let is_absent =
            self.not_held().any(|(_, result)| *result == NotExercised(Reason::LegallyAbsent));
        // Calls that were answered 501 could have shown what is missing.
        let unimplemented = self.findings.iter().any(|finding| !finding.lacking.is_empty());
        match self.first_inconclusive(is_absent) {
            Some(reason) if unimplemented && reason.is_lack_of_evidence() => {
                return Verdict::NotExercised(Reason::NotImplemented);
            }
            Some(reason) => return Verdict::Inconclusive(reason),
            None => {}
        }
        if totals.witnesses > 0 {
            let reason = if unimplemented { Reason::NotImplemented } else { lacking };
            return Verdict::NotExercised(reason);
        }
        let not_exercised = self.not_held().filter_map(|(_, result)| match result {
            NotExercised(Reason::NotImplemented) if is_absent => None,
            NotExercised(reason) => Some(*reason),
            _ => None,
        });
        let from_plan = || self.plan.reason_not_exercised(self.index);
        Verdict::NotExercised(not_exercised.min().unwrap_or_else(from_plan))
    }

    /// Why one of several states or kinds of records that the clause is about was not shown; `None` if each was.
    fn missing_instance(&self) -> Option<Reason> {
        let instances = self.plan.claim_index.instances(self.index);
        let is_shown = |instance: &Instance| {
            self.finding(instance).is_some_and(|finding| {
                let held = finding.result.as_ref();
                held.is_ok_and(|held| held.coverage.includes(Coverage::INSTANCES))
            })
        };
        let shown: BTreeSet<_> =
            instances.iter().filter(|one| is_shown(one)).map(|one| &one.name).collect();
        let is_needed = |one: &&Instance| {
            !matches!(one.name, InstanceName::UsedUp(_)) || self.finding(one).is_some()
        };
        let missing = instances.iter().filter(is_needed);
        let missing = missing.filter(|one| !shown.contains(&one.name));
        missing.map(|one| self.reason_not_shown(one)).min()
    }

    fn class_coverage(&self, totals: &HeldTotals) -> Option<ClassCoverage> {
        let classes = self.plan.claim_index.classes(self.index).filter(|_| totals.witnesses > 0)?;
        let all = classes.all.iter().map(|class| class.id);
        let (seen, missing) = all.partition(|class| totals.classes.contains(class));
        let failed = self.failed_classes().into_iter();
        let failed =
            failed.filter_map(|id| classes.all.iter().copied().find(|class| class.id == id));
        let failed = failed.collect();
        Some(ClassCoverage { member: classes.member.clone(), seen, missing, failed })
    }

    /// The fewest classes that explain all failures, the most frequent first.
    fn failed_classes(&self) -> Vec<&'static str> {
        let held = self.findings.iter().filter(|finding| finding.result.is_ok());
        let held: BTreeSet<_> = held.flat_map(|finding| finding.classes.iter().copied()).collect();
        let is_breach = |finding: &&&Finding| matches!(finding.result, Err(Breach(_)));
        let mut unexplained: Vec<_> = self.findings.iter().filter(is_breach).collect();
        let mut explaining = Vec::new();
        while !unexplained.is_empty() {
            let mut counts = BTreeMap::<_, usize>::new();
            let classes = unexplained.iter().flat_map(|finding| finding.classes.iter().copied());
            classes.filter(|class| !held.contains(class)).for_each(|class| {
                *counts.entry(class).or_default() += 1;
            });
            let Some((class, _)) = counts.into_iter().max_by_key(|(_, count)| *count) else {
                return Vec::new();
            };
            unexplained.retain(|finding| !finding.classes.contains(&class));
            explaining.push(class);
        }
        explaining
    }

    /// The verdict if the clause was not seen to hold for values of a class that the scenarios of this depth send. That
    /// the suite sends no value of a class is shown in the coverage.
    fn missing_class(&self, totals: &HeldTotals) -> Option<Verdict> {
        let classes = self.plan.claim_index.classes(self.index)?;
        let asked = classes.asked.iter().filter(|(class, _)| !totals.classes.contains(*class));
        let reasons = asked.filter_map(|(_, scenarios)| {
            self.plan
                .reason_not_run(scenarios.iter().copied())
                .filter(|reason| !matches!(reason, Reason::Depth | Reason::Filter))
        });
        Some(match reasons.min()? {
            Reason::Stopped => Verdict::Inconclusive(Reason::ClassNotSeen),
            reason => Verdict::NotExercised(reason),
        })
    }

    fn reason_not_shown(&self, instance: &Instance) -> Reason {
        match self.finding(instance).map(|finding| &finding.result) {
            Some(Err(NotExercised(reason))) => *reason,
            Some(_) => Reason::PartlyShown,
            None => {
                let scenario = std::iter::once(instance.scenario);
                self.plan.reason_not_run(scenario).unwrap_or(Reason::PartlyShown)
            }
        }
    }

    fn finding(&self, instance: &Instance) -> Option<&'a Finding> {
        let mut findings = self.findings.iter().copied();
        findings.find(|finding| {
            finding.step == instance.step
                && self.plan.index(&finding.scenario) == Some(instance.scenario)
        })
    }

    fn first_inconclusive(&self, is_absent: bool) -> Option<Reason> {
        self.not_held()
            .filter_map(|(_, result)| match result {
                Inconclusive(reason) => Some(*reason),
                _ => None,
            })
            .filter(|reason| !(is_absent && *reason == Reason::OtherOutcome))
            .min()
    }

    /// A step that can only disprove the clause does not say why it was not shown.
    fn not_held(&self) -> impl Iterator<Item = (&'a Finding, &'a NotHeld)> {
        let not_held = self.findings.iter();
        let not_held = not_held.filter_map(|it| Some((*it, it.result.as_ref().err()?)));
        not_held.filter(|(finding, result)| {
            finding.claim.made_by != ClaimedBy::Disproves || matches!(result, Breach(_))
        })
    }

    fn failures(&self) -> Vec<ClauseFailure> {
        let breaches = self.not_held().filter_map(|(finding, result)| match result {
            Breach(failure) => Some(ClauseFailure {
                scenario: Arc::clone(&finding.scenario),
                step: finding.step + 1,
                failure: (**failure).clone(),
            }),
            _ => None,
        });
        let mut failures: Vec<_> = breaches.collect();
        failures.sort_by(|a, b| (&a.scenario, a.step).cmp(&(&b.scenario, b.step)));
        failures
    }

    fn unclear_steps(&self) -> Vec<UnclearStep> {
        let unclear = self.not_held().filter_map(|(finding, result)| match result {
            NotExercised(reason) | Inconclusive(reason) => Some((finding, *reason)),
            Unstable(_) => Some((finding, Reason::Unstable)),
            Breach(_) => None,
        });
        let step = |(finding, reason): (&Finding, Reason)| UnclearStep {
            scenario: Arc::clone(&finding.scenario),
            step: finding.step + 1,
            reason,
        };
        unclear.map(step).collect()
    }
}

/// What the steps for which a clause held show together.
#[derive(Default)]
struct HeldTotals {
    witnesses: u32,
    coverage: Coverage,
    classes: BTreeSet<&'static str>,
    subjects: BTreeSet<u64>,
}

impl HeldTotals {
    fn sum(findings: &[&Finding]) -> Self {
        let mut totals = Self::default();
        for finding in findings {
            if let Ok(held) = finding.result {
                totals.witnesses = totals.witnesses.saturating_add(held.witnesses);
                totals.coverage = totals.coverage | held.coverage;
                totals.classes.extend(finding.classes.iter().filter(|_| held.witnesses > 0));
                totals.subjects.extend(finding.subjects.iter());
            }
        }
        totals
    }
}
