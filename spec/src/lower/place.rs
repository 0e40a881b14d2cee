//! Positions in the contract, and the silences that they inherit.

use std::rc::Rc;

use reader::Span;

use crate::model::Section;

/// The current position in the contract, which determines ids, sections, owners and inherited silences.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// The operation, if inside one.
    pub operation: Option<String>,
    /// Prefix of ids.
    pub id: String,
    /// Section that is inherited.
    pub section: Section,
    /// Inherited silences, from the outermost file inwards; the innermost takes precedence.
    pub silences: Rc<Vec<(String, Silence)>>,
}

impl Place {
    /// The position one step further in.
    pub fn at(&self, part: &str) -> Self {
        self.with_id(format!("{}.{part}", self.id))
    }

    /// The same position with another prefix of ids.
    pub fn with_id(&self, id: impl Into<String>) -> Self {
        Self { id: id.into(), ..self.clone() }
    }

    /// The same position without inherited silences.
    pub fn without_silences(&self) -> Self {
        Self { silences: Rc::default(), ..self.clone() }
    }

    /// The silence that a slot inherits.
    pub fn silence(&self, slot: &str) -> Option<&Silence> {
        self.silences.iter().rev().find(|(name, _)| name == slot).map(|(_, silence)| silence)
    }
}

/// The content of a silence.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    pub note: String,
    pub interpretations: Vec<String>,
    pub section: Section,
    pub span: Span,
}
