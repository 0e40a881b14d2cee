//! Records: the JSON objects that show the things of the API.

use reader::Span;

use super::{Evidence, Section, Slot, Type};

/// The JSON object that shows a thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Name in PascalCase, unique in the contract.
    pub name: String,
    /// The resource that declares it.
    pub resource: String,
    /// What it is, in a sentence.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Members in the document's order; with an overlay, also the members the overlay adds.
    pub fields: Vec<Field>,
    /// Whether there are members beside the listed ones: stated `false` closes the record, a gap leaves it open.
    pub further_members: Slot<bool>,
    /// States and what is known of them.
    pub lifecycle: Option<Lifecycle>,
    /// How many of them there can be.
    pub limit: Option<Limit>,
    /// Where it is declared.
    pub span: Span,
}

/// One member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name for code (snake_case); differs from `wire` only where the document's spelling is corrected.
    pub name: String,
    /// Name on the wire.
    pub wire: String,
    /// Its type.
    pub ty: Type,
    /// Whether it is always there.
    pub present: Slot<bool>,
    /// Whether it may be `null`.
    pub nullable: Slot<bool>,
    /// How the member as such is known.
    pub evidence: Evidence,
    /// What it means; may be empty.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// Gap whose answer adds this member; `None` for the document's own members.
    pub added_by: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

/// The states of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Lifecycle {
    /// States the document names.
    pub states: Vec<String>,
    /// Whether that list is all there is.
    pub complete: Slot<bool>,
    /// The state a new record starts in.
    pub initial: Slot<String>,
    /// The member that shows the state.
    pub shown_in: Slot<String>,
    /// Moves that no documented operation makes.
    pub external_transitions: Vec<ExternalTransition>,
    /// Section of the document.
    pub section: Section,
}

/// A move between states that no documented operation makes.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalTransition {
    /// Id, unique in the lifecycle.
    pub id: String,
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
    /// Who or what makes it.
    pub by: Slot<String>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// How many things of a record there can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// So many for each account, at most.
    pub per_account: u32,
    /// Why it cannot be seen on the wire; `None` when it can.
    pub untestable_because: Option<String>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
