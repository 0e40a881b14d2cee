//! Documented refusals.

use std::fmt;

use http::StatusCode;

use crate::ErrorEntry;

/// The documented refusals of an operation.
///
/// Undocumented refusals are possible: [`Refusal::parse`] does not recognize their messages.
pub trait Refusal: std::error::Error + Clone + Send + Sync + Sized + 'static {
    /// The id of the refusal in the contract.
    fn id(&self) -> &'static str;

    /// The message as sent; empty for a refusal without a body.
    fn message(&self) -> String;

    /// Whether the response has a body.
    fn has_body(&self) -> bool {
        true
    }

    /// The input that it names, if it names one.
    fn field(&self) -> Option<&str> {
        None
    }

    /// The entries for further wrong inputs of the same request, where error bodies have a list of errors.
    fn more(&self) -> &[ErrorEntry] {
        &[]
    }

    /// The documented code; `None` if no code is documented.
    fn code(&self) -> Option<&'static str> {
        None
    }

    /// The documented status; `None` if no status is documented.
    fn status(&self) -> Option<StatusCode>;

    /// The refusal with this message. If several templates match, the one with more fixed text.
    fn parse(message: &str) -> Option<Self>;

    /// The refusal of a response: by its message or, where that is not documented, by code and status.
    fn recognize(refused: &Refused<'_>) -> Option<Self> {
        refused.message.and_then(Self::parse)
    }
}

/// What the response of a refusal says.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'a> {
    /// The status of the response.
    pub status: StatusCode,
    /// The message of the error body, if the body is one.
    pub message: Option<&'a str>,
    /// The code of the error body, if it has one.
    pub code: Option<&'a str>,
    /// The input that the error body names, if it names one.
    pub field: Option<&'a str>,
    /// The entries of the list of errors, if the error body has one.
    pub entries: &'a [ErrorEntry],
    /// Whether the body is empty.
    pub is_empty: bool,
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
