//! Slots: a fact, a gap, or a gap with the answer of an overlay.

use reader::Span;

use super::words::words;

/// Section of the document, as it is cited (`Endpoints 6`, `Errors`).
pub type Section = String;

words! {
    /// The evidence for a fact, the strongest first.
    Evidence {
        /// Prose or a table of the document states it: a breach is a violation.
        Stated = "stated",
        /// Only an example shows it: a breach is at most a deviation.
        Exampled = "exampled",
        /// The document mentions it without naming it: the name is the usual one. A breach is at
        /// most a deviation.
        Conventional = "conventional",
    }
}

/// A value with its span and its section of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact<T> {
    /// The fact itself.
    pub value: T,
    /// Section of the source document.
    pub section: Section,
    /// Span in the contract or overlay.
    pub span: Span,
}

/// A fact or a gap.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot<T> {
    /// The document states it.
    Stated(Fact<T>),
    /// The document is silent; the string is the gap's id.
    Silent(String),
    /// The document is silent, and an overlay answers.
    Answered {
        /// Id of the gap that is answered.
        gap: String,
        /// The answer.
        fact: Fact<T>,
        /// The reason for the answer.
        reason: String,
    },
}

impl<T> Slot<T> {
    /// The fact that the document states or the overlay answers.
    pub fn fact(&self) -> Option<&Fact<T>> {
        match self {
            Self::Stated(fact) | Self::Answered { fact, .. } => Some(fact),
            Self::Silent(_) => None,
        }
    }

    /// The fact if the document states it; an overlay's answer does not count.
    pub(crate) fn stated_fact(&self) -> Option<&Fact<T>> {
        match self {
            Self::Stated(fact) => Some(fact),
            Self::Silent(_) | Self::Answered { .. } => None,
        }
    }

    /// The value if the document states it; an overlay's answer does not count.
    pub fn stated(&self) -> Option<&T> {
        self.stated_fact().map(|fact| &fact.value)
    }

    /// The value that the document states or the overlay answers.
    pub fn value(&self) -> Option<&T> {
        self.fact().map(|fact| &fact.value)
    }

    /// Id of the gap, answered or not; `None` for a stated fact.
    pub fn gap(&self) -> Option<&str> {
        match self {
            Self::Stated(_) => None,
            Self::Silent(gap) | Self::Answered { gap, .. } => Some(gap),
        }
    }

    /// Where the fact or the answer is written; `None` for an open gap.
    pub fn span(&self) -> Option<Span> {
        self.fact().map(|fact| fact.span)
    }

    /// The slot with the fact or answer at another span.
    pub(crate) fn at(mut self, span: Span) -> Self {
        if let Self::Stated(fact) | Self::Answered { fact, .. } = &mut self {
            fact.span = span;
        }
        self
    }

    /// Section that states the fact; `None` for a gap.
    pub fn section(&self) -> Option<&str> {
        self.stated_fact().map(|fact| fact.section.as_str())
    }
}

impl<T> Slot<Option<T>> {
    /// Transposes the slot; `None` if the value is known to be `None`.
    pub fn transpose(self) -> Option<Slot<T>> {
        let some = |fact: Fact<Option<T>>| {
            Some(Fact { value: fact.value?, section: fact.section, span: fact.span })
        };
        Some(match self {
            Self::Stated(fact) => Slot::Stated(some(fact)?),
            Self::Silent(gap) => Slot::Silent(gap),
            Self::Answered { gap, fact, reason } => {
                Slot::Answered { gap, fact: some(fact)?, reason }
            }
        })
    }
}

/// A fact that the document does not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap {
    /// Stable id, made from the position in the contract, in the name space of clause ids.
    pub id: String,
    /// The operation it belongs to; `None` when it concerns the service or a record.
    pub operation: Option<String>,
    /// Section of the document that is silent.
    pub section: Section,
    /// What is not known, in one or two sentences.
    pub note: String,
    /// The interpretations that the document allows; empty if it says nothing.
    pub interpretations: Vec<String>,
    /// Span of the silence in the contract; for an inherited silence, of its declaration.
    pub span: Span,
}
