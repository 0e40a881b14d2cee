//! Executes one scenario: its steps in order, whatever their results.

mod paged;
mod send;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use spec::{InputPart, Operation};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout};

use super::bindings::Bindings;
use super::changed_fixtures::ChangedFixtures;
use super::context::{LAG, RunContext, SECOND, ScheduledScenario};
use super::request_builder::RequestBuilder;
use super::request_sender::MAX_FINALLY_TIME;
use crate::contract;
use crate::exchange::{AttemptTrace, Exchange, ExpectedValues, Request, ScenarioTrace, StepTrace};
use crate::json::Json;
use crate::leftovers::acted_on;
use crate::parsed::{self, SentInputs};
use crate::scenario::{Inputs, Reference, ResponsePath, Scenario, Step, Template, Value};
use crate::state::journal::WriteRequest;
use paged::PagedCall;

/// How long one reading of a list holds writes back.
const MAX_HELD_BACK: Duration = Duration::from_secs(5);

/// Executes a scheduled scenario. Each attempt creates records under other names and has its own journal
/// entries.
pub(super) async fn execute(
    (context, changed): (&RunContext, &ChangedFixtures),
    scenario: &Scenario,
    scheduled: &ScheduledScenario,
    permit: Option<OwnedSemaphorePermit>,
) -> ScenarioTrace {
    let ScheduledScenario { fixtures, attempt, pauses, .. } = scheduled;
    let is_settled = changed.prepare(context, scenario, fixtures).await;
    let label = match attempt {
        1 => scenario.id.clone(),
        attempt => format!("{} (try {attempt})", scenario.id),
    };
    let mut executor = ScenarioExecutor {
        context,
        scenario,
        label: &label,
        bindings: Bindings::new(&context.settings, &label, context.now(*attempt), fixtures),
        exchanges: 0,
        touched: false,
        recorded_finally: BTreeSet::new(),
        deadline: None,
        pauses: *pauses,
        permit,
        is_unsettled: !is_settled,
    };
    let mut steps = Vec::new();
    for (index, step) in scenario.steps.iter().enumerate() {
        let trace = executor.step(index, step, &steps).await;
        steps.push(trace);
    }
    let finally = executor.run_finally().await;
    let trace = ScenarioTrace {
        scenario: scenario.id.clone(),
        attempt: *attempt,
        round: 0,
        pauses: *pauses,
        fixtures: Arc::clone(fixtures),
        fresh_fixtures: context.settings.fresh_fixtures,
        mark: context.settings.fresh_names.then(|| executor.bindings.mark.clone()),
        steps,
        finally,
        redactor: context.redactor.clone(),
    };
    let next = executor.exchanges + 1;
    changed.keep_unanswered(context, scenario, &trace, (&label, next)).await;
    trace
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
    recorded_finally: BTreeSet<usize>,
    /// Deadline of a `finally` call, while it is made.
    deadline: Option<Instant>,
    /// Whether to pause after each accepted write.
    pauses: bool,
    /// Held while it sends, but not in a pause.
    permit: Option<OwnedSemaphorePermit>,
    /// Whether the state of a fixture is unknown, so that nothing is sent.
    is_unsettled: bool,
}

#[derive(Clone, Copy)]
struct Call<'a> {
    index: usize,
    step: &'a Step,
    operation: &'a Operation,
}

impl ScenarioExecutor<'_> {
    /// Makes the `finally` calls, also when the run is to stop. Skipped if no write was sent; a call that
    /// refers to a value that no response contained is left out.
    async fn run_finally(&mut self) -> Vec<StepTrace> {
        let scenario = self.scenario;
        let mut traces = Vec::new();
        if self.touched {
            for (index, step) in (scenario.steps.len()..).zip(&scenario.finally) {
                if self.deadline.is_none() || self.context.sender.stop.reason().is_none() {
                    self.deadline = Some(Instant::now() + MAX_FINALLY_TIME);
                }
                traces.push(self.step(index, step, &[]).await);
            }
        }
        traces
    }

    /// Whether an earlier step was refused, if this one depends on that.
    fn is_wanted(&self, step: &Step, earlier: &[StepTrace]) -> bool {
        let Some(index) = step.if_refused.as_deref().map(|name| self.scenario.step(name)) else {
            return true;
        };
        let refused =
            index.and_then(|index| Some((self.scenario.steps.get(index)?, earlier.get(index)?)));
        refused.is_some_and(|(step, trace)| {
            let contract = &self.context.contract;
            let operation = contract.operation(&step.call);
            let exchanges = trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            let mut answered = exchanges.filter(|exchange| exchange.outcome.is_ok());
            operation.is_some_and(|operation| {
                answered.any(|exchange| !parsed::is_accepted(contract, operation, exchange))
            })
        })
    }

    /// Makes the calls of a step. `earlier` has the traces of the steps before it.
    async fn step(&mut self, index: usize, step: &Step, earlier: &[StepTrace]) -> StepTrace {
        let Some(operation) = self.context.contract.operation(&step.call) else {
            return StepTrace::default();
        };
        let call = Call { index, step, operation };
        if step.after_a_second {
            self.pause(SECOND).await;
        }
        let mut attempts = Vec::new();
        if self.is_unrestorable(call) || !self.is_wanted(step, earlier) {
            // Not sent: the record would stay changed, or there is no refusal to explain.
        } else if step.at_once > 1 {
            attempts = self.at_once(call).await;
        } else {
            for inputs in step.attempts() {
                attempts.extend(self.attempt(call, &inputs).await);
            }
        }
        let values = self.values(call);
        self.remember(call, &attempts, &values);
        if self.touched && step.name.is_some() {
            self.record_finally_calls();
        }
        if self.pauses && self.deadline.is_none() && self.is_accepted_write(call, &attempts) {
            self.pause(LAG).await;
        }
        StepTrace { attempts, values }
    }

    /// Waits, while another scenario may send.
    async fn pause(&mut self, duration: Duration) {
        self.permit = None;
        self.context.sender.pause(duration).await;
        self.permit = self.context.permit().await;
    }

    /// Whether the call is a write before `finally`, and a former value that `finally` restores is unknown: the earlier
    /// step that reads it got no response, or one without the value.
    fn is_unrestorable(&self, call: Call<'_>) -> bool {
        if call.operation.method.is_safe() || self.deadline.is_some() {
            return false;
        }
        let is_earlier = |name: &str| {
            let mut earlier = self.scenario.steps.iter().take(call.index);
            earlier.any(|step| step.name.as_deref() == Some(name))
        };
        let is_unknown = |reference: &Reference| match reference {
            Reference::Response { step, .. } => {
                is_earlier(step) && self.bindings.earlier_value(reference, call.index).is_none()
            }
            _ => false,
        };
        let inputs = self.scenario.finally.iter().flat_map(|step| &step.inputs.set);
        let mut former = inputs
            .filter(|(input, _)| input.part == InputPart::Body)
            .flat_map(|(_, value)| value.references());
        former.any(is_unknown)
    }

    fn is_accepted_write(&self, call: Call<'_>, attempts: &[AttemptTrace]) -> bool {
        let contract = &self.context.contract;
        let mut exchanges = attempts.iter().flat_map(|attempt| &attempt.exchanges);
        !call.operation.method.is_safe()
            && exchanges.any(|exchange| parsed::is_accepted(contract, call.operation, exchange))
    }

    /// Sends the same request several times concurrently.
    async fn at_once(&mut self, call: Call<'_>) -> Vec<AttemptTrace> {
        let Some(request) = self.compose(call, &call.step.inputs, &[]) else {
            return Vec::new();
        };
        let exchanges = self.send_at_once(call, &request).await.into_iter();
        exchanges.map(single_exchange).collect()
    }

    async fn attempt(&mut self, call: Call<'_>, inputs: &Inputs) -> Option<AttemptTrace> {
        let (contract, operation) = (&self.context.contract, call.operation);
        let selection = contract::page_selection(operation);
        let number = contract::page_number(contract, operation);
        let parameter = selection.map(|selection| selection.start.wire.as_str()).or(number);
        let Some(parameter) = parameter.filter(|_| call.step.all_pages) else {
            let request = self.compose(call, inputs, &[])?;
            return Some(single_exchange(self.send(call, request).await));
        };
        let size = contract::page_size(contract, operation).zip(call.step.page_size);
        let paged = PagedCall { call, inputs, parameter, size };
        let before = self.context.writes.made();
        let read = paged.all(self, selection).await?;
        let context = self.context;
        // A list that is read by a write would hold itself back.
        let is_read = operation.method.is_safe();
        if !is_read || !paged.has_changed(&read) || !context.writes.any_since(before) {
            return Some(read);
        }
        // Other scenarios change the list. While they do not, a difference comes from elsewhere.
        let held = timeout(MAX_HELD_BACK, async {
            let _held_back = context.writes.hold_back().await;
            paged.all(self, selection).await
        });
        held.await.ok().flatten().or(Some(read))
    }

    /// The request with these inputs. `page` has the query parameters that select a page.
    fn compose(&self, call: Call<'_>, inputs: &Inputs, page: &[(&str, String)]) -> Option<Request> {
        let Call { index, step, operation } = call;
        let (contract, bindings) = (&self.context.contract, &self.bindings);
        let (key, spelling) = (&step.key, step.spelling);
        let builder = RequestBuilder { contract, operation, key, spelling, index, bindings };
        builder.request(inputs, page)
    }

    /// Records in the journal the `finally` calls whose values are known by now. If the run is killed, a sweep
    /// makes them.
    fn record_finally_calls(&mut self) {
        if !self.context.journal.is_enabled() {
            return;
        }
        let scenario = self.scenario;
        for (index, step) in (scenario.steps.len()..).zip(&scenario.finally) {
            let operation = self.context.contract.operation(&step.call);
            let Some(operation) = operation.filter(|_| !self.recorded_finally.contains(&index))
            else {
                continue;
            };
            if let Some(request) = self.compose(Call { index, step, operation }, &step.inputs, &[])
            {
                let write = WriteRequest::new(&operation.id, step.key.kind(), &request);
                self.context.journal.record_finally_call(self.label, write);
                self.recorded_finally.insert(index);
            }
        }
    }

    /// Keeps what later steps can refer to: of concurrent requests, the one that was accepted.
    fn remember(&mut self, call: Call<'_>, attempts: &[AttemptTrace], values: &ExpectedValues) {
        let Call { step, operation, .. } = call;
        let contract = &self.context.contract;
        let mut exchanges = attempts.iter().filter_map(|attempt| attempt.exchanges.first());
        let first = exchanges.clone().next();
        let exchange = match step.at_once {
            1 => first,
            _ => exchanges
                .find(|exchange| parsed::is_accepted(contract, operation, exchange))
                .or(first),
        };
        let (Some(name), Some(exchange)) = (&step.name, exchange) else {
            return;
        };
        let are_filled = step.shows.len() == values.shows.len();
        if step.lookup
            && !(are_filled
                && parsed::finds_new_texts(contract, operation, exchange, &values.shows))
        {
            return;
        }
        let sent = SentInputs::parse(&self.context.contract, operation, &exchange.request);
        self.bindings.sent.insert(name.clone(), sent);
        if let Ok(response) = &exchange.outcome
            && let Some(json) = response.body.json()
        {
            if step.lookup {
                self.record_found(operation, exchange, json);
            }
            self.bindings.responses.insert(name.clone(), response.body.clone());
        }
    }

    /// Records in the journal by which identifier a step found a record that this scenario created.
    fn record_found(&self, operation: &Operation, exchange: &Exchange, shown: &Json) {
        let sent = SentInputs::parse(&self.context.contract, operation, &exchange.request);
        let bindings = &self.bindings;
        let Some((record, identifier)) = acted_on(operation, &sent) else {
            return;
        };
        let created = self.scenario.steps.iter().filter_map(|step| {
            let creating = self.context.contract.operation(&step.call)?;
            let sent = bindings.sent.get(step.name.as_ref()?)?;
            (creating.creates.as_deref() == Some(record)).then_some((creating, sent))
        });
        let unique = created.flat_map(|(creating, sent)| {
            let fields = creating.body.iter().filter(|field| field.unique);
            fields.filter_map(|field| sent.body(&field.wire).and_then(Json::text))
        });
        let shows: Vec<_> = unique.filter(|text| shown.holds_text(text)).collect();
        if !shows.is_empty() {
            self.context.journal.record_found(self.label, record, identifier, &shows);
        }
    }

    /// The expected values that are known.
    fn values(&self, call: Call<'_>) -> ExpectedValues {
        let Call { index, step, operation } = call;
        let fill = |text: &Template| self.bindings.fill(text, index);
        let fill_all = |texts: &[Template]| texts.iter().filter_map(fill).collect();
        let order = step.order.iter().filter_map(|(value, at)| Some((fill(value)?, fill(at)?)));
        let compare = |compared: &[(ResponsePath, Value)]| {
            let filled = compared.iter().filter_map(|(path, value)| {
                let field = path.stated_field(&self.context.contract, operation)?;
                let location = self.bindings.location(path, index)?;
                Some((location, self.bindings.typed(value, &field.ty, index)?))
            });
            filled.collect()
        };
        ExpectedValues {
            shows: fill_all(&step.shows),
            hides: fill_all(&step.hides),
            adds: fill_all(&step.adds),
            order: order.collect(),
            equals: compare(&step.equals),
            differs: compare(&step.differs),
            near: compare(&step.near),
        }
    }
}

fn single_exchange(exchange: Exchange) -> AttemptTrace {
    AttemptTrace { exchanges: vec![exchange], ..AttemptTrace::default() }
}
