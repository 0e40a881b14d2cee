//! Variants: conforming servers that differ from the given one only in gaps of the contract.
//!
//! Each gap is a [`Dimension`] with alternatives. A variant chooses an alternative in some dimensions. Named variants
//! always run, others are drawn at random.

mod body;
mod concurrent_clients;
mod dimensions;
mod draw;
mod formats;
mod identifiers;
mod inputs;
mod named;
mod paging;
mod records;
mod reframing;
mod refusals;

use std::fmt;

use serde::Deserialize;

use crate::intercept::Intercept;

pub use dimensions::dimensions;
pub use draw::draw;
pub use identifiers::IdentifierFormat;
pub use named::named_variants;
pub use reframing::start_reframing_server;

/// The subject of a gap. Choices are applied in this order, from the server to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Whose records are listed.
    Scope,
    /// Whether a key is required.
    Key,
    /// The order of a list.
    Order,
    /// The page size.
    PageSize,
    /// The number of the first page.
    FirstPage,
    /// The representation of paging metadata.
    Meta,
    /// Whether a list is complete.
    Length,
    /// The echo of another kind of identifier than the documented one.
    Echo,
    /// Whether an expansion is applied by default.
    Expansion,
    /// What counts as blank.
    Blank,
    /// Refusals without a documented condition or message.
    Guard,
    /// Names of states.
    StateNames,
    /// The form of timestamps.
    Timestamps,
    /// Whether a field is present or null.
    Field,
    /// Undocumented members of a record.
    OtherMembers,
    /// The success body.
    Body,
    /// The status of a success.
    SuccessStatus,
    /// Undocumented members of an error body.
    ErrorMembers,
    /// The source of placeholders in a message.
    MessageSource,
    /// The choice between indistinct refusals.
    IndistinctCase,
    /// The code of a refusal.
    RefusalCode,
    /// The status of a refusal.
    RefusalStatus,
    /// A refusal without a documented message.
    Refusal,
    /// The format of identifiers.
    Identifiers,
    /// The serialization of JSON.
    JsonStyle,
    /// Response headers.
    Headers,
    /// The case of e-mail addresses.
    Addresses,
    /// Concurrent clients.
    ConcurrentClients,
    /// Throttling and delays.
    Throttling,
    /// The framing of responses on the socket.
    Framing,
}

impl Topic {
    /// Whether its intercepts read the history. A variant chains many proxies, and only those that need a history keep
    /// one.
    pub fn uses_history(self) -> bool {
        matches!(self, Self::Blank | Self::Guard | Self::MessageSource | Self::ConcurrentClients)
    }
}

/// A gap and alternatives to the server's behaviour.
pub struct Dimension {
    /// Id of the gap, or a name for what the contract language cannot express.
    pub gap: String,
    /// The subject of the gap.
    pub topic: Topic,
    /// The operation to which the alternatives are limited.
    pub operation: Option<String>,
    /// The alternatives.
    pub alternatives: Vec<Alternative>,
}

/// An alternative behaviour in a gap.
#[derive(Clone)]
pub struct Alternative {
    /// Its name, unique in its dimension.
    pub name: String,
    /// The change of the server's behaviour.
    pub intercept: Intercept,
    /// The format of identifiers, which also applies to the target file.
    pub identifier_format: Option<IdentifierFormat>,
    /// Whether responses are reframed on the socket.
    pub reframes: bool,
}

impl Alternative {
    fn new(name: impl Into<String>, intercept: Intercept) -> Self {
        Self { name: name.into(), intercept, identifier_format: None, reframes: false }
    }
}

/// The choice of an alternative in a dimension.
#[derive(Clone)]
pub struct Choice {
    /// The subject of the gap.
    pub topic: Topic,
    /// The gap.
    pub gap: String,
    /// The operation to which the alternative is limited.
    pub operation: Option<String>,
    /// The alternative.
    pub alternative: Alternative,
}

impl Choice {
    fn new(dimension: &Dimension, alternative: &Alternative) -> Self {
        Self {
            topic: dimension.topic,
            gap: dimension.gap.clone(),
            operation: dimension.operation.clone(),
            alternative: alternative.clone(),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.gap, self.alternative.name)?;
        // A gap of a record is a dimension for each operation.
        match &self.operation {
            Some(operation) if !self.gap.starts_with(operation.as_str()) => {
                write!(f, " in {operation}")
            }
            _ => Ok(()),
        }
    }
}

/// A conforming server.
#[derive(Clone)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// One line of description.
    pub description: String,
    /// Whether it was drawn at random. Then some choices may have no effect.
    pub drawn: bool,
    /// Whether it may return less than the server, so that a run may be incomplete.
    pub hides: bool,
    /// Its choices, in the order of their topics.
    pub choices: Vec<Choice>,
}

impl Variant {
    /// The server itself.
    pub fn unchanged() -> Self {
        Self {
            name: "unchanged".to_owned(),
            description: "the server itself".to_owned(),
            drawn: false,
            hides: false,
            choices: Vec::new(),
        }
    }

    /// The format of its identifiers; `None` for that of the server.
    pub fn identifier_format(&self) -> Option<IdentifierFormat> {
        let mut choices = self.choices.iter();
        choices.find_map(|choice| choice.alternative.identifier_format)
    }

    /// Whether other clients change records during the run.
    pub fn has_concurrent_clients(&self) -> bool {
        self.choices.iter().any(|choice| choice.topic == Topic::ConcurrentClients)
    }

    /// Whether responses are reframed on the socket.
    pub fn reframes(&self) -> bool {
        self.choices.iter().any(|choice| choice.alternative.reframes)
    }
}
