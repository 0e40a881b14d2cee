//! What a deployment does in the gaps of the contract, in the format of an observation file.

#![expect(missing_docs, reason = "the schema of the observation describes the members")]

mod compare;
mod human;
mod overlay;
mod probes;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use spec::Contract;

use crate::exchange::ScenarioTrace;
use crate::json::Json;
use crate::observed::{self, ObservedGap, Why};
use crate::report::RunInfo;
use crate::suite::Suite;

pub use compare::{Change, Comparison};
pub use human::render;
pub use overlay::write_overlay;
pub use probes::with_probes;

/// Version of the format.
pub const SCHEMA: u64 = 1;

/// What a deployment does in the gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Always [`SCHEMA`].
    pub schema: u64,
    /// Title of the contract.
    pub service: String,
    pub base_url: String,
    pub level: String,
    pub depth: String,
    /// In RFC 3339.
    pub started_at: String,
    pub contract_digest: String,
    /// In order of id.
    pub gaps: Vec<Gap>,
    /// Records that answers use and that the contract does not define, by name.
    pub records: BTreeMap<String, Record>,
    /// What the reasons mean, by name.
    pub reasons: BTreeMap<String, String>,
}

/// A gap and what was seen there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    pub id: String,
    /// The operation; `None` if the gap is about the service or a record.
    pub operation: Option<String>,
    pub note: String,
    /// The answer in the form of an overlay; `None` if the gap stays open.
    pub answer: Option<Value>,
    /// Why the gap stays open.
    pub reason: Option<String>,
    pub witnesses: u32,
    pub seen: Vec<Seen>,
    pub samples: Vec<Sample>,
}

/// A value that was seen at a gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub value: String,
    pub witnesses: u32,
}

/// An exchange, without secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    pub scenario: String,
    pub request: String,
    pub response: String,
}

/// A record that the contract does not define.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub resource: String,
    pub fields: Value,
}

impl Observation {
    /// Reads the traces of a run.
    pub fn of<'t>(
        suite: &Suite,
        run: &RunInfo,
        traces: impl Iterator<Item = &'t ScenarioTrace>,
    ) -> Self {
        let contract = &suite.contract;
        let observed::Observed { gaps, records } =
            observed::observe(contract, &suite.scenarios, traces);
        let reasons = Why::ALL.map(|why| (why.name().to_owned(), why.words().to_owned()));
        Self {
            schema: SCHEMA,
            service: contract.service.title.clone(),
            base_url: run.base_url.clone(),
            level: run.level.to_string(),
            depth: run.depth.to_string(),
            started_at: run.started_at.clone(),
            contract_digest: suite.contract_digest(),
            gaps: gaps.into_iter().map(|gap| Gap::new(contract, gap)).collect(),
            records: records
                .into_iter()
                .map(|(name, resource, fields)| {
                    (name, Record { resource, fields: to_value(&fields) })
                })
                .collect(),
            reasons: reasons.into(),
        }
    }

    pub fn gap(&self, id: &str) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.id == id)
    }

    pub fn answered(&self) -> impl Iterator<Item = (&Gap, &Value)> {
        self.gaps.iter().filter_map(|gap| Some((gap, gap.answer.as_ref()?)))
    }
}

impl Gap {
    fn new(contract: &Contract, found: ObservedGap) -> Self {
        let known = contract.gap(&found.id);
        let seen = found.seen.into_iter();
        let samples = found.samples.into_iter();
        Self {
            operation: known.and_then(|gap| gap.operation.clone()),
            note: known.map(|gap| gap.note.clone()).unwrap_or_default(),
            reason: found.answer.as_ref().err().map(|why| why.name().to_owned()),
            answer: found.answer.as_ref().ok().map(to_value),
            witnesses: found.witnesses,
            seen: seen.map(|(value, witnesses)| Seen { value: value.into(), witnesses }).collect(),
            samples: samples
                .map(|sample| Sample {
                    scenario: sample.scenario,
                    request: sample.request.into(),
                    response: sample.response.into(),
                })
                .collect(),
            id: found.id,
        }
    }
}

fn to_value(answer: &Json) -> Value {
    match answer {
        Json::Null => Value::Null,
        Json::Bool(flag) => json!(flag),
        Json::Text(text) => json!(text),
        Json::Number(digits) => serde_json::from_str(digits).unwrap_or_else(|_| json!(digits)),
        Json::List(items) => items.iter().map(to_value).collect(),
        Json::Map(members) => {
            let members = members.iter();
            Value::Object(members.map(|(name, value)| (name.clone(), to_value(value))).collect())
        }
    }
}
