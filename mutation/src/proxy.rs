//! A transport that stands before another one and bends what goes through.
//!
//! It keeps the memory and does the sending; what is bent, and how, is the [`Intercept`]'s alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use spec::Contract;

use crate::answer;
use crate::call::Call;
use crate::history::History;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::known_state::KnownState;

/// A bent way to a server.
pub struct Proxy {
    contract: Arc<Contract>,
    known_state: Arc<KnownState>,
    intercept: Arc<dyn Intercept>,
    /// The operation that is bent; every one when `None`.
    only: Option<String>,
    behind: Arc<dyn Transport>,
    history: Mutex<History>,
    applied: AtomicUsize,
}

impl Proxy {
    /// Bends every operation, or only one.
    #[must_use]
    pub fn new(
        contract: Arc<Contract>,
        known_state: Arc<KnownState>,
        intercept: Arc<dyn Intercept>,
        only: Option<String>,
        behind: Arc<dyn Transport>,
    ) -> Self {
        let (history, applied) = (Mutex::default(), AtomicUsize::new(0));
        Self {
            contract,
            known_state,
            intercept,
            only,
            behind,
            history,
            applied,
        }
    }

    /// How many exchanges came out otherwise than without the bend, or later.
    #[must_use]
    pub fn applied(&self) -> usize {
        self.applied.load(Ordering::Relaxed)
    }

    async fn pass(&self, request: &Request) -> Result<Response, Fault> {
        let Some(call) = Call::read(&self.contract, request) else {
            return self.behind.send(request).await;
        };
        if self
            .only
            .as_ref()
            .is_some_and(|id| *id != call.operation.id)
        {
            let response = self.behind.send(request).await?;
            self.remember(&call, &response);
            return Ok(response);
        }
        let wait = self.look(&call, request, |context| self.intercept.delay(context));
        if !wait.is_zero() {
            self.applied.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(wait).await;
        }
        match self.look(&call, request, |context| self.intercept.on_request(context)) {
            RequestAction::Respond(answer) => {
                self.applied.fetch_add(1, Ordering::Relaxed);
                Ok(answer)
            }
            RequestAction::Forward(forwarded) => {
                let other = forwarded != *request;
                let main = self.behind.send(&forwarded).await?;
                Ok(self.answer(
                    &call,
                    request,
                    other,
                    UpstreamResponses { main, extra: None },
                ))
            }
            RequestAction::ForwardBoth(forwarded, extra) => {
                let other = forwarded != *request;
                let main = self.behind.send(&forwarded).await?;
                // Without the second answer there is nothing to bend the first one with.
                let extra = self.behind.send(&extra).await.ok();
                Ok(self.answer(&call, request, other, UpstreamResponses { main, extra }))
            }
        }
    }

    /// What the caller gets; what the server really did is remembered afterwards, so that a bend
    /// sees only earlier exchanges.
    fn answer(
        &self,
        call: &Call<'_>,
        request: &Request,
        sent_other: bool,
        upstream: UpstreamResponses,
    ) -> Response {
        let main = upstream.main.clone();
        let given = self.look(call, request, |context| {
            self.intercept.on_response(context, upstream)
        });
        if sent_other || given != main {
            self.applied.fetch_add(1, Ordering::Relaxed);
        }
        self.remember(call, &main);
        given
    }

    fn remember(&self, call: &Call<'_>, response: &Response) {
        if !self.intercept.uses_history() {
            return;
        }
        let outcome = answer::outcome(&self.contract, call.operation, response);
        let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        history.keep(call, response, outcome);
    }

    fn look<T>(
        &self,
        call: &Call<'_>,
        request: &Request,
        see: impl FnOnce(&InterceptContext<'_>) -> T,
    ) -> T {
        let history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        see(&InterceptContext {
            contract: &self.contract,
            known_state: &self.known_state,
            history: &history,
            call,
            request,
        })
    }
}

impl Transport for Proxy {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        Box::pin(self.pass(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    /// Answers every request with its own target.
    struct Echo;

    impl Transport for Echo {
        fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
            let body = format!(r#"{{"asked":"{}"}}"#, request.target);
            Box::pin(async move { Ok(response(200, &body)) })
        }
    }

    /// Says what was answered to the call before.
    struct Late;

    impl Intercept for Late {
        fn on_response(
            &self,
            context: &InterceptContext<'_>,
            upstream: UpstreamResponses,
        ) -> Response {
            context
                .history
                .accepted(context.call)
                .map_or(upstream.main, |accepted| accepted.response.clone())
        }
    }

    #[tokio::test]
    async fn only_the_selected_operation_is_intercepted() {
        let FakeServer {
            contract,
            known_state,
            ..
        } = FakeServer::new();
        let only = Some("get_book".to_owned());
        let (contract, known_state) = (Arc::new(contract), Arc::new(known_state));
        let proxy = Proxy::new(contract, known_state, Arc::new(Late), only, Arc::new(Echo));
        for (target, asked, applied) in [
            ("/books/b1", "/books/b1", 0),
            ("/books/b2", "/books/b1", 1),
            ("/books/b3", "/books/b2", 2),
            ("/books", "/books", 2),
            ("/nothing", "/nothing", 2),
        ] {
            let answer = proxy.send(&request("GET", target, None)).await.unwrap();
            assert_eq!(answer, response(200, &format!(r#"{{"asked":"{asked}"}}"#)));
            assert_eq!(proxy.applied(), applied, "{target}");
        }
    }

    /// Says how much is remembered.
    struct Counting;

    impl Intercept for Counting {
        fn on_response(&self, context: &InterceptContext<'_>, _: UpstreamResponses) -> Response {
            let count = context.history.all().count();
            response(200, &count.to_string())
        }
    }

    #[tokio::test]
    async fn history_includes_other_operations() {
        let FakeServer {
            contract,
            known_state,
            ..
        } = FakeServer::new();
        let only = Some("get_branch".to_owned());
        let (contract, known_state) = (Arc::new(contract), Arc::new(known_state));
        let proxy = Proxy::new(
            contract,
            known_state,
            Arc::new(Counting),
            only,
            Arc::new(Echo),
        );
        for target in ["/books/b1", "/books", "/nothing"] {
            proxy.send(&request("GET", target, None)).await.unwrap();
        }
        let counted = proxy.send(&request("GET", "/branch", None)).await.unwrap();
        assert_eq!(counted, response(200, "2"), "`/nothing` is no operation");
    }
}
