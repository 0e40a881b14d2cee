//! A change to how a server behaves, seen from between it and its caller.
//!
//! A bend is a pure function of the exchange and of what was seen before; the [`proxy`](crate::proxy)
//! keeps the memory and does the sending.

use referral_conformance::exchange::{Request, Response};
use spec::Contract;

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
}
