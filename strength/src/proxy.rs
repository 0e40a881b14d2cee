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

    /// How many exchanges came out otherwise than without the bend.
    #[must_use]
    pub fn applied(&self) -> usize {
        self.applied.load(Ordering::Relaxed)
    }

    async fn pass(&self, request: Request) -> Result<Response, Fault> {
        let call = Call::read(&self.contract, &request);
        let bent = |call: &Call<'_>| self.only.as_ref().is_none_or(|id| *id == call.operation.id);
        let Some(call) = call.filter(bent) else {
            return self.behind.send(request).await;
        };
        match self.look(&call, &request, |seen| self.bend.request(seen)) {
            Next::Answer(answer) => {
                self.applied.fetch_add(1, Ordering::Relaxed);
                Ok(answer)
            }
            Next::Forward(forwarded) => {
                let other = forwarded != request;
                let main = self.behind.send(forwarded).await?;
                Ok(self.answer(&call, &request, other, Answers { main, beside: None }))
            }
            Next::Beside(forwarded, beside) => {
                let other = forwarded != request;
                let main = self.behind.send(forwarded).await?;
                // Without the second answer there is nothing to bend the first one with.
                let beside = self.behind.send(beside).await.ok();
                Ok(self.answer(&call, &request, other, Answers { main, beside }))
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
        if answer::is_accepted(&self.contract, &main) {
            self.memory
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .keep(call, &main);
        }
        given
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
    fn send(&self, request: Request) -> Reply<'_> {
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
        fn send(&self, request: Request) -> Reply<'_> {
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
                .cloned()
                .unwrap_or(answers.main)
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
            let answer = proxy.send(request("GET", target, None)).await.unwrap();
            assert_eq!(answer, response(200, &format!(r#"{{"asked":"{asked}"}}"#)));
            assert_eq!(proxy.applied(), applied, "{target}");
        }
    }
}
