//! Documented refusals: when, with which message, with which status.

use std::fmt;

use reader::{Span, Spanned};

use super::input::is_within;
use super::words::words;
use super::{Comparison, Constraint, Section, Slot};
use crate::message::Template;

/// A documented refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorCase {
    /// Id, unique within its operation, and meaning the same message wherever it appears.
    pub id: String,
    /// When it is returned.
    pub when: Slot<Condition>,
    /// The message, with placeholders; `None` for a refusal without a body.
    pub message: Slot<Option<Template>>,
    /// Where the message is written.
    pub message_span: Span,
    /// The sources of each placeholder of the message.
    pub placeholders: Vec<Placeholder>,
    /// The code, if errors of the service have one.
    pub code: Option<Slot<String>>,
    /// The input that it names, if errors of the service have a member for it.
    pub field: Option<Slot<NamedInput>>,
    /// HTTP status.
    pub status: Slot<u16>,
    /// Ids of error cases that the document does not distinguish from this one: any of them may be returned.
    pub indistinct_from: Vec<Spanned<String>>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The input that a refusal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedInput {
    /// The input that the condition is about.
    OfCondition,
    /// Always this input.
    Input(InputRef),
    /// No input.
    Nothing,
}

impl ErrorCase {
    /// The text of its message; `None` if it has none, or the document does not show it.
    pub fn text(&self) -> Option<&Template> {
        self.message.value()?.as_ref()
    }

    /// Whether it has no body.
    pub fn is_empty(&self) -> bool {
        self.message.value() == Some(&None)
    }

    /// Words for its message in a sentence about the refusal.
    pub fn title(&self) -> String {
        match self.message.value() {
            Some(Some(text)) => format!("`{text}`"),
            Some(None) => "an empty body".to_owned(),
            None => "a message that is not shown".to_owned(),
        }
    }

    /// Whether it names the offending input, and its condition does not say which one that is.
    pub fn names_any_input(&self) -> bool {
        let is_offending =
            || self.field.as_ref().and_then(Slot::value) == Some(&NamedInput::OfCondition);
        is_offending() && self.named_input().is_none()
    }

    /// The input that it names in the requests that its condition is about. `None` if it names no input, or if the
    /// condition is about any input.
    pub fn named_input(&self) -> Option<&InputRef> {
        match self.field.as_ref()?.value()? {
            NamedInput::OfCondition => self.when.value()?.input(),
            NamedInput::Input(input) => Some(input),
            NamedInput::Nothing => None,
        }
    }
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
    /// An input is missing although it is required, has another type, is not one of its values, or breaks a constraint.
    Invalid(InputRef),
    /// Any input has a defect. A case of the service with such a condition applies to each operation with such inputs.
    OfAny {
        /// The defect.
        defect: Defect,
        /// The part of the request; `None` for query and body.
        part: Option<InputPart>,
    },
    /// Members of records that the request names, and inputs, compare in this way.
    Compares(Comparison),
    /// The same request was accepted before, and its effect still holds.
    Repeated,
    /// No key was sent.
    KeyAbsent,
    /// The service does not know the key.
    KeyInvalid,
    /// The user of the key does not exist.
    KeyUserless,
    /// The key is of this kind.
    KeyOf(String),
    /// A condition in prose.
    Prose(String),
}

/// What can be wrong with any input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// It is missing although it is required.
    Missing,
    /// It breaks this constraint; `None` for any.
    Breaks(Option<Constraint>),
    /// It identifies no record.
    Unknown,
    /// It is missing although it is required, has another type, is not one of its values, or breaks a constraint.
    Invalid,
}

impl Condition {
    /// The input that it is about, if it is about one.
    pub fn input(&self) -> Option<&InputRef> {
        match self {
            Self::Missing(input)
            | Self::Blank(input)
            | Self::Malformed(input)
            | Self::Breaks { input, .. }
            | Self::Taken(input)
            | Self::Unknown(input)
            | Self::Invalid(input) => Some(input),
            _ => None,
        }
    }
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
    /// Path, query, body or header.
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
        /// A header.
        Header = "header",
    }
}

impl InputRef {
    /// The input of that name in a part of the request.
    pub fn new(part: InputPart, name: &str) -> Self {
        Self { part, name: name.to_owned() }
    }

    /// Whether it is a member of the other input, which is an object.
    pub fn is_within(&self, object: &Self) -> bool {
        self.part == object.part && is_within(&self.name, &object.name)
    }

    /// The object that has it, if it is a member of one.
    pub fn object(&self) -> Option<Self> {
        let (object, _) = self.name.rsplit_once('.').filter(|_| self.part == InputPart::Body)?;
        Some(Self::new(self.part, object))
    }
}

impl fmt::Display for InputRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.part.name(), self.name)
    }
}
