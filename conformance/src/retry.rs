//! What a scenario showed that rests on things which others can change, and is therefore not believed at once.
//!
//! Another client may archive what this run has just restored. A scenario that names fixtures, or only reads lists, and came to a
//! breach, or to nothing, is played again; what all tries show is believed. A server that is wrong is wrong
//! each time, so that it is still accused. What was wrong in some tries only is told as such.
//! Nothing here sends anything or waits.

mod backoff;
mod settled;
mod votes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;

use spec::Contract;

use crate::contract;
use crate::exchange::ScenarioTrace;
use crate::finding::{Failure, FindingResult};
use crate::judge::{Finding, Judgement, judge_parsed};
use crate::level::Level;
use crate::parsed::is_accepted;
use crate::reason::Reason;
use crate::run::CompletedScenario;
use crate::scenario::{Need, Scenario};
use crate::suite::Suite;

use settled::SettledClauses;
use votes::{combine, flaky_finding, kind};

pub(crate) use backoff::{pause, reaches_back};

/// So often a scenario is played at most.
pub(crate) const MOST_TRIES: u32 = 5;
/// So often one is played that comes to nothing in the same way each time.
const MOST_ALIKE: u32 = 3;

/// RetryReason a scenario was played again; of several reasons, the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RetryReason {
    /// What it uses up was used up already, or may have been.
    UsedUp,
    /// Another client may have changed what it looks at.
    Changed,
    /// Newer things may have hidden what it made.
    Hidden,
}

impl RetryReason {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::UsedUp => "used_up",
            Self::Hidden => "hidden",
        }
    }

    /// What it means.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Changed => "another client seems to change what it looks at",
            Self::UsedUp => "what it was to use up seems to be used up; others were taken",
            Self::Hidden => "newer things hid what it made",
        }
    }
}

/// A scenario that was played more than once and did not show the same each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetriedScenario {
    /// Id of the scenario.
    pub scenario: String,
    /// RetryReason it was played again.
    pub why: RetryReason,
    /// How often it was played.
    pub attempts: u32,
    /// Kind and id of the fixtures that it was given at last.
    pub fixtures: Vec<(String, String)>,
    /// What was wrong, but not in every try.
    pub flaky: Vec<FlakyFinding>,
}

/// A clause that a step showed not to hold, but not in every try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlakyFinding {
    /// Id of the clause.
    pub clause: String,
    /// Step, from 1.
    pub step: usize,
    /// In how many tries it was wrong.
    pub wrong: u32,
    /// In how many tries it held.
    pub held: u32,
    /// What was wrong the last time it was.
    pub failure: Failure,
}

/// The tries of all scenarios, and what they show together.
pub(crate) struct RetryTracker<'s> {
    suite: &'s Suite,
    /// Whether nobody else can have disturbed anything.
    alone: bool,
    /// The latest of each scenario.
    latest: Vec<CompletedScenario>,
    earlier: Vec<ScenarioTrace>,
    /// What is believed.
    judgement: Judgement,
    /// What each try showed, by place among the findings; of scenarios that were played again.
    votes: BTreeMap<usize, Vec<FindingResult>>,
    /// RetryReason each of them was, and how often it was played.
    repeated: BTreeMap<String, (RetryReason, u32)>,
}

/// All that a run showed.
#[derive(Clone, Debug)]
pub(crate) struct RunFindings {
    /// The latest play of each scenario.
    pub(crate) traces: Vec<ScenarioTrace>,
    /// Those that were played again.
    pub(crate) earlier: Vec<ScenarioTrace>,
    pub(crate) judgement: Judgement,
    pub(crate) repeated: Vec<RetriedScenario>,
}

impl<'s> RetryTracker<'s> {
    /// The first try of each scenario.
    pub(crate) fn of(suite: &'s Suite, alone: bool, completed: Vec<CompletedScenario>) -> Self {
        Self {
            suite,
            alone,
            judgement: judged(suite, &completed),
            latest: completed,
            earlier: Vec::new(),
            votes: BTreeMap::new(),
            repeated: BTreeMap::new(),
        }
    }

    /// The scenarios to be played again, in order of id, each with its latest try.
    pub(crate) fn doubtful(&self) -> Vec<(&'s Scenario, RetryReason, &CompletedScenario)> {
        let settled = SettledClauses::of(self);
        let mut doubtful: BTreeMap<&str, RetryReason> = BTreeMap::new();
        for (scenario, findings) in self.by_scenario() {
            let open = findings
                .filter(|(_, finding)| !matches!(finding.result, FindingResult::Held { .. }));
            let rests_on_others = self.rests_on_others(scenario);
            let whys = open.filter_map(|(place, finding)| {
                self.doubt(scenario, rests_on_others, place, finding, &settled)
            });
            if let Some(why) = whys.min() {
                doubtful.insert(&scenario.id, why);
            }
        }
        let with_try = doubtful.into_iter().filter_map(|(id, why)| {
            let scenario = self.suite.scenario(id)?;
            Some((scenario, why, self.latest(id)?))
        });
        with_try.collect()
    }

    /// The latest try of the scenario of that id.
    fn latest(&self, id: &str) -> Option<&CompletedScenario> {
        let mut tracker = self.latest.iter();
        tracker.find(|completed| completed.trace.scenario == id)
    }

    /// Whether the scenario is about things that were there before, which others know as well.
    fn rests_on_others(&self, scenario: &Scenario) -> bool {
        if self.alone {
            return false;
        }
        // Others add to what is listed, and what a list tells of itself may be counted a moment later.
        let lists = |call: &String| {
            let operation = self.suite.contract.operation(call);
            operation.is_some_and(|operation| contract::list_member(operation).is_some())
        };
        let mut steps = scenario.steps.iter();
        let only_looks = scenario.level == Level::Read && steps.any(|step| lists(&step.call));
        only_looks || !scenario.needs.is_empty()
    }

    /// Whether the scenario made what it looks for in a list, and others may have made newer things meanwhile.
    fn may_be_hidden(&self, scenario: &Scenario) -> bool {
        let seeks = || scenario.steps.iter().any(|step| !step.order.is_empty());
        let has_made_all = || {
            let completed = self.latest(&scenario.id);
            completed.is_some_and(|completed| {
                has_made_all(&self.suite.contract, scenario, &completed.trace)
            })
        };
        !self.alone && scenario.needs.is_empty() && seeks() && has_made_all()
    }

    /// The findings with their places, those of each scenario together: they come one after the other.
    fn by_scenario(
        &self,
    ) -> impl Iterator<Item = (&'s Scenario, impl Iterator<Item = (usize, &Finding)>)> {
        let findings = &self.judgement.findings;
        let of_one = findings.chunk_by(is_of_one_scenario);
        let mut begun = 0;
        of_one.filter_map(move |findings| {
            let places = begun..;
            begun += findings.len();
            let scenario = self.suite.scenario(&findings.first()?.scenario)?;
            Some((scenario, places.zip(findings)))
        })
    }

    fn doubt(
        &self,
        scenario: &Scenario,
        rests_on_others: bool,
        place: usize,
        finding: &Finding,
        settled: &SettledClauses,
    ) -> Option<RetryReason> {
        let clause = finding.claim.index;
        let why = match &finding.result {
            FindingResult::Breach(_) => {
                let certain = settled.is_breached(clause);
                return (!certain && rests_on_others).then_some(RetryReason::Changed);
            }
            FindingResult::Inconclusive(reason) if rests_on_others && is_of_state(*reason) => {
                // It is given other things in any case.
                match uses_up(self.suite, scenario) {
                    true => RetryReason::UsedUp,
                    false => RetryReason::Changed,
                }
            }
            FindingResult::NotExercised(Reason::UsedUp) => RetryReason::UsedUp,
            FindingResult::NotExercised(Reason::Unobservable) if self.may_be_hidden(scenario) => {
                RetryReason::Hidden
            }
            _ => return None,
        };
        let open = !settled.is_breached(clause) && !settled.is_held(clause);
        let used_up = finding.result == FindingResult::NotExercised(Reason::UsedUp);
        let in_vain = !used_up && self.is_always_alike(place);
        (open && !in_vain).then_some(why)
    }

    /// Whether enough tries came to nothing in the same way.
    fn is_always_alike(&self, place: usize) -> bool {
        self.votes.get(&place).is_some_and(|votes| {
            let alike = votes.windows(2).all(|pair| pair[0] == pair[1]);
            alike && votes.len() >= MOST_ALIKE as usize
        })
    }

    /// Takes in what was played again; `whys` is by scenario.
    pub(crate) fn add(
        &mut self,
        completed: Vec<CompletedScenario>,
        whys: &BTreeMap<String, RetryReason>,
    ) {
        let mut again = BTreeSet::new();
        for completed in completed {
            let id = completed.trace.scenario.clone();
            let mut known = self.latest.iter_mut();
            let before = known.find(|before| before.trace.scenario == id);
            let (Some(before), Some(why)) = (before, whys.get(&id)) else {
                continue;
            };
            let entry = self.repeated.entry(id.clone());
            entry.or_insert((*why, 1)).1 += 1;
            again.insert(id);
            self.earlier
                .push(std::mem::replace(before, completed).trace);
        }
        let now = judged(self.suite, &self.latest);
        let latest = now.findings.chunk_by(is_of_one_scenario);
        let latest: BTreeMap<&str, &[Finding]> = latest
            .filter_map(|findings| Some((&*findings.first()?.scenario, findings)))
            .collect();
        for (place, finding) in self.judgement.findings.iter_mut().enumerate() {
            let latest = latest.get(&*finding.scenario);
            let latest = latest.filter(|_| again.contains::<str>(&finding.scenario));
            // A try without an optional fixture has no findings of the steps about it.
            let Some(new) = latest.and_then(|latest| of_same_claim(finding, latest)) else {
                continue;
            };
            let votes = self.votes.entry(place);
            let votes = votes.or_insert_with(|| vec![finding.result.clone()]);
            votes.push(new.result.clone());
            finding.result = combine(votes);
        }
        self.judgement.observations = now.observations;
    }

    /// What all tries show.
    pub(crate) fn end(self) -> RunFindings {
        let repeated = self.repeated.keys().filter_map(|id| self.told(id));
        let repeated = repeated.collect();
        let latest = self.latest.into_iter();
        let (traces, readings): (_, Vec<_>) = latest.map(|it| (it.trace, it.readings)).unzip();
        // Freeing memory that other threads allocated is slow, so do it in the background.
        thread::spawn(move || drop(readings));
        RunFindings {
            repeated,
            traces,
            earlier: self.earlier,
            judgement: self.judgement,
        }
    }

    /// What there is to tell of a scenario that was played again; nothing if that made no difference.
    fn told(&self, id: &str) -> Option<RetriedScenario> {
        let (why, attempts) = *self.repeated.get(id)?;
        let scenario = self.suite.scenario(id)?;
        let trace = &self.latest(id)?.trace;
        let mut differs = false;
        let mut flaky = Vec::new();
        for (place, votes) in &self.votes {
            let finding = self.judgement.findings.get(*place)?;
            if *finding.scenario != *id {
                continue;
            }
            differs |= votes
                .windows(2)
                .any(|pair| kind(&pair[0]) != kind(&pair[1]));
            flaky.extend(flaky_finding(finding, votes));
        }
        let fixtures = scenario.needs.iter().filter_map(|need| {
            let fixture = trace.fixtures.get(&need.name)?;
            Some((need.kind.clone(), fixture.id.clone()))
        });
        differs.then(|| RetriedScenario {
            scenario: id.to_owned(),
            why,
            attempts,
            fixtures: fixtures.collect(),
            flaky,
        })
    }
}

fn is_of_one_scenario(one: &Finding, other: &Finding) -> bool {
    Arc::ptr_eq(&one.scenario, &other.scenario)
}

/// Of the findings of another try of the same scenario, the one about the same claim of the same step.
fn of_same_claim<'f>(finding: &Finding, others: &'f [Finding]) -> Option<&'f Finding> {
    let mut others = others.iter();
    others.find(|other| other.step == finding.step && other.claim == finding.claim)
}

fn judged(suite: &Suite, completed: &[CompletedScenario]) -> Judgement {
    let read = completed
        .iter()
        .map(|completed| (&completed.trace, &completed.readings));
    judge_parsed(&suite.contract, &suite.clauses, &suite.scenarios, read)
}

/// Whether every creation was accepted that should have been.
fn has_made_all(contract: &Contract, scenario: &Scenario, trace: &ScenarioTrace) -> bool {
    let mut steps = scenario.steps.iter().zip(&trace.steps);
    steps.all(|(step, played)| {
        let operation = contract.operation(&step.call);
        let creates = operation.filter(|it| it.creates.is_some() && step.wants_acceptance());
        creates.is_none_or(|operation| {
            let mut exchanges = played.attempts.iter().flat_map(|way| &way.exchanges);
            exchanges.all(|exchange| is_accepted(contract, operation, exchange))
        })
    })
}

/// Whether it may be because a thing was not in the state it should have been in.
fn is_of_state(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::WrongReason
            | Reason::DocumentedRefusal
            | Reason::OtherOutcome
            | Reason::NotDemonstrated
            | Reason::NoControl
            | Reason::Disturbed
    )
}

/// Whether the scenario uses something up, so that it cannot be played with the same things again.
pub(crate) fn uses_up(suite: &Suite, scenario: &Scenario) -> bool {
    let consumed = |need: &Need| {
        contract::fixture(&suite.contract, &need.kind).is_some_and(|kind| kind.consumed)
    };
    scenario.needs.iter().any(consumed)
}

#[cfg(test)]
mod tests {
    use spec::ClauseKind;

    use super::*;
    use crate::clauses::Claim;

    fn finding(step: usize, clause: &str) -> Finding {
        let claim = Claim {
            id: clause.to_owned(),
            index: 0,
            operation: None,
            kind: ClauseKind::Acceptance,
            proof: false,
            keeps: false,
        };
        Finding {
            claim: Arc::new(claim),
            scenario: "books/one".into(),
            step,
            result: FindingResult::HELD,
            subjects: Arc::default(),
        }
    }

    #[test]
    fn tries_are_compared_by_claim_where_one_lacks_a_step() {
        let second_try = [finding(0, "a"), finding(2, "a"), finding(2, "b")];
        for known in &second_try {
            assert_eq!(of_same_claim(known, &second_try), Some(known));
        }
        assert_eq!(of_same_claim(&finding(1, "a"), &second_try), None);
    }
}
