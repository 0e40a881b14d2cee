//! The responses of a run, by scenario and step.

use std::collections::{BTreeMap, BTreeSet};

use referral_conformance::exchange::{Exchange, Response, ScenarioTrace, StepTrace};
use referral_conformance::json::Json;
use referral_conformance::scenario::Step;
use referral_conformance::suite::Suite;
use serde::{Deserialize, Serialize};
use spec::Identifier;

/// The responses of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// The steps and then the `finally` calls of each scenario, by its id.
    pub scenarios: BTreeMap<String, Vec<StepTraffic>>,
}

/// The exchanges of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTraffic {
    /// The operation.
    pub operation: String,
    /// The exchanges of all attempts, in order.
    pub exchanges: Vec<ExchangeTraffic>,
}

/// A request and its response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangeTraffic {
    /// Method and target of the request.
    pub request: String,
    /// Body of the request.
    pub sent: Option<String>,
    /// The response.
    pub reply: Reply,
}

/// A response, or the lack of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// A response.
    Response {
        /// Status.
        status: u16,
        /// The headers that the suite judges.
        headers: BTreeMap<String, String>,
        /// Body.
        body: String,
    },
    /// Why there is no response.
    Fault(String),
}

impl Reply {
    fn json(&self) -> Option<Json> {
        match self {
            Self::Response { body, .. } => Json::parse(body.as_bytes()),
            Self::Fault(_) => None,
        }
    }
}

impl Traffic {
    /// The responses in the traces of a run.
    #[must_use]
    pub fn new(suite: &Suite, traces: &[ScenarioTrace]) -> Self {
        let scenarios = traces.iter().filter_map(|trace| {
            let scenario = suite.scenario(&trace.scenario)?;
            let steps = scenario.steps.iter().zip(&trace.steps);
            let finally = scenario.finally.iter().zip(&trace.finally);
            let steps = steps.chain(finally).map(|(step, trace)| step_traffic(step, trace));
            Some((trace.scenario.clone(), steps.collect()))
        });
        Self { scenarios: scenarios.collect() }
    }

    /// All exchanges.
    pub fn exchanges(&self) -> impl Iterator<Item = &ExchangeTraffic> {
        self.scenarios.values().flatten().flat_map(|step| &step.exchanges)
    }

    /// The strings and numbers of all response bodies.
    pub(crate) fn response_texts(&self) -> BTreeSet<String> {
        let bodies = self.exchanges().filter_map(|exchange| exchange.reply.json());
        let mut texts = BTreeSet::new();
        bodies.for_each(|body| collect_texts(&body, &mut texts));
        texts
    }
}

impl StepTraffic {
    /// Identifiers of the records in lists of the responses.
    pub(crate) fn shown_records(&self) -> BTreeSet<String> {
        let bodies = self.exchanges.iter().filter_map(|exchange| exchange.reply.json());
        let mut shown = BTreeSet::new();
        for body in bodies {
            let Json::Map(members) = body else { continue };
            let lists = members.iter().filter_map(|(_, member)| member.items());
            shown.extend(lists.flatten().filter_map(identity).map(str::to_owned));
        }
        shown
    }
}

/// The strings and numbers of requests.
pub(crate) fn sent_values<'t>(
    exchanges: impl IntoIterator<Item = &'t ExchangeTraffic>,
) -> BTreeSet<String> {
    let mut values = BTreeSet::new();
    for exchange in exchanges {
        let target = exchange.request.split_once(' ').map_or("", |(_, target)| target);
        let parts = target.split(['/', '?', '&', '=']).filter(|part| !part.is_empty());
        values.extend(parts.map(|part| part.replace("%40", "@")));
        let sent = exchange.sent.as_deref().and_then(|sent| Json::parse(sent.as_bytes()));
        sent.iter().for_each(|sent| collect_texts(sent, &mut values));
    }
    values
}

fn step_traffic(step: &Step, trace: &StepTrace) -> StepTraffic {
    let attempts = trace.attempts.iter();
    let exchanges = attempts.flat_map(|attempt| attempt.exchanges.iter().chain(&attempt.reread));
    let exchanges = exchanges.map(exchange_traffic).collect();
    StepTraffic { operation: step.call.clone(), exchanges }
}

fn exchange_traffic(exchange: &Exchange) -> ExchangeTraffic {
    let request = &exchange.request;
    let reply = match &exchange.outcome {
        Ok(response) => Reply::Response {
            status: response.status,
            headers: judged_headers(response),
            body: String::from_utf8_lossy(&response.body).into_owned(),
        },
        Err(fault) => Reply::Fault(fault.name().to_owned()),
    };
    ExchangeTraffic {
        request: format!("{} {}", request.method.as_str(), request.target),
        sent: request.body.clone(),
        reply,
    }
}

fn judged_headers(response: &Response) -> BTreeMap<String, String> {
    let values = response.headers.iter().filter_map(|(name, value)| {
        Some((name.to_string(), std::str::from_utf8(value.as_bytes()).ok()?.to_owned()))
    });
    values.collect()
}

/// The identifier that a record shows of itself.
pub(crate) fn identity(record: &Json) -> Option<&str> {
    record.get(Identifier::Uuid.name())?.text()
}

/// The strings and numbers in a value.
fn collect_texts(value: &Json, texts: &mut BTreeSet<String>) {
    match value {
        Json::Text(text) | Json::Number(text) => {
            texts.insert(text.clone());
        }
        Json::List(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Json::Map(members) => {
            members.iter().for_each(|(_, value)| collect_texts(value, texts));
        }
        Json::Null | Json::Bool(_) => {}
    }
}
