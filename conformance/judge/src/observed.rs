//! Finds out what a deployment does where the contract does not say it.
//!
//! ```text
//! traces -> evidence (values by gap, shapes of bodies) -> answers -> findings by gap
//! ```
//!
//! An answer needs exchanges that agree. If one exchange is not enough to exclude another answer, several are needed.
//! The result depends only on the contract, the scenarios and the traces.

mod answers;
mod bodies;
mod calls;
mod check;
mod evidence;
mod found;
mod records;
mod shape;

use std::collections::BTreeMap;

use spec::Contract;

use crate::exchange::ScenarioTrace;
use crate::json::Json;
use crate::parsed::ParsedTrace;
use crate::redact::{Quote, Redactor};
use crate::scenario::Scenario;

pub use calls::tried_selection;
pub use found::Why;
pub use records::NOT_SHOWN;

use answers::Answers;
use calls::Calls;
use check::Outcome;
use evidence::Evidence;
use found::Found;
use shape::Place;

/// What a run shows about the gaps.
pub struct Observed {
    /// One entry for each gap of the contract, in order of id.
    pub gaps: Vec<ObservedGap>,
    /// Records that answers use and that the contract does not define: name, resource and fields.
    pub records: Vec<(String, String, Json)>,
}

/// What a run shows about a gap.
#[derive(Clone, Debug)]
pub struct ObservedGap {
    pub id: String,
    /// The answer in the form of a contract, or the reason why the gap stays open.
    pub answer: Result<Json, Why>,
    /// Each value that was seen, and how often.
    pub seen: Vec<(Quote, u32)>,
    pub witnesses: u32,
    pub samples: Vec<Sample>,
}

/// An exchange that shows something, without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    pub scenario: String,
    pub request: Quote,
    pub response: Quote,
}

/// Determines what the traces show about each gap.
pub fn observe<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl Iterator<Item = &'t ScenarioTrace>,
) -> Observed {
    let traces: Vec<_> = traces.collect();
    let evidence = collect(contract, scenarios, &traces);
    let Answers { mut found, records, .. } = Answers::of(contract, &evidence);
    let gaps = contract.gaps.iter().map(|gap| {
        let found = found.remove(&gap.id).unwrap_or_else(|| Found::open(Why::NotVisible));
        observed_gap(&gap.id, found, &traces)
    });
    let added = records.added.into_iter();
    Observed {
        gaps: gaps.collect(),
        records: added.map(|(name, record)| (name, record.resource, record.fields)).collect(),
    }
}

/// What the traces show about an answer of the overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedAnswer {
    pub gap: String,
    /// The answer, as JSON.
    pub answer: String,
    /// Number of exchanges or records that show it.
    pub witnesses: u32,
    /// What contradicts it.
    pub difference: Option<AnswerDifference>,
}

/// What contradicts an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerDifference {
    /// Path of the member that differs; empty if the whole answer differs.
    pub member: String,
    pub expected: String,
    pub actual: Quote,
    pub sample: Option<Sample>,
}

/// Checks the answers of the overlay that exchanges can show. These answers are not statements of the document.
pub fn check_answers<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl Iterator<Item = &'t ScenarioTrace>,
) -> Vec<CheckedAnswer> {
    let Some(overlay) = &contract.overlay else { return Vec::new() };
    let traces: Vec<_> = traces.collect();
    let evidence = collect(contract, scenarios, &traces);
    let Answers { records, .. } = Answers::of(contract, &evidence);
    let checked = check::check(contract, &evidence, &records);
    let answers = overlay.answers.iter().map(|answer| {
        let outcome = checked.iter().find(|checked| checked.gap == answer.gap);
        let (witnesses, found) = match outcome.map(|checked| &checked.outcome) {
            Some(Outcome::Agrees(witnesses)) => (*witnesses, None),
            Some(Outcome::Differs(found)) => (0, Some(found)),
            Some(Outcome::NotSeen) | None => (0, None),
        };
        CheckedAnswer {
            gap: answer.gap.clone(),
            answer: answer.value.clone(),
            witnesses,
            difference: found.map(|found| AnswerDifference {
                member: found.member.clone(),
                expected: found.expected.clone(),
                actual: redactor(found.place, &traces).quote(&found.actual),
                sample: found.place.and_then(|place| sample(place, &traces)),
            }),
        }
    });
    answers.collect()
}

fn collect(contract: &Contract, scenarios: &[Scenario], traces: &[&ScenarioTrace]) -> Evidence {
    let mut evidence = Evidence::default();
    let by_id: BTreeMap<_, _> =
        scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    for (index, trace) in traces.iter().enumerate() {
        let Some(scenario) = by_id.get(trace.scenario.as_str()) else { continue };
        let parsed = ParsedTrace::parse(contract, scenario, trace);
        evidence.add_trace(&parsed.view(contract, scenario, trace), index);
        let mut calls = Calls::default();
        for call in parsed.responses(scenario, trace) {
            calls.add(contract, trace, call, index);
        }
        calls.note(contract, &mut evidence);
    }
    evidence
}

fn redactor(place: Option<Place>, traces: &[&ScenarioTrace]) -> Redactor {
    let trace = place.and_then(|place| traces.get(place.trace));
    trace.map(|trace| trace.redactor.clone()).unwrap_or_default()
}

fn observed_gap(id: &str, found: Found, traces: &[&ScenarioTrace]) -> ObservedGap {
    let Found { answer, seen, witnesses, samples } = found;
    let redactor = redactor(samples.first().copied(), traces);
    ObservedGap {
        id: id.to_owned(),
        answer,
        seen: seen.into_iter().map(|(value, count)| (redactor.quote(value), count)).collect(),
        witnesses,
        samples: samples.iter().filter_map(|place| sample(*place, traces)).collect(),
    }
}

fn sample(place: Place, traces: &[&ScenarioTrace]) -> Option<Sample> {
    let trace = traces.get(place.trace)?;
    let exchange = trace.exchanges().find(|exchange| exchange.number == place.exchange)?;
    let request = &exchange.request;
    let response = exchange.outcome.as_ref().ok()?;
    let body = String::from_utf8_lossy(&response.body);
    Some(Sample {
        scenario: trace.scenario.clone(),
        request: trace.redactor.quote(format!("{} {}", request.method, request.target)),
        response: trace.redactor.quote(format!("{} {body}", response.status).trim_end()),
    })
}
