//! Sends the requests of a scenario and records each write in the journal before it is sent and after its
//! response.

use futures_util::future::join_all;

use super::super::writes::Write;
use super::{Call, RunContext, ScenarioExecutor};
use crate::contract;
use crate::exchange::{Exchange, Fault, Request};
use crate::state::journal::WriteRequest;
use crate::write_outcome::{self, WriteOutcome};

/// Counts a write, once it may be made. `finally` calls are not held back.
async fn begin<'c>(
    context: &'c RunContext,
    request: &Request,
    is_finally: bool,
) -> Option<Write<'c>> {
    if request.method.is_safe() {
        None
    } else if is_finally {
        Some(context.writes.begin_now())
    } else {
        Some(context.writes.begin().await)
    }
}

/// Number of a request that is about to be sent, and whether it may be.
type Admission = (u32, Result<(), Fault>);

impl ScenarioExecutor<'_> {
    /// Sends a request. A write that cannot be recorded first is not sent, and ends the run. Nothing is sent about records
    /// in an unknown state.
    pub(super) async fn send(&mut self, call: Call<'_>, request: Request) -> Exchange {
        if self.is_unsettled {
            return self.unsent(request);
        }
        let recorded = self.record_intent(call, &request);
        let admitted = self.admitted(1).await;
        let _write = begin(self.context, &request, self.deadline.is_some()).await;
        let exchange = self.deliver(call, request, recorded, admitted).await;
        self.record_arrival(&exchange);
        exchange
    }

    /// Sends the same request as often as the step says. All are recorded and admitted before the first is
    /// sent, so that they reach the service together.
    pub(super) async fn send_at_once(
        &mut self,
        call: Call<'_>,
        request: &Request,
    ) -> Vec<Exchange> {
        let count = call.step.at_once;
        if self.is_unsettled {
            return (0..count).map(|_| self.unsent(request.clone())).collect();
        }
        let recorded: Vec<_> = (0..count).map(|_| self.record_intent(call, request)).collect();
        let admitted = self.admitted(u32::try_from(count).unwrap_or(u32::MAX)).await;
        let _write = begin(self.context, request, self.deadline.is_some()).await;
        let deliver = |recorded| self.deliver(call, request.clone(), recorded, admitted.clone());
        let exchanges = join_all(recorded.into_iter().map(deliver)).await;
        exchanges.iter().for_each(|exchange| self.record_arrival(exchange));
        exchanges
    }

    fn unsent(&mut self, request: Request) -> Exchange {
        self.exchanges += 1;
        let outcome = Err(Fault::Unsettled);
        Exchange { number: self.exchanges, request: request.into(), outcome }
    }

    /// Numbers a request, and records it if it is a write.
    fn record_intent(&mut self, call: Call<'_>, request: &Request) -> Admission {
        self.exchanges += 1;
        let number = self.exchanges;
        if request.method.is_safe() || !self.context.journal.is_enabled() {
            return (number, Ok(()));
        }
        // For later writes this was done at the end of the previous step.
        if !self.touched {
            self.record_finally_calls();
        }
        let write = WriteRequest {
            uses_up: self.scenario.uses_up(&self.context.contract, call.step),
            ..WriteRequest::new(&call.operation.id, call.step.key.kind(), request)
        };
        let last = self.deadline.is_some();
        let recorded = self.context.journal.record_intent(self.label, number, write, last);
        if recorded.is_err() {
            // Its `finally` calls are still made.
            self.context.sender.stop.give_up(Fault::Stopped, None);
        }
        // The journal has the `finally` calls since the first write, and a change that stays does more harm.
        (number, if last { Ok(()) } else { recorded })
    }

    /// Waits until this many requests may be sent. `finally` calls wait while being sent.
    async fn admitted(&self, together: u32) -> Result<(), Fault> {
        match self.deadline {
            None => self.context.sender.admit(together).await,
            Some(_) => Ok(()),
        }
    }

    async fn deliver(
        &self,
        call: Call<'_>,
        request: Request,
        (number, recorded): Admission,
        admitted: Result<(), Fault>,
    ) -> Exchange {
        let is_recorded = recorded.is_ok();
        let mut outcome = match (recorded.and(admitted), self.deadline) {
            (Err(fault), _) => Err(fault),
            (Ok(()), None) => self.context.sender.send_admitted(&request).await,
            (Ok(()), Some(deadline)) => self.context.sender.send_finally(&request, deadline).await,
        };
        if let Ok(mut response) = outcome {
            let contract = &self.context.contract;
            response.keep_judged_headers(contract::response_headers(contract, call.operation));
            let stop = || self.context.sender.stop.give_up(Fault::Oversized, None);
            outcome = self.context.kept_responses.keep(response, stop);
        }
        let exchange = Exchange { number, request: request.into(), outcome };
        let (journal, contract) = (&self.context.journal, &self.context.contract);
        if is_recorded && journal.is_enabled() && !exchange.request.method.is_safe() {
            let response = exchange.outcome.as_ref().ok();
            let made = response.and_then(|response| {
                write_outcome::created_identifier(contract, call.operation, response)
            });
            let received = WriteOutcome::classify(contract, call.operation, &exchange);
            journal.record_completion(self.label, &exchange, received, made);
        }
        exchange
    }

    /// Updates whether cleanup may be needed.
    fn record_arrival(&mut self, exchange: &Exchange) {
        let writes = !exchange.request.method.is_safe();
        self.touched |= writes && exchange.may_have_arrived();
    }
}
