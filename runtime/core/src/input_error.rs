//! What is wrong with an input of a request.

use std::borrow::Cow;
use std::fmt;

use crate::DecodeError;

/// What is wrong with an input of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The part of the request.
    pub part: InputPart,
    /// Name of the parameter or member; empty for the body as a whole.
    pub name: &'static str,
    /// The member of the object that is wrong: `id`, or `address.town` in an object in it. Empty if it is the input itself.
    pub within: String,
    /// What is wrong.
    pub problem: InputProblem,
}

/// The parts of a request that carry inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPart {
    /// The path.
    Path,
    /// The query string.
    Query,
    /// The JSON body.
    Body,
    /// A header.
    Header,
}

/// What can be wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputProblem {
    /// It is required and was not sent, or is `null`.
    Missing,
    /// It was sent more than once.
    Repeated,
    /// It is empty.
    Blank,
    /// The text in path or query is malformed.
    Malformed {
        /// The expected form: `a whole number`.
        expected: &'static str,
    },
    /// The JSON value has another type.
    WrongType {
        /// The expected and the actual type.
        reason: String,
    },
    /// The body is not JSON.
    NotJson {
        /// The error of the parser.
        reason: String,
    },
}

impl InputError {
    pub(crate) fn new(part: InputPart, name: &'static str, problem: InputProblem) -> Self {
        Self { part, name, within: String::new(), problem }
    }

    /// A member of the body cannot be read.
    pub(crate) fn of_member(name: &'static str, error: &DecodeError) -> Self {
        let (within, rest, is_missing) = error.member();
        let problem = match rest {
            "" if is_missing => InputProblem::Missing,
            "" => InputProblem::WrongType { reason: error.reason.clone() },
            rest => InputProblem::WrongType { reason: format!("{rest}: {}", error.reason) },
        };
        Self { within, ..Self::new(InputPart::Body, name, problem) }
    }

    /// The name, and that of the member within it: `supplier.id`.
    #[must_use]
    pub fn path(&self) -> Cow<'static, str> {
        match self.within.as_str() {
            "" => self.name.into(),
            within => format!("{}.{within}", self.name).into(),
        }
    }
}

/// What is wrong with an input, read as the type of a field of its request.
pub fn problem<R, T>(read: Result<T, InputError>, _field: fn(&R) -> &T) -> Option<InputError> {
    read.err()
}

impl fmt::Display for InputPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Body => "body",
            Self::Header => "header",
        })
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path() {
            "" => write!(f, "{}", self.part)?,
            path => write!(f, "{}.{path}", self.part)?,
        }
        match &self.problem {
            InputProblem::Missing => f.write_str(" is missing"),
            InputProblem::Repeated => f.write_str(" is there more than once"),
            InputProblem::Blank => f.write_str(" is blank"),
            InputProblem::Malformed { expected } => write!(f, " is not {expected}"),
            InputProblem::WrongType { reason } => write!(f, ": {reason}"),
            InputProblem::NotJson { reason } => write!(f, " is not JSON: {reason}"),
        }
    }
}

impl std::error::Error for InputError {}
