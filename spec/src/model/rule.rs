//! Behaviour: expansion, scope, transitions.

use std::cmp::Ordering;

use reader::{Span, Spanned};

use super::words::words;
use super::{InputRef, Section, Slot};

words! {
    /// The accounts whose records are reached.
    Scope {
        /// The account of the key only.
        Account = "account",
        /// All accounts.
        Service = "service",
    }
}

/// What a query parameter keeps in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Records whose member compares in this way with the value sent.
    Compares {
        /// Wire name of the member.
        field: String,
        /// How it compares.
        bound: Bound,
    },
    /// Records whose member is equal to the value sent, or to one of the values.
    Equals {
        /// Wire name of the member.
        field: String,
    },
    /// Records whose member is a list that includes the value sent.
    Includes {
        /// Wire name of the member.
        field: String,
        /// Wire name of the member of each item that is compared, if the items are records.
        item: Option<String>,
        /// Which of several values must be included.
        of_several: OfSeveral,
    },
    /// Records described in prose.
    Meaning(String),
}

impl Filter {
    /// The member that it compares, if the contract names it.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Compares { field, .. }
            | Self::Equals { field }
            | Self::Includes { field, .. } => Some(field),
            Self::Meaning(_) => None,
        }
    }
}

words! {
    /// How a member compares with a value that is sent.
    Bound {
        /// Greater or later.
        Above = "above",
        /// Equal, greater or later.
        AtLeast = "at_least",
        /// Equal, less or earlier.
        AtMost = "at_most",
        /// Less or earlier.
        Below = "below",
    }
}

impl Bound {
    /// Whether a value that compares with the bound like this is kept.
    pub fn keeps(self, ordering: Ordering) -> bool {
        match self {
            Self::Above => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
            Self::AtMost => ordering.is_le(),
            Self::Below => ordering.is_lt(),
        }
    }

    /// In words, before the bound.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Above => "above",
            Self::AtLeast => "at least",
            Self::AtMost => "at most",
            Self::Below => "below",
        }
    }
}

words! {
    /// Which of several values a list must include.
    OfSeveral {
        /// All of them.
        All = "all",
        /// At least one of them.
        Any = "any",
    }
}

/// Records that an operation never returns, neither in a list nor by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRecords {
    /// Id, unique in its operation.
    pub id: String,
    /// What they are, as the object of "never returns".
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The data that an expansion adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Wire name of the member that each record gains; `None` where its name is not shown.
    pub adds: Option<String>,
}

/// A change of a record from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Name, if the operation makes several.
    pub name: Option<String>,
    /// The input that triggers it, if the operation makes several.
    pub trigger: Option<TransitionTrigger>,
    /// The record.
    pub record: String,
    /// The states before; `None` for any, and empty if the move is never allowed.
    pub from: Option<Vec<String>>,
    /// The state after.
    pub to: Slot<String>,
    /// The error case for records in other states.
    pub refused_with: Option<Spanned<String>>,
    /// When it does not happen although the state is right.
    pub except: Option<Guard>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl Transition {
    /// Whether a record in this state can make the transition.
    pub fn starts_in(&self, state: &str) -> bool {
        self.from.as_ref().is_none_or(|states| states.iter().any(|known| known == state))
    }

    /// The listed states before; empty if the transition starts from any state.
    pub fn states_before(&self) -> &[String] {
        self.from.as_deref().unwrap_or_default()
    }

    /// Whether the document states that records never make this transition.
    pub fn is_forbidden(&self) -> bool {
        self.from.as_ref().is_some_and(Vec::is_empty)
    }
}

/// The input that triggers one of several transitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionTrigger {
    /// The input.
    pub input: InputRef,
    /// The value that triggers it.
    pub value: Spanned<String>,
    /// Where it is declared.
    pub span: Span,
}

/// When a transition does not happen although the state is right; no message is documented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The condition, as a clause after "when".
    pub when: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
