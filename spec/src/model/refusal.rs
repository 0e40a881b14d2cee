//! Documented refusals: when, with which message, with which status.

use std::fmt;

use reader::{Span, Spanned};

use super::words::words;
use super::{Constraint, Section, Slot};
use crate::message::Template;

/// A documented refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCase {
    /// Id, unique within its operation, and meaning the same message wherever it appears.
    pub id: String,
    /// When it is returned.
    pub when: Slot<Condition>,
    /// The message, with placeholders.
    pub message: Template,
    /// Where the message is written.
    pub message_span: Span,
    /// The sources of each placeholder of the message.
    pub placeholders: Vec<Placeholder>,
    /// The code, if errors of the service have one.
    pub code: Option<Slot<String>>,
    /// HTTP status.
    pub status: Slot<u16>,
    /// Ids of error cases that the document does not distinguish from this one: any of them may be returned.
    pub indistinct_from: Vec<Spanned<String>>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// When an error is returned: a defect of the request, or a state of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A required input is missing.
    Missing(InputRef),
    /// An input is blank.
    Blank(InputRef),
    /// An input does not have its format.
    Malformed(InputRef),
    /// An input breaks a constraint.
    Breaks {
        /// The input.
        input: InputRef,
        /// The constraint; `None` for any that it has.
        constraint: Option<Constraint>,
    },
    /// An input must be unique and another record has it.
    Taken(InputRef),
    /// An input identifies no record.
    Unknown(InputRef),
    /// The record is not in the state the operation needs.
    NotInState {
        /// The record.
        record: String,
        /// The state it would have to be in.
        state: String,
    },
    /// The record is in a state the operation cannot take.
    InState {
        /// The record.
        record: String,
        /// The state.
        state: String,
    },
    /// The same request was accepted before, and its effect still holds.
    Repeated,
    /// No key was sent.
    KeyAbsent,
    /// The service does not know the key.
    KeyInvalid,
    /// The user of the key does not exist.
    KeyUserless,
    /// A condition in prose.
    Prose(String),
}

/// The sources of a placeholder of a message; any one of them is accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Placeholder {
    /// Name in the template.
    pub name: Spanned<String>,
    /// Where the text comes from.
    pub sources: Vec<ValueSource>,
}

/// Where the text of a placeholder comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// An input of the request.
    Input(InputRef),
    /// A member of the record concerned.
    Record {
        /// The record.
        record: String,
        /// Wire name of its member.
        field: String,
    },
}

/// One input of an operation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputRef {
    /// Path, query or body.
    pub part: InputPart,
    /// Name of the parameter in the contract, or wire name of the member.
    pub name: String,
}

words! {
    /// The parts of a request that carry inputs, in the order of a request.
    InputPart {
        /// The path.
        Path = "path",
        /// The query string.
        Query = "query",
        /// The JSON body.
        Body = "body",
    }
}

impl InputRef {
    /// The input of that name in a part of the request.
    pub fn new(part: InputPart, name: &str) -> Self {
        Self { part, name: name.to_owned() }
    }
}

impl fmt::Display for InputRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.part.name(), self.name)
    }
}
