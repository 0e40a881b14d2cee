//! A change to how a server behaves, seen from between it and its caller.
//!
//! A bend is a pure function of the exchange and of what was seen before; the [`proxy`](crate::proxy)
//! keeps the memory and does the sending.

use std::time::Duration;

use referral_conformance::exchange::{Request, Response};
use spec::Contract;

use crate::answer;
use crate::call::Call;
use crate::memory::Memory;
use crate::world::World;

/// What a bend sees of an exchange.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The contract of the service.
    pub contract: &'a Contract,
    /// Keys and things that are known to be there.
    pub world: &'a World,
    /// Earlier exchanges.
    pub memory: &'a Memory,
    /// The request, read as a call of an operation.
    pub call: &'a Call<'a>,
    /// The request as it came from the caller.
    pub request: &'a Request,
}

impl Seen<'_> {
    /// Whether the call is made with the key of an account, about things that are known to be there.
    #[must_use]
    pub fn is_about_known_things(&self) -> bool {
        let known =
            |name: &String| self.world.thing(name).is_some() || self.memory.thing(name).is_some();
        let names = self.call.names();
        self.account().is_some() && !names.is_empty() && names.iter().all(known)
    }

    /// The account that the key of the call is of, by kind of key.
    #[must_use]
    pub fn account(&self) -> Option<&str> {
        self.world.account_of(self.call.key.as_deref()?)
    }

    /// Whether the answer is an acceptance.
    #[must_use]
    pub fn accepts(&self, response: &Response) -> bool {
        answer::is_accepted(self.contract, response)
    }
}

/// What becomes of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The server gets this.
    Forward(Request),
    /// The server gets both, and both answers are there to answer from.
    Beside(Request, Request),
    /// The server gets nothing; the caller gets this.
    Answer(Response),
}

/// The answers of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// To the request that was forwarded.
    pub main: Response,
    /// To the one that was sent beside it.
    pub beside: Option<Response>,
}

/// A change to how a server behaves.
pub trait Bend: Send + Sync {
    /// What becomes of a request; unless said otherwise, the server gets it as it is.
    fn request(&self, seen: &Seen<'_>) -> Next {
        Next::Forward(seen.request.clone())
    }

    /// What the caller gets; unless said otherwise, what the server answered.
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let _ = seen;
        answers.main
    }

    /// How long the caller waits for the answer, beside what the server takes.
    fn wait(&self, seen: &Seen<'_>) -> Duration {
        let _ = seen;
        Duration::ZERO
    }

    /// Whether it looks at what was seen before. A variant is of many bends, and what none looks at
    /// need not be kept for each.
    fn looks_back(&self) -> bool {
        true
    }
}
