//! A transport that stands before another one and bends what goes through.
//!
//! It keeps the memory and does the sending; what is bent, and how, is the [`Bend`]'s alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use referral_conformance::exchange::{Fault, Request, Response};
use referral_conformance::run::{Reply, Transport};
use spec::Contract;

use crate::answer;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::call::Call;
use crate::memory::Memory;
use crate::world::World;

/// A bent way to a server.
pub struct Proxy {
    contract: Arc<Contract>,
    world: Arc<World>,
    bend: Arc<dyn Bend>,
    /// The operation that is bent; every one when `None`.
    only: Option<String>,
    behind: Arc<dyn Transport>,
    memory: Mutex<Memory>,
    applied: AtomicUsize,
}

impl Proxy {
    /// Bends every operation, or only one.
    #[must_use]
    pub fn new(
        contract: Arc<Contract>,
        world: Arc<World>,
        bend: Arc<dyn Bend>,
        only: Option<String>,
        behind: Arc<dyn Transport>,
    ) -> Self {
        let (memory, applied) = (Mutex::default(), AtomicUsize::new(0));
        Self {
            contract,
            world,
            bend,
            only,
            behind,
            memory,
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
        let wait = self.look(&call, request, |seen| self.bend.wait(seen));
        if !wait.is_zero() {
            self.applied.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(wait).await;
        }
        match self.look(&call, request, |seen| self.bend.request(seen)) {
            Next::Answer(answer) => {
                self.applied.fetch_add(1, Ordering::Relaxed);
                Ok(answer)
            }
            Next::Forward(forwarded) => {
                let other = forwarded != *request;
                let main = self.behind.send(&forwarded).await?;
                Ok(self.answer(&call, request, other, Answers { main, beside: None }))
            }
            Next::Beside(forwarded, beside) => {
                let other = forwarded != *request;
                let main = self.behind.send(&forwarded).await?;
                // Without the second answer there is nothing to bend the first one with.
                let beside = self.behind.send(&beside).await.ok();
                Ok(self.answer(&call, request, other, Answers { main, beside }))
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
        answers: Answers,
    ) -> Response {
        let main = answers.main.clone();
        let given = self.look(call, request, |seen| self.bend.response(seen, answers));
        if sent_other || given != main {
            self.applied.fetch_add(1, Ordering::Relaxed);
        }
        self.remember(call, &main);
        given
    }

    fn remember(&self, call: &Call<'_>, response: &Response) {
        if !self.bend.looks_back() {
            return;
        }
        let outcome = answer::outcome(&self.contract, call.operation, response);
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        memory.keep(call, response, outcome);
    }

    fn look<T>(&self, call: &Call<'_>, request: &Request, see: impl FnOnce(&Seen<'_>) -> T) -> T {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        see(&Seen {
            contract: &self.contract,
            world: &self.world,
            memory: &memory,
            call,
            request,
        })
    }
}

impl Transport for Proxy {
    fn send<'a>(&'a self, request: &'a Request) -> Reply<'a> {
        Box::pin(self.pass(request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    /// Answers every request with its own target.
    struct Echo;

    impl Transport for Echo {
        fn send<'a>(&'a self, request: &'a Request) -> Reply<'a> {
            let body = format!(r#"{{"asked":"{}"}}"#, request.target);
            Box::pin(async move { Ok(response(200, &body)) })
        }
    }

    /// Says what was answered to the call before.
    struct Late;

    impl Bend for Late {
        fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
            seen.memory
                .accepted(seen.call)
                .map_or(answers.main, |accepted| accepted.response.clone())
        }
    }

    #[tokio::test]
    async fn one_operation_is_bent_with_what_was_seen_before() {
        let Toy {
            contract, world, ..
        } = Toy::new();
        let only = Some("get_book".to_owned());
        let (contract, world) = (Arc::new(contract), Arc::new(world));
        let proxy = Proxy::new(contract, world, Arc::new(Late), only, Arc::new(Echo));
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

    impl Bend for Counting {
        fn response(&self, seen: &Seen<'_>, _: Answers) -> Response {
            let count = seen.memory.all().count();
            response(200, &count.to_string())
        }
    }

    #[tokio::test]
    async fn what_other_operations_answered_is_remembered_too() {
        let Toy {
            contract, world, ..
        } = Toy::new();
        let only = Some("get_branch".to_owned());
        let (contract, world) = (Arc::new(contract), Arc::new(world));
        let proxy = Proxy::new(contract, world, Arc::new(Counting), only, Arc::new(Echo));
        for target in ["/books/b1", "/books", "/nothing"] {
            proxy.send(&request("GET", target, None)).await.unwrap();
        }
        let counted = proxy.send(&request("GET", "/branch", None)).await.unwrap();
        assert_eq!(counted, response(200, "2"), "`/nothing` is no operation");
    }
}
