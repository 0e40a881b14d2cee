//! Why a call did not succeed.

use std::error::Error as StdError;
use std::fmt;

use http::StatusCode;

use super::transport::TransportError;
use crate::models::{
    BuildError, DecodeError, ErrorBody, ErrorKind, KeyError, NoRefusals, Undocumented,
};

/// Why a call did not succeed. `E` is the operation's own documented refusals.
///
/// Whatever the service answered is kept, byte for byte: see [`Error::raw`]. Shown by `Display`, what it said is
/// escaped; [`Error::message`] and the refusals have it as it came.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// A documented refusal of the operation.
    Refused {
        /// Which one.
        error: E,
        /// The answer as it came.
        raw: Box<Undocumented>,
    },
    /// A documented refusal of the key.
    Key {
        /// Which one.
        error: KeyError,
        /// The answer as it came.
        raw: Box<Undocumented>,
    },
    /// An answer that is no success and that the documentation does not show. One with the body of refusals is none,
    /// even if its status is one of success.
    Undocumented(Box<Undocumented>),
    /// A success whose body is not what the documentation shows.
    Decode {
        /// Where and why.
        error: DecodeError,
        /// The answer as it came.
        raw: Box<Undocumented>,
    },
    /// No answer came.
    Transport(TransportError),
    /// The request cannot be sent as it is.
    Request(BuildError),
}

impl<E> Error<E> {
    /// The answer as it came, if one came.
    #[must_use]
    pub fn raw(&self) -> Option<&Undocumented> {
        match self {
            Self::Refused { raw, .. }
            | Self::Key { raw, .. }
            | Self::Undocumented(raw)
            | Self::Decode { raw, .. } => Some(raw),
            Self::Transport(_) | Self::Request(_) => None,
        }
    }

    /// The status of the answer, if one came.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        self.raw().map(|raw| raw.status)
    }

    /// What the service said in the body that all its refusals have, documented or not.
    #[must_use]
    pub fn message(&self) -> Option<String> {
        self.raw().and_then(said)
    }

    /// The same with the operation's own refusal as something else.
    #[must_use]
    pub fn map_refusal<F>(self, map: impl FnOnce(E) -> F) -> Error<F> {
        match self {
            Self::Refused { error, raw } => Error::Refused {
                error: map(error),
                raw,
            },
            Self::Key { error, raw } => Error::Key { error, raw },
            Self::Undocumented(raw) => Error::Undocumented(raw),
            Self::Decode { error, raw } => Error::Decode { error, raw },
            Self::Transport(error) => Error::Transport(error),
            Self::Request(error) => Error::Request(error),
        }
    }

    /// The same whatever operation it is of; `?` does it, too, where [`Error<ErrorKind>`] is what is returned.
    #[must_use]
    pub fn into_kind(self) -> Error<ErrorKind>
    where
        E: Into<ErrorKind>,
    {
        self.map_refusal(Into::into)
    }

    /// The operation's own refusal, if it is one.
    #[must_use]
    pub fn refusal(&self) -> Option<&E> {
        match self {
            Self::Refused { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Those of the operations that have refusals stand with them: one for all types would be one for [`ErrorKind`] itself.
impl From<Error<NoRefusals>> for Error<ErrorKind> {
    fn from(error: Error<NoRefusals>) -> Self {
        error.into_kind()
    }
}

/// The message of an error body.
pub(super) fn said(raw: &Undocumented) -> Option<String> {
    raw.json::<ErrorBody>().ok().map(|body| body.message)
}

/// Why there is no answer: the part of [`Error`] that knows no operation.
pub(super) enum SendError {
    Request(BuildError),
    Transport(TransportError),
}

impl From<BuildError> for SendError {
    fn from(error: BuildError) -> Self {
        Self::Request(error)
    }
}

impl From<TransportError> for SendError {
    fn from(error: TransportError) -> Self {
        Self::Transport(error)
    }
}

impl<E> From<SendError> for Error<E> {
    fn from(error: SendError) -> Self {
        match error {
            SendError::Request(error) => Self::Request(error),
            SendError::Transport(error) => Self::Transport(error),
        }
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { error, raw } => {
                write!(f, "refused with {}: {}", raw.status, tame(error))
            }
            Self::Key { error, raw } => {
                write!(f, "key refused with {}: {}", raw.status, tame(error))
            }
            Self::Undocumented(raw) => {
                write!(f, "an answer that is not documented, with {}", raw.status)?;
                said(raw).map_or(Ok(()), |text| write!(f, ": {}", tame(&text)))
            }
            Self::Decode { .. } => f.write_str("the body of the answer is not as documented"),
            Self::Transport(_) => f.write_str("no answer"),
            Self::Request(_) => f.write_str("the request cannot be sent"),
        }
    }
}

/// What the service said, be it in a placeholder: nobody knows what is in it, and it must not reach into a terminal or
/// a log.
fn tame(text: &impl ToString) -> String {
    let escaped = text.to_string().escape_debug().to_string();
    // Quotes harm nobody.
    escaped.replace("\\'", "'").replace("\\\"", "\"")
}

impl<E: StdError + 'static> StdError for Error<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // Their text is part of the message already.
            Self::Refused { .. } | Self::Key { .. } | Self::Undocumented(_) => None,
            Self::Decode { error, .. } => Some(error),
            Self::Transport(error) => Some(error),
            Self::Request(error) => Some(error),
        }
    }
}
