//! Comparison of the traffic of two runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::iter;

use referral_conformance::contract::fixture;
use referral_conformance::json::Json;
use referral_conformance::suite::Suite;
use referral_conformance::target::Fixtures;
use serde::{Deserialize, Serialize};
use spec::Contract;

use crate::gap::{ExchangeKnowledge, KnownValues};
use crate::json_difference::{self, JsonDifference, PathPart};
use crate::renaming::{GeneratedValues, Renaming};
use crate::traffic::{ExchangeTraffic, Reply, StepTraffic, Traffic, sent_values};

/// The traffic of the unmutated reference, to which other traffic is compared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Baseline {
    traffic: Traffic,
    generated: GeneratedValues,
    /// Values of fixtures and states, with the records that they belong to.
    known_values: BTreeMap<String, BTreeSet<String>>,
}

/// How the traffic of a run differs from that of the unmutated reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrafficDifference {
    /// The places where the contract states something.
    pub stated: Vec<String>,
    /// The places where it is silent.
    pub silent: Vec<String>,
    /// Whether generated values or times differ.
    pub renamed: bool,
}

impl TrafficDifference {
    /// Whether the responses are the same.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stated.is_empty() && self.silent.is_empty() && !self.renamed
    }
}

impl Baseline {
    /// The baseline of a run. `other` is a run with other generated identifiers.
    #[must_use]
    pub fn new(
        contract: &Contract,
        traffic: Traffic,
        other: &Traffic,
        fixtures: &Fixtures,
    ) -> Self {
        let generated = GeneratedValues::new(&traffic, other);
        let mut known_values: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for state in contract.records().filter_map(|record| record.lifecycle.as_ref()) {
            for state in &state.states.value {
                known_values.entry(state.clone()).or_default();
            }
        }
        for (kind, fixtures) in fixtures {
            let record = fixture(contract, kind).map(|kind| kind.record.clone());
            for fixture in fixtures {
                for value in iter::once(&fixture.id).chain(fixture.facts.values()) {
                    known_values.entry(value.clone()).or_default().extend(record.clone());
                }
            }
        }
        Self { traffic, generated, known_values }
    }

    /// Compares the traffic of a run with the baseline.
    #[must_use]
    pub fn compare(&self, suite: &Suite, traffic: &Traffic) -> TrafficDifference {
        let times_shift = self.traffic.exchanges().count() != traffic.exchanges().count();
        let mut comparison = Comparison {
            suite,
            baseline: self,
            renaming: Renaming::new(&self.generated, times_shift),
            difference: TrafficDifference::default(),
        };
        for (scenario, steps) in &self.traffic.scenarios {
            let others = traffic.scenarios.get(scenario).map_or(&[][..], Vec::as_slice);
            if steps.len() != others.len() {
                comparison.difference.stated.push(format!("{scenario}: other steps were sent"));
            }
            let sent = sent_values(steps.iter().flat_map(|step| &step.exchanges));
            for (index, (step, other)) in steps.iter().zip(others).enumerate() {
                let place = format!("{scenario} step {}", index + 1);
                comparison.compare_steps(&place, &sent, step, other);
            }
        }
        comparison.difference.renamed = comparison.renaming.is_used();
        comparison.difference
    }
}

struct Comparison<'a> {
    suite: &'a Suite,
    baseline: &'a Baseline,
    renaming: Renaming<'a>,
    difference: TrafficDifference,
}

impl Comparison<'_> {
    fn compare_steps(
        &mut self,
        place: &str,
        sent: &BTreeSet<String>,
        step: &StepTraffic,
        other_step: &StepTraffic,
    ) {
        let counts = (step.exchanges.len(), other_step.exchanges.len());
        if counts.0 != counts.1 {
            let text = format!("{place}: {} requests became {}", counts.0, counts.1);
            self.difference.stated.push(text);
        }
        for (exchange, other) in step.exchanges.iter().zip(&other_step.exchanges) {
            self.compare_exchanges(place, sent, (step, exchange), (other_step, other));
        }
    }

    fn compare_exchanges(
        &mut self,
        place: &str,
        sent: &BTreeSet<String>,
        (step, exchange): (&StepTraffic, &ExchangeTraffic),
        (other_step, other): (&StepTraffic, &ExchangeTraffic),
    ) {
        if exchange.reply == other.reply {
            return;
        }
        let place = format!("{place}: {}", exchange.request);
        let contract = &self.suite.contract;
        let (Some(operation), Some(first), Some(second)) = (
            contract.operation(&step.operation),
            response(&exchange.reply),
            response(&other.reply),
        ) else {
            self.difference.stated.push(format!("{place}: {:?}", other.reply));
            return;
        };
        let knowledge = ExchangeKnowledge {
            contract,
            clauses: &self.suite.clauses,
            operation,
            known_values: KnownValues { of_all: &self.baseline.known_values, sent },
            target: &exchange.request,
            same_records: step.shown_records() == other_step.shown_records(),
        };
        if first.status != second.status {
            let text = format!("{place}: status {} became {}", first.status, second.status);
            let is_stated =
                knowledge.states_status((first.status, &first.body), (second.status, &second.body));
            self.push(is_stated, text);
            return;
        }
        if first.headers != second.headers {
            self.push(true, format!("{place}: headers"));
        }
        for found in json_difference::compare(&first.body, &second.body, &mut self.renaming) {
            let is_stated = if (200..300).contains(&first.status) {
                knowledge.states_success(&found)
            } else {
                knowledge.states_refusal(&first.body, &second.body, &found)
            };
            self.push(is_stated, format!("{place}: {}", describe(&found)));
        }
    }

    fn push(&mut self, is_stated: bool, text: String) {
        let difference = &mut self.difference;
        if is_stated { &mut difference.stated } else { &mut difference.silent }.push(text);
    }
}

struct ParsedResponse<'a> {
    status: u16,
    headers: &'a BTreeMap<String, String>,
    body: Json,
}

/// A body that is not JSON counts as one text.
fn response(reply: &Reply) -> Option<ParsedResponse<'_>> {
    match reply {
        Reply::Response { status, headers, body } => {
            let json = Json::parse(body.as_bytes()).unwrap_or_else(|| Json::Text(body.clone()));
            Some(ParsedResponse { status: *status, headers, body: json })
        }
        Reply::Fault(_) => None,
    }
}

fn describe(difference: &JsonDifference) -> String {
    let mut text = String::from("body");
    for part in &difference.path {
        // Writing to a string cannot fail.
        let _ = match part {
            PathPart::Member(name) => write!(text, ".{name}"),
            PathPart::Item(index) => write!(text, "[{index}]"),
        };
    }
    let shown = |value: &Option<Json>| {
        let value = value.as_ref().map_or_else(|| "absent".to_owned(), ToString::to_string);
        value.chars().take(60).collect::<String>()
    };
    let _ = write!(text, ": {} became {}", shown(&difference.first), shown(&difference.second));
    text
}
