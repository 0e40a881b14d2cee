//! Executes one scenario: its steps in order, whatever their results.

mod paged;
mod send;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use spec::Operation;
use tokio::time::Instant;

use super::bindings::{Bindings, mark};
use super::request_builder::RequestBuilder;
use super::runner::{RunContext, ScheduledScenario};
use crate::contract;
use crate::exchange::{AttemptTrace, Exchange, ExpectedValues, Request, ScenarioTrace, StepTrace};
use crate::json::Json;
use crate::parsed::{self, SentInputs};
use crate::scenario::{AnswerPath, Inputs, Scenario, Step, Template, Value};
use crate::state::journal::WriteRequest;
use paged::{Paged, is_whole};

/// Limit for all `finally` calls of a scenario together, so that an interrupted run ends soon.
const MAX_FINALLY_TIME: Duration = Duration::from_secs(10);

/// Executes a scheduled scenario. Each attempt creates records under other names and has its own journal
/// entries.
pub(super) async fn execute(
    context: &RunContext,
    scenario: &Scenario,
    scheduled: &ScheduledScenario,
) -> ScenarioTrace {
    let ScheduledScenario { fixtures, attempt, .. } = scheduled;
    let label = match attempt {
        1 => scenario.id.clone(),
        attempt => format!("{} (try {attempt})", scenario.id),
    };
    let bindings = Bindings {
        run: &context.settings.run_id,
        email_domain: &context.settings.email_domain,
        now: context.now(*attempt),
        scenario: &label,
        mark: mark(&context.settings.run_id, &label),
        fixtures,
        sent: BTreeMap::new(),
        answers: BTreeMap::new(),
    };
    let mut executor = ScenarioExecutor {
        context,
        scenario,
        label: &label,
        bindings,
        exchanges: 0,
        touched: false,
        promised: BTreeSet::new(),
        until: None,
    };
    let mut steps = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        steps.push(executor.step(index, step).await);
    }
    let finally = executor.run_finally().await;
    ScenarioTrace {
        scenario: scenario.id.clone(),
        fixtures: Arc::clone(fixtures),
        fresh_fixtures: context.settings.fresh_fixtures,
        steps,
        finally,
    }
}

struct ScenarioExecutor<'a> {
    context: &'a RunContext,
    scenario: &'a Scenario,
    /// Name of the execution in the journal.
    label: &'a str,
    bindings: Bindings<'a>,
    exchanges: u32,
    /// Whether a write may have reached the service, so that cleanup may be needed.
    touched: bool,
    /// Indexes of the `finally` calls already recorded in the journal.
    promised: BTreeSet<usize>,
    /// Deadline of the `finally` calls, while they are made.
    until: Option<Instant>,
}

impl ScenarioExecutor<'_> {
    /// Makes the `finally` calls, also when the run is to stop. Skipped if no write was sent; a call that
    /// refers to a value that no answer contained is left out.
    async fn run_finally(&mut self) -> Vec<StepTrace> {
        let scenario = self.scenario;
        let mut traces = Vec::new();
        if self.touched {
            self.until = Some(Instant::now() + MAX_FINALLY_TIME);
            for (index, step) in (scenario.steps.len()..).zip(&scenario.finally) {
                traces.push(self.step(index, step).await);
            }
        }
        traces
    }

    async fn step(&mut self, index: usize, step: &Step) -> StepTrace {
        let Some(operation) = self.context.contract.operation(&step.call) else {
            return StepTrace::default();
        };
        let attempts = match step.at_once {
            1 => self.attempts(index, step, operation).await,
            _ => self.at_once(index, step, operation).await,
        };
        let values = self.values(index, step, operation);
        self.remember(step, operation, &attempts, &values);
        if self.touched && step.name.is_some() {
            self.record_promises();
        }
        StepTrace { attempts, values }
    }

    /// Sends each attempt of a step in order.
    async fn attempts(
        &mut self,
        index: usize,
        step: &Step,
        operation: &Operation,
    ) -> Vec<AttemptTrace> {
        let mut attempts = Vec::new();
        for inputs in step.attempts() {
            if let Some(attempt) = self.attempt(index, step, operation, &inputs).await {
                attempts.push(attempt);
            }
        }
        attempts
    }

    /// Sends the same request several times concurrently.
    async fn at_once(
        &mut self,
        index: usize,
        step: &Step,
        operation: &Operation,
    ) -> Vec<AttemptTrace> {
        let Some(request) = self.compose(index, step, operation, &step.inputs, None) else {
            return Vec::new();
        };
        let exchanges = self.send_at_once(operation, step, &request).await;
        let played = exchanges.into_iter().map(|exchange| AttemptTrace {
            complete: is_whole(operation, &exchange),
            exchanges: vec![exchange],
            reread: Vec::new(),
        });
        played.collect()
    }

    async fn attempt(
        &mut self,
        index: usize,
        step: &Step,
        operation: &Operation,
        inputs: &Inputs,
    ) -> Option<AttemptTrace> {
        let contract = &self.context.contract;
        let parameter = contract::page_number(contract, operation).filter(|_| step.all_pages);
        let Some(parameter) = parameter else {
            let request = self.compose(index, step, operation, inputs, None)?;
            let exchange = self.send(operation, step, request).await;
            let complete = is_whole(operation, &exchange);
            return Some(AttemptTrace { exchanges: vec![exchange], reread: Vec::new(), complete });
        };
        let paged = Paged { index, step, operation, inputs, parameter };
        match contract::page_selection(operation) {
            Some(_) => paged.read(self).await,
            None => paged.follow(self).await,
        }
    }

    fn compose(
        &self,
        index: usize,
        step: &Step,
        operation: &Operation,
        inputs: &Inputs,
        page: Option<(&str, u32)>,
    ) -> Option<Request> {
        let builder = RequestBuilder {
            contract: &self.context.contract,
            operation,
            key: &step.key,
            spelling: step.spelling,
            index,
            bindings: &self.bindings,
            keys: &self.context.settings.keys,
        };
        builder.request(inputs, page)
    }

    /// Records in the journal the `finally` calls whose values are known by now. If the run is killed, a sweep
    /// makes them.
    fn record_promises(&mut self) {
        if !self.context.journal.is_enabled() {
            return;
        }
        let scenario = self.scenario;
        for (place, step) in scenario.finally.iter().enumerate() {
            let operation = self.context.contract.operation(&step.call);
            let Some(operation) = operation.filter(|_| !self.promised.contains(&place)) else {
                continue;
            };
            let index = scenario.steps.len() + place;
            if let Some(request) = self.compose(index, step, operation, &step.inputs, None) {
                let write = WriteRequest::new(&operation.id, step.key.kind(), &request);
                // The run still makes the call itself if it cannot be recorded.
                let _ = self.context.journal.record_promise(self.label, write);
                self.promised.insert(place);
            }
        }
    }

    /// Of concurrent requests, later steps refer to the one that was accepted.
    fn remember(
        &mut self,
        step: &Step,
        operation: &Operation,
        attempts: &[AttemptTrace],
        values: &ExpectedValues,
    ) {
        let mut exchanges = attempts.iter().filter_map(|attempt| attempt.exchanges.first());
        let first = exchanges.clone().next();
        let is_accepted =
            |exchange: &&Exchange| parsed::is_accepted(&self.context.contract, operation, exchange);
        let exchange = match step.at_once {
            1 => first,
            _ => exchanges.find(is_accepted).or(first),
        };
        let (Some(name), Some(exchange)) = (&step.name, exchange) else {
            return;
        };
        let wanted = (step.shows.len() == values.shows.len()).then_some(values.shows.as_slice());
        let is_found =
            |wanted| parsed::finds_new_texts(&self.context.contract, operation, exchange, wanted);
        if step.finds && !wanted.is_some_and(is_found) {
            return;
        }
        self.bindings.sent.insert(name.clone(), SentInputs::parse(operation, &exchange.request));
        if let Ok(response) = &exchange.outcome
            && let Some(json) = Json::parse(&response.body)
        {
            self.bindings.answers.insert(name.clone(), json);
        }
    }

    fn values(&self, index: usize, step: &Step, operation: &Operation) -> ExpectedValues {
        let fill = |texts: &[Template]| {
            texts.iter().filter_map(|text| self.bindings.fill(text, index)).collect()
        };
        let order = step.order.iter().filter_map(|(value, at)| {
            Some((self.bindings.fill(value, index)?, self.bindings.fill(at, index)?))
        });
        let compare = |compared: &[(AnswerPath, Value)]| {
            let filled = compared.iter().filter_map(|(place, value)| {
                let spot = self.bindings.spot(place, index)?;
                let contract = &self.context.contract;
                let field = place.stated_field(contract, operation)?;
                Some((spot, self.bindings.typed(value, &field.ty, index)?))
            });
            filled.collect()
        };
        ExpectedValues {
            shows: fill(&step.shows),
            hides: fill(&step.hides),
            adds: fill(&step.adds),
            order: order.collect(),
            equals: compare(&step.equals),
            differs: compare(&step.differs),
            near: compare(&step.near),
        }
    }
}
