//! Documented behaviour that is not shape: order, paging, expansion, scope, transitions.

use reader::Span;

use super::{InputRef, Section, Slot};

/// The order of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The input of creation that decides, by wire name, or `None` when it is the moment of creation itself.
    pub by: Option<String>,
    /// Which way.
    pub direction: Direction,
}

/// Which way a list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Smallest or oldest first.
    Ascending,
    /// Largest or newest first.
    Descending,
}

/// How a list is cut into pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Paging {
    /// Envelope member that tells about the page.
    pub meta: String,
    /// Its members other than the total: wire names of page size, page number and number of pages.
    pub members: Vec<String>,
    /// Its member with the total count, in the document's spelling.
    pub total: String,
    /// Whether the document says that they are integers.
    pub integers: Slot<bool>,
    /// The query parameters that choose a page.
    pub selection: Slot<PageSelection>,
}

/// Query parameters that choose a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSelection {
    /// Wire name of the page number.
    pub page: String,
    /// Wire name of the page size.
    pub per_page: String,
}

/// Whose things a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Only those of the account the key belongs to.
    Account,
    /// Everybody's.
    Service,
}

/// What a query parameter keeps of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// Records whose member, by wire name, is strictly higher than the value sent.
    Above {
        /// Wire name of the member.
        field: String,
    },
    /// Records that only prose tells.
    Meaning(String),
}

/// Things that an operation never shows, neither in a list nor by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenRecords {
    /// Id, unique in its operation.
    pub id: String,
    /// What they are.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// What an expansion adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Wire name of the member that each record gains; `None` where its name is not shown.
    pub adds: Option<String>,
}

/// A move of a record from one state to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Name, where the operation makes several.
    pub name: Option<String>,
    /// The input that asks for this one, where the operation makes several.
    pub trigger: Option<TransitionTrigger>,
    /// The record that moves.
    pub record: String,
    /// The state it must be in; `None` for any.
    pub from: Option<String>,
    /// The state it is in afterwards.
    pub to: Slot<String>,
    /// The error case that answers when it is in another state.
    pub refused_with: Option<String>,
    /// When it does not happen though the state is right.
    pub except: Option<Guard>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The input that asks for one of several transitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransitionTrigger {
    /// The input.
    pub input: InputRef,
    /// The value it must have.
    pub value: String,
}

/// When a transition does not happen though the state is right; no message is documented for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// When, in words that follow "when".
    pub when: String,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
