//! Sends the requests of a scenario and records each write in the journal before it is sent and after its
//! answer.

use futures_util::future::join_all;
use spec::Operation;

use super::ScenarioExecutor;
use crate::exchange::{Exchange, Fault, Request};
use crate::scenario::Step;
use crate::state::journal::WriteRequest;
use crate::write_outcome::{self, WriteOutcome};

/// Number of a request that is about to be sent, and whether it may be.
type Admission = (u32, Result<(), Fault>);

impl ScenarioExecutor<'_> {
    /// Sends a request. A write that cannot be recorded first is not sent.
    pub(super) async fn send(
        &mut self,
        operation: &Operation,
        step: &Step,
        request: Request,
    ) -> Exchange {
        let recorded = self.record_intent(operation, step, &request);
        let admitted = self.admitted(1).await;
        let exchange = self.deliver(operation, request, recorded, admitted).await;
        self.record_arrival(&exchange);
        exchange
    }

    /// Sends the same request as often as the step says. All are recorded and admitted before the first is
    /// sent, so that they reach the service together.
    pub(super) async fn send_at_once(
        &mut self,
        operation: &Operation,
        step: &Step,
        request: &Request,
    ) -> Vec<Exchange> {
        let recorded = (0..step.at_once).map(|_| self.record_intent(operation, step, request));
        let recorded: Vec<_> = recorded.collect();
        let together = u32::try_from(step.at_once).unwrap_or(u32::MAX);
        let admitted = self.admitted(together).await;
        let sent = recorded.into_iter();
        let deliver =
            |recorded| self.deliver(operation, request.clone(), recorded, admitted.clone());
        let sent = sent.map(deliver);
        let exchanges = join_all(sent).await;
        for exchange in &exchanges {
            self.record_arrival(exchange);
        }
        exchanges
    }

    /// Numbers a request, and records it if it is a write.
    fn record_intent(
        &mut self,
        operation: &Operation,
        step: &Step,
        request: &Request,
    ) -> Admission {
        self.exchanges += 1;
        let number = self.exchanges;
        if request.method.is_safe() || !self.context.journal.is_enabled() {
            return (number, Ok(()));
        }
        // For later writes this was done at the end of the previous step.
        if !self.touched {
            self.record_promises();
        }
        let write = WriteRequest::new(&operation.id, step.key.kind(), request);
        let (journal, last) = (&self.context.journal, self.until.is_some());
        let recorded = journal.record_intent(self.label, number, write, last);
        let failed = |error| Fault::Unsendable(format!("the journal cannot be written: {error}"));
        (number, recorded.map_err(failed))
    }

    /// Waits until this many requests may be sent. `finally` calls wait while being sent.
    async fn admitted(&self, together: u32) -> Result<(), Fault> {
        match self.until {
            None => self.context.sender.admit(together).await,
            Some(_) => Ok(()),
        }
    }

    async fn deliver(
        &self,
        operation: &Operation,
        request: Request,
        recorded: Admission,
        admitted: Result<(), Fault>,
    ) -> Exchange {
        let (number, recorded) = recorded;
        let recorded_first = recorded.is_ok();
        let mut outcome = match (recorded.and(admitted), self.until) {
            (Err(fault), _) => Err(fault),
            (Ok(()), None) => self.context.sender.send_admitted(&request).await,
            (Ok(()), Some(until)) => self.context.sender.send_finally(&request, until).await,
        };
        // All answers stay in memory until the run ends, so free the excess capacity.
        if let Ok(answer) = &mut outcome {
            answer.keep_judged_headers();
        }
        let exchange = Exchange { number, request, outcome };
        let journal = &self.context.journal;
        if recorded_first && journal.is_enabled() && !exchange.request.method.is_safe() {
            let answer = exchange.outcome.as_ref().ok();
            let contract = &self.context.contract;
            let made =
                answer.and_then(|it| write_outcome::created_identifier(contract, operation, it));
            let received = WriteOutcome::classify(contract, operation, &exchange);
            // The write has happened; failing to record its end does not change that.
            let _ = journal.record_completion(self.label, &exchange, received, made);
        }
        exchange
    }

    /// Updates whether cleanup may be needed.
    fn record_arrival(&mut self, exchange: &Exchange) {
        let writes = !exchange.request.method.is_safe();
        self.touched |= writes && exchange.may_have_arrived();
    }
}
