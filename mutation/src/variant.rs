//! Variants: legal servers that differ from a conforming one only where the contract is silent.
//!
//! Each gap is a [`Dimension`] with some of the ways to fill it; a variant is a choice in some of
//! them. Some are named and always tried, others are drawn from a seed.

mod addresses;
mod blank;
mod body;
mod dimensions;
mod draw;
mod echo;
mod error_body;
mod guard;
mod headers;
mod identifiers;
mod key;
mod members;
mod named;
mod neighbours;
mod paging;
mod random;
mod refusal;
mod spelling;
mod status;
mod throttling;
mod timestamps;
mod unasked;
mod wire;
mod wording;
mod words;

use std::fmt;
use std::sync::Arc;

use crate::intercept::Intercept;

pub use dimensions::dimensions;
pub use draw::draw;
pub use identifiers::Shape;
pub use named::named;
pub use wire::{Wire, before};

/// What a gap is about, in the order in which answers pass on their way from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// Whose things are listed.
    Scope,
    /// Whether a key is needed.
    Key,
    /// In which order a list comes.
    Order,
    /// How many things a page has.
    PageSize,
    /// From which number the page is counted that an answer tells.
    FirstPage,
    /// How a number is written that tells about a page.
    Meta,
    /// Whether a list is whole.
    Length,
    /// What is repeated when it was given in another way than the documented one.
    Echo,
    /// What is shown though it was not asked for.
    Expansion,
    /// What counts as blank.
    Blank,
    /// Whether a refusal is given that nobody says when to give, or no message is documented for.
    Guard,
    /// Which word stands for a state.
    Words,
    /// How a point in time is written.
    Timestamps,
    /// Whether a member is there, and whether it may be null.
    Member,
    /// What other members a record has.
    FurtherMembers,
    /// The success body.
    Body,
    /// The status of a success.
    SuccessStatus,
    /// What other members an error body has.
    ErrorMembers,
    /// How a message names a thing.
    Wording,
    /// Which of several refusals is given that the document does not tell apart.
    Indistinct,
    /// The status of a refusal.
    ErrorStatus,
    /// A refusal for which no message is documented.
    Refusal,
    /// What identifiers look like.
    Identifiers,
    /// How JSON is written.
    Spelling,
    /// What headers there are.
    Headers,
    /// In which case addresses are kept.
    Addresses,
    /// What other clients do at the same time.
    ConcurrentClients,
    /// Whether there is much to do.
    Throttling,
    /// How answers are written to the wire.
    Wire,
}

/// A gap and some of the ways to fill it, beside the one of the server.
pub struct Dimension {
    /// Id of the gap, or a word for what the contract's language cannot state at all.
    pub gap: String,
    /// What it is about.
    pub topic: Topic,
    /// The operation it is confined to.
    pub operation: Option<String>,
    /// The ways.
    pub options: Vec<Alternative>,
}

/// One way to fill a gap.
#[derive(Clone)]
pub struct Alternative {
    /// Its name, unique in its dimension.
    pub name: String,
    /// How the server is bent for it.
    pub intercept: Arc<dyn Intercept>,
    /// What identifiers look like then, in the target file, too.
    pub shape: Option<Shape>,
    /// Whether answers are written to the wire in another way.
    pub rewrites: bool,
}

impl Alternative {
    fn new(name: impl Into<String>, intercept: impl Intercept + 'static) -> Self {
        Self {
            name: name.into(),
            intercept: Arc::new(intercept),
            shape: None,
            rewrites: false,
        }
    }
}

/// A gap and how it is filled.
#[derive(Clone)]
pub struct Choice {
    /// What the gap is about.
    pub topic: Topic,
    /// The gap.
    pub gap: String,
    /// The operation it is confined to.
    pub operation: Option<String>,
    /// How it is filled.
    pub alternative: Alternative,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.gap, self.alternative.name)?;
        // The gap of a record is filled for each operation on its own.
        match &self.operation {
            Some(operation) if !self.gap.starts_with(operation.as_str()) => {
                write!(f, " in {operation}")
            }
            _ => Ok(()),
        }
    }
}

/// A legal server.
#[derive(Clone)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What it is like, in a line.
    pub about: String,
    /// Whether it was drawn at random: then some of its choices may never show.
    pub drawn: bool,
    /// Whether it may show less than the server: then a run need not see all that there is to be seen.
    pub hides: bool,
    /// Where it differs, the choices nearest to the server first.
    pub choices: Vec<Choice>,
}

impl Variant {
    /// What its identifiers look like; `None` if like the server's.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        self.choices
            .iter()
            .find_map(|choice| choice.alternative.shape)
    }

    /// Whether its answers are written to the wire in another way.
    #[must_use]
    pub fn rewrites(&self) -> bool {
        self.choices
            .iter()
            .any(|choice| choice.alternative.rewrites)
    }
}
