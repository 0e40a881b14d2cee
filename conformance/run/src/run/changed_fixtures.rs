//! The fixtures that scenarios change and restore: what they were before, and which restoring calls got no response.
//!
//! A restoring call without a response may or may not have had its effect, so that nothing is known of the fixture until
//! the call is answered, or a read shows the fixture as it was before.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use spec::{Contract, InputPart, Operation};
use tokio::sync::Mutex as AsyncMutex;
use tokio::time::Instant;

use super::context::RunContext;
use super::request_sender::MAX_FINALLY_TIME;
use crate::contract;
use crate::exchange::{AttemptTrace, Exchange, Fault, Request, Response, ScenarioTrace, StepTrace};
use crate::leftovers::{LastLook, RestoredRecord};
use crate::scenario::{Reference, Scenario, Step};
use crate::state::journal::WriteRequest;
use crate::target::TargetFixture;
use crate::write_outcome::WriteOutcome;

/// How often the restoring calls of a fixture are repeated before scenarios. Each time takes several seconds, and many
/// scenarios may use one fixture.
const MAX_ROUNDS: u32 = 3;

/// What the scenarios of a run changed.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// The fixtures, as they were before.
    pub(crate) fixtures: Vec<RestoredRecord>,
    /// The restoring calls that were answered after the end of their scenarios.
    pub(crate) restored_later: Vec<ScenarioTrace>,
}

/// The fixtures that the scenarios of a run change and restore, by id.
#[derive(Default)]
pub(super) struct ChangedFixtures(Mutex<BTreeMap<String, Arc<AsyncMutex<FixtureState>>>>);

#[derive(Default)]
struct FixtureState {
    is_read: bool,
    /// The fixture before the first change; `None` if no operation reads it.
    former: Option<RestoredRecord>,
    /// The restoring calls without a response.
    unanswered: Vec<RestoringCall>,
    /// How often they were repeated.
    rounds: u32,
    /// Those that were answered later, as traces of their scenarios.
    restored_later: Vec<ScenarioTrace>,
}

/// A restoring call without a response.
struct RestoringCall {
    scenario: String,
    /// Its index among the `finally` calls.
    index: usize,
    operation: String,
    key: Option<String>,
    request: Arc<Request>,
    /// Name of the execution in the journal.
    label: String,
    /// The number of its next exchange there.
    next_number: Arc<AtomicU32>,
}

impl ChangedFixtures {
    fn state(&self, id: &str) -> Arc<AsyncMutex<FixtureState>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(id.to_owned()).or_default())
    }

    /// Before a scenario: repeats restoring calls of its fixtures, and reads those that it changes. Returns whether
    /// the state of all its fixtures is known.
    pub(super) async fn prepare(
        &self,
        context: &RunContext,
        scenario: &Scenario,
        fixtures: &BTreeMap<String, TargetFixture>,
    ) -> bool {
        // A stopped run sends nothing more.
        if fixtures.is_empty() || context.sender.stop.reason().is_some() {
            return true;
        }
        let mut is_settled = true;
        for fixture in fixtures.values() {
            let state = self.state(&fixture.id);
            let mut state = state.lock().await;
            if state.rounds < MAX_ROUNDS {
                state.settle(context).await;
            }
            is_settled &= state.unanswered.is_empty();
        }
        if !is_settled {
            return false;
        }
        for step in &scenario.finally {
            let Some((operation, id)) = restored_fixture(&context.contract, step, fixtures) else {
                continue;
            };
            let state = self.state(id);
            state.lock().await.read(context, scenario, (step, operation), id).await;
        }
        true
    }

    /// After a scenario: keeps its restoring calls without a response.
    pub(super) async fn keep_unanswered(
        &self,
        context: &RunContext,
        scenario: &Scenario,
        trace: &ScenarioTrace,
        (label, number): (&str, u32),
    ) {
        let next_number = Arc::new(AtomicU32::new(number));
        for (index, (step, step_trace)) in scenario.finally.iter().zip(&trace.finally).enumerate() {
            let restored = restored_fixture(&context.contract, step, &trace.fixtures);
            let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            let (Some((operation, id)), Some(exchange)) = (restored, exchanges.last()) else {
                continue;
            };
            if is_answered(&exchange.outcome) {
                continue;
            }
            self.state(id).lock().await.unanswered.push(RestoringCall {
                scenario: scenario.id.clone(),
                index,
                operation: operation.id.clone(),
                key: step.key.kind().map(str::to_owned),
                request: Arc::clone(&exchange.request),
                label: label.to_owned(),
                next_number: Arc::clone(&next_number),
            });
        }
    }

    /// At the end of a run: repeats all restoring calls without a response.
    pub(super) async fn settle(&self, context: &RunContext) -> Changes {
        let all: Vec<_> = {
            let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.values().cloned().collect()
        };
        let mut changes = Changes::default();
        for state in all {
            let mut state = state.lock().await;
            if context.sender.stop.reason().is_none() {
                state.settle(context).await;
            }
            changes.fixtures.extend(state.former.clone());
            changes.restored_later.append(&mut state.restored_later);
        }
        changes
    }
}

impl FixtureState {
    /// Repeats restoring calls without a response.
    async fn settle(&mut self, context: &RunContext) {
        if self.unanswered.is_empty() {
            return;
        }
        self.rounds += 1;
        for call in std::mem::take(&mut self.unanswered) {
            let (exchange, received) = call.send(context).await;
            if received == Some(WriteOutcome::Accepted) {
                self.restored_later.push(call.trace(context, exchange));
            } else {
                self.unanswered.push(call);
            }
        }
        if !self.unanswered.is_empty() && self.is_as_before(context).await {
            self.unanswered.clear();
        }
        if self.unanswered.is_empty() {
            self.rounds = 0;
        }
    }

    /// Whether a read shows the fixture as it was before the first change.
    async fn is_as_before(&self, context: &RunContext) -> bool {
        let Some(former) = &self.former else { return false };
        let response = context.read(&former.read).await;
        response.is_ok_and(|response| former.look(&response) == LastLook::Restored)
    }

    /// Reads the fixture before its first change.
    async fn read(
        &mut self,
        context: &RunContext,
        scenario: &Scenario,
        (step, operation): (&Step, &Operation),
        id: &str,
    ) {
        if std::mem::replace(&mut self.is_read, true) {
            return;
        }
        let from = (scenario.id.as_str(), &context.redactor);
        let former =
            RestoredRecord::to_be_restored(&context.contract, operation, id, step.key.kind(), from);
        let Some(mut former) = former else { return };
        if let Ok(response) = context.read(&former.read).await {
            former.keep_former(&response);
            self.former = Some(former);
        }
    }
}

impl RestoringCall {
    async fn send(&self, context: &RunContext) -> (Exchange, Option<WriteOutcome>) {
        let (journal, number) = (&context.journal, self.next_number.fetch_add(1, Ordering::SeqCst));
        let write = WriteRequest::new(&self.operation, self.key.as_deref(), &self.request);
        // The journal has the call since the first write of its scenario.
        let _ = journal.record_intent(&self.label, number, write, true);
        let until = Instant::now() + MAX_FINALLY_TIME;
        let operation = context.contract.operation(&self.operation);
        let write_made = context.writes.begin_now();
        let mut outcome = context.sender.send_finally(&self.request, until).await;
        drop(write_made);
        if let Ok(response) = &mut outcome {
            let described = |operation| contract::response_headers(&context.contract, operation);
            response.keep_judged_headers(operation.into_iter().flat_map(described));
        }
        let exchange = Exchange { number, request: Arc::clone(&self.request), outcome };
        let received = operation
            .and_then(|operation| WriteOutcome::classify(&context.contract, operation, &exchange));
        journal.record_completion(&self.label, &exchange, received, None);
        (exchange, received)
    }

    /// The call as a trace of its scenario.
    fn trace(self, context: &RunContext, exchange: Exchange) -> ScenarioTrace {
        let attempt = AttemptTrace { exchanges: vec![exchange], ..AttemptTrace::default() };
        let mut finally = vec![StepTrace::default(); self.index];
        finally.push(StepTrace { attempts: vec![attempt], ..StepTrace::default() });
        ScenarioTrace {
            scenario: self.scenario,
            finally,
            redactor: context.redactor.clone(),
            ..ScenarioTrace::default()
        }
    }
}

/// Whether the server itself answered, so that the effect of the call is known.
fn is_answered(outcome: &Result<Response, Fault>) -> bool {
    match outcome {
        Ok(response) => response.status != 429 && !response.is_unavailable(),
        Err(_) => false,
    }
}

/// The operation of a restoring call, and the id of the fixture that it restores.
fn restored_fixture<'a>(
    contract: &'a Contract,
    step: &Step,
    fixtures: &'a BTreeMap<String, TargetFixture>,
) -> Option<(&'a Operation, &'a str)> {
    let operation = contract.operation(&step.call)?;
    let record = contract::changed_record(operation)?;
    let (input, _) = contract::target_input(operation)
        .filter(|(input, target)| *target == record && input.part == InputPart::Path)?;
    match step.inputs.set.get(&input)?.text()?.single_reference()? {
        Reference::Fixture { need, fact, less: 0 } if fact == "id" => {
            Some((operation, &fixtures.get(need)?.id))
        }
        _ => None,
    }
}
