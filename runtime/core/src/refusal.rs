//! Documented refusals.

use std::fmt;

use http::StatusCode;

/// The documented refusals of an operation.
///
/// Undocumented refusals are possible: [`Refusal::parse`] does not recognize their messages.
pub trait Refusal: std::error::Error + Clone + Send + Sync + Sized + 'static {
    /// The id of the refusal in the contract.
    fn id(&self) -> &'static str;

    /// The message as sent.
    fn message(&self) -> String;

    /// The documented code; `None` if no code is documented.
    fn code(&self) -> Option<&'static str> {
        None
    }

    /// The documented status; `None` if no status is documented.
    fn status(&self) -> Option<StatusCode>;

    /// The refusal with this message. If several templates match, the one with more fixed text.
    fn parse(message: &str) -> Option<Self>;
}

/// The refusals of an operation that documents none; the type has no values.
///
/// Such an operation may still be refused with an undocumented message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRefusals {}

impl fmt::Display for NoRefusals {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for NoRefusals {}

impl Refusal for NoRefusals {
    fn id(&self) -> &'static str {
        match *self {}
    }

    fn message(&self) -> String {
        match *self {}
    }

    fn status(&self) -> Option<StatusCode> {
        match *self {}
    }

    fn parse(_: &str) -> Option<Self> {
        None
    }
}
