//! A place where a fact can stand: stated, silent, or silent and answered by an overlay.

use reader::Span;

/// The part of the source document a fact comes from, as a reader would cite it (`Endpoints 6`, `Errors`).
pub type Section = String;

/// How a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Prose or a table of the document says it: a breach is a violation.
    Stated,
    /// Only an example shows it: a breach is at most a deviation.
    Exampled,
    /// The document says that there is such a thing and not what it is called: the name is the usual one. A breach is at
    /// most a deviation.
    Conventional,
}

impl Evidence {
    /// All of them, the strongest first.
    pub const ALL: [Self; 3] = [Self::Stated, Self::Exampled, Self::Conventional];

    /// The word used in files and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Exampled => "exampled",
            Self::Conventional => "conventional",
        }
    }
}

/// A value together with where it was written and which section of the document carries it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact<T> {
    /// The fact itself.
    pub value: T,
    /// Section of the source document.
    pub section: Section,
    /// Where the contract (or overlay) says it.
    pub span: Span,
}

/// A place where the contract must take a stand: either a fact or a gap.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot<T> {
    /// The document says it.
    Stated(Fact<T>),
    /// The document is silent; the string is the gap's id.
    Silent(String),
    /// The document is silent, and an overlay chose.
    Answered {
        /// Id of the gap that is answered.
        gap: String,
        /// The overlay's choice.
        fact: Fact<T>,
        /// The overlay's reason.
        reason: String,
    },
}

impl<T> Slot<T> {
    /// The value if the document states it; an overlay's answer does not count.
    #[must_use]
    pub fn stated(&self) -> Option<&T> {
        match self {
            Self::Stated(fact) => Some(&fact.value),
            Self::Silent(_) | Self::Answered { .. } => None,
        }
    }

    /// The value if anything says it: the document, or the overlay in force.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Stated(fact) | Self::Answered { fact, .. } => Some(&fact.value),
            Self::Silent(_) => None,
        }
    }

    /// Id of the gap, answered or not; `None` for a stated fact.
    #[must_use]
    pub fn gap(&self) -> Option<&str> {
        match self {
            Self::Stated(_) => None,
            Self::Silent(gap) | Self::Answered { gap, .. } => Some(gap),
        }
    }

    /// Where the fact or the answer is written; `None` for an open gap.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Stated(fact) | Self::Answered { fact, .. } => Some(fact.span),
            Self::Silent(_) => None,
        }
    }

    /// Section that states the fact; `None` for a gap.
    #[must_use]
    pub fn section(&self) -> Option<&str> {
        match self {
            Self::Stated(fact) => Some(&fact.section),
            Self::Silent(_) | Self::Answered { .. } => None,
        }
    }
}

impl<T> Slot<Option<T>> {
    /// The slot of what there is; `None` when it is known that there is nothing.
    #[must_use]
    pub fn transpose(self) -> Option<Slot<T>> {
        let some = |fact: Fact<Option<T>>| {
            Some(Fact {
                value: fact.value?,
                section: fact.section,
                span: fact.span,
            })
        };
        Some(match self {
            Self::Stated(fact) => Slot::Stated(some(fact)?),
            Self::Silent(gap) => Slot::Silent(gap),
            Self::Answered { gap, fact, reason } => Slot::Answered {
                gap,
                fact: some(fact)?,
                reason,
            },
        })
    }
}

/// One thing the document does not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Stable id, derived from the place in the contract, in the same name space as clause ids.
    pub id: String,
    /// The operation it belongs to; `None` when it concerns the service or a record.
    pub operation: Option<String>,
    /// Section of the document that is silent.
    pub section: Section,
    /// What is not known, and the readings there are, in one or two sentences.
    pub note: String,
    /// The readings, when the document can be read in several ways; empty when it simply says nothing.
    pub interpretations: Vec<String>,
    /// Where the contract says so (the inherited silence, when it is inherited).
    pub span: Span,
}
