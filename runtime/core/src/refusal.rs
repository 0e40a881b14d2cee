//! Documented refusals.

use http::StatusCode;

/// The documented refusals of an operation.
///
/// Undocumented refusals are possible: a message may be none of
/// these.
pub trait Refusal: std::error::Error + Clone + Send + Sync + Sized + 'static {
    /// The id of the refusal in the contract.
    fn id(&self) -> &'static str;

    /// The message as sent.
    fn message(&self) -> String;

    /// The documented status; `None` if no status is documented.
    fn status(&self) -> Option<StatusCode>;

    /// The refusal with this message. If several templates match, the one with more fixed text.
    fn parse(message: &str) -> Option<Self>;
}
