//! Documented refusals, from both sides.

use http::StatusCode;

/// The documented refusals of an operation.
///
/// The list is open: a server may refuse with a message that is in no document, which then is none
/// of these.
pub trait Refusal: std::error::Error + Clone + Send + Sync + Sized + 'static {
    /// Its id in the contract.
    fn id(&self) -> &'static str;

    /// Its message as sent.
    fn message(&self) -> String;

    /// Its status; `None` where it is not known.
    fn status(&self) -> Option<StatusCode>;

    /// The refusal whose message this is. Of two that it could be, the one with more fixed text.
    fn parse(message: &str) -> Option<Self>;
}
