//! What the server is made of beside the operations: the same for every service.

mod body;
mod endpoint;
mod key;
mod mount;
mod outcome;
mod overlap;
mod refusal;
mod routes;
mod serve;
mod template;

pub(crate) use endpoint::Endpoint;
pub(crate) use mount::Entry;
pub(crate) use routes::routes;

pub use key::KeyCheck;
pub use outcome::{BoxError, Fault, Outcome, Reply};
pub use refusal::{Hook, Reason, Refusal, envelope};
pub use routes::Routes;
