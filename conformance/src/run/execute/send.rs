//! Sending the requests of a play, each write noted before it goes and when it is answered.

use futures_util::future::join_all;
use spec::Operation;

use super::ScenarioExecutor;
use crate::exchange::{Exchange, Fault, Request};
use crate::scenario::Step;
use crate::state::journal::WriteRequest;
use crate::write_outcome::{self, WriteOutcome};

/// A request that is about to go: its number, and whether it may.
type Noted = (u32, Result<(), Fault>);

impl ScenarioExecutor<'_> {
    /// Sends a request; a write that cannot be noted first is not sent.
    pub(super) async fn send(
        &mut self,
        operation: &Operation,
        step: &Step,
        request: Request,
    ) -> Exchange {
        let noted = self.note(operation, step, &request);
        let admitted = self.admitted(1).await;
        let exchange = self.deliver(operation, request, noted, admitted).await;
        self.learn(&exchange);
        exchange
    }

    /// Sends the same request as often as the step says. All are noted, and may go, before the first goes, so that
    /// nothing lies between them.
    pub(super) async fn send_at_once(
        &mut self,
        operation: &Operation,
        step: &Step,
        request: &Request,
    ) -> Vec<Exchange> {
        let noted = (0..step.at_once).map(|_| self.note(operation, step, request));
        let noted: Vec<_> = noted.collect();
        let together = u32::try_from(step.at_once).unwrap_or(u32::MAX);
        let admitted = self.admitted(together).await;
        let sent = noted.into_iter();
        let deliver = |noted| self.deliver(operation, request.clone(), noted, admitted.clone());
        let sent = sent.map(deliver);
        let exchanges = join_all(sent).await;
        for exchange in &exchanges {
            self.learn(exchange);
        }
        exchanges
    }

    /// Gives a request its number, and notes it if it writes.
    fn note(&mut self, operation: &Operation, step: &Step, request: &Request) -> Noted {
        self.exchanges += 1;
        let number = self.exchanges;
        if request.method.is_safe() || !self.context.journal.is_enabled() {
            return (number, Ok(()));
        }
        // Before later writes this was done at the end of the previous step.
        if !self.touched {
            self.promise();
        }
        let write = WriteRequest::new(&operation.id, step.key.kind(), request);
        let (journal, last) = (&self.context.journal, self.until.is_some());
        let noted = journal.record_intent(self.label, number, write, last);
        let failed = |error| Fault::Unsendable(format!("the journal cannot be written: {error}"));
        (number, noted.map_err(failed))
    }

    /// Waits until so many requests may go; what puts something back waits as it goes.
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
        noted: Noted,
        admitted: Result<(), Fault>,
    ) -> Exchange {
        let (number, noted) = noted;
        let noted_first = noted.is_ok();
        let mut outcome = match (noted.and(admitted), self.until) {
            (Err(fault), _) => Err(fault),
            (Ok(()), None) => self.context.sender.send_admitted(&request).await,
            (Ok(()), Some(until)) => self.context.sender.send_last(&request, until).await,
        };
        // All answers stay in memory until the run ends.
        if let Ok(answer) = &mut outcome {
            answer.keep_judged_headers();
        }
        let exchange = Exchange {
            number,
            request,
            outcome,
        };
        let journal = &self.context.journal;
        if noted_first && journal.is_enabled() && !exchange.request.method.is_safe() {
            let answer = exchange.outcome.as_ref().ok();
            let contract = &self.context.contract;
            let made =
                answer.and_then(|it| write_outcome::created_identifier(contract, operation, it));
            let received = WriteOutcome::classify(contract, operation, &exchange);
            // The write has happened: that its end could not be noted does not undo it.
            let _ = journal.record_completion(self.label, &exchange, received, made);
        }
        exchange
    }

    /// Learns whether there may be something to put back.
    fn learn(&mut self, exchange: &Exchange) {
        let writes = !exchange.request.method.is_safe();
        self.touched |= writes && exchange.may_have_arrived();
    }
}
