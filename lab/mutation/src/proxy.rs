//! A transport that applies an [`Intercept`] to another transport and keeps the history.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use spec::{Contract, Operation};

use crate::call::{Call, called_operation};
use crate::history::History;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::known_state::KnownState;
use crate::occurrence::{Occurrence, Turns};

/// A transport with an intercept.
pub struct Proxy {
    contract: Arc<Contract>,
    known_state: Arc<KnownState>,
    intercept: Intercept,
    /// The operation whose exchanges are intercepted; all if `None`.
    only: Option<String>,
    upstream: Arc<dyn Transport>,
    keeps_history: bool,
    history: Mutex<History>,
    turns: Turns,
    applied: Arc<AtomicUsize>,
}

impl Proxy {
    /// Intercepts every operation, or only one. Without a history, [`InterceptContext::history`] is always empty.
    pub fn new(
        contract: Arc<Contract>,
        known_state: Arc<KnownState>,
        intercept: Intercept,
        only: Option<String>,
        upstream: Arc<dyn Transport>,
        keeps_history: bool,
    ) -> Self {
        let (history, applied, turns) = (Mutex::default(), Arc::default(), Turns::default());
        Self {
            contract,
            known_state,
            intercept,
            only,
            upstream,
            keeps_history,
            history,
            turns,
            applied,
        }
    }

    /// Lets the intercept take effect in some exchanges only.
    pub(crate) fn with_occurrence(self, occurrence: Occurrence) -> Self {
        Self { turns: Turns::of(occurrence), ..self }
    }

    /// Number of exchanges that the intercept changed or delayed.
    pub fn applied(&self) -> usize {
        self.applied.load(Ordering::Relaxed)
    }

    /// The counter behind [`applied`](Self::applied), which outlives the proxy.
    pub(crate) fn applied_counter(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.applied)
    }

    async fn send_intercepted(
        &self,
        operation: &Operation,
        request: &Request,
    ) -> Result<Response, Fault> {
        let call = Call::of(&self.contract, operation, request);
        if !self.applies_to(operation) {
            let response = self.upstream.send(request).await?;
            self.record(&call, request, &response);
            return Ok(response);
        }
        let action = self.with_context(&call, request, |cx| self.intercept.on_request(cx));
        // Whether the intercept takes effect; `None` if it does not apply so far.
        let mut turn = changes_request(&action, request).then(|| self.turns.take());
        let (forwarded, extra) = match action {
            _ if turn == Some(false) => (request.clone(), None),
            RequestAction::Respond(response) => {
                self.applied.fetch_add(1, Ordering::Relaxed);
                return Ok(response);
            }
            RequestAction::ForwardAfter(wait) => {
                self.applied.fetch_add(usize::from(!wait.is_zero()), Ordering::Relaxed);
                tokio::time::sleep(wait).await;
                (request.clone(), None)
            }
            RequestAction::Forward(forwarded) => (forwarded, None),
            RequestAction::ForwardBoth(forwarded, extra) => (forwarded, Some(extra)),
        };
        let main = self.upstream.send(&forwarded).await?;
        let extra = match extra {
            // A failed second request leaves the first response unchanged.
            Some(extra) => self.upstream.send(&extra).await.ok(),
            None => None,
        };
        let upstream = UpstreamResponses { main: main.clone(), extra };
        let mut response =
            self.with_context(&call, request, |cx| self.intercept.on_response(cx, upstream));
        if response != main && !*turn.get_or_insert_with(|| self.turns.take()) {
            response = main.clone();
        }
        if forwarded != *request || response != main {
            self.applied.fetch_add(1, Ordering::Relaxed);
        }
        // Recorded afterwards, so that an intercept sees only earlier exchanges.
        self.record(&call, request, &main);
        Ok(response)
    }

    fn applies_to(&self, operation: &Operation) -> bool {
        self.only.as_ref().is_none_or(|id| *id == operation.id)
    }

    fn record(&self, call: &Call<'_>, request: &Request, response: &Response) {
        if self.keeps_history {
            let outcome = self.with_context(call, request, |cx| cx.outcome(response));
            let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
            history.record(call, response, outcome);
        }
    }

    fn with_context<T>(
        &self,
        call: &Call<'_>,
        request: &Request,
        call_with: impl FnOnce(&InterceptContext<'_>) -> T,
    ) -> T {
        let history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        call_with(&InterceptContext {
            contract: &self.contract,
            known_state: &self.known_state,
            history: &history,
            call,
            request,
        })
    }
}

/// Whether the request is changed, answered here, or sent beside another one.
fn changes_request(action: &RequestAction, request: &Request) -> bool {
    match action {
        RequestAction::Forward(forwarded) => forwarded != request,
        RequestAction::ForwardBoth(..) | RequestAction::Respond(_) => true,
        RequestAction::ForwardAfter(_) => false,
    }
}

impl Transport for Proxy {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        match called_operation(&self.contract, request) {
            Some(operation) if self.keeps_history || self.applies_to(operation) => {
                Box::pin(self.send_intercepted(operation, request))
            }
            // A variant chains hundreds of proxies, most of which have nothing to do with a request.
            _ => self.upstream.send(request),
        }
    }
}
