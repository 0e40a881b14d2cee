//! Records: the JSON objects of the API.

use reader::{Span, Spanned};

use super::{Constraints, Evidence, Identifier, MemberRelation, Section, Slot, Type};

/// A JSON object of the API.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Name in PascalCase, unique in the contract.
    pub name: String,
    /// The resource that declares it.
    pub resource: String,
    /// Description, in one sentence.
    pub description: String,
    /// Section of the document.
    pub section: Section,
    /// The wire name of the member that identifies it; `None` if the document shows it in no member.
    pub identified_by: Option<String>,
    /// Members in the document's order; with an overlay, also the members the overlay adds.
    pub fields: Vec<Field>,
    /// Whether there are members beside the listed ones: stated `false` closes the record, a gap leaves it open.
    pub further_members: Slot<bool>,
    /// What holds between its members at any time.
    pub relations: Vec<MemberRelation>,
    /// Its states.
    pub lifecycle: Option<Lifecycle>,
    /// The maximum number of records.
    pub limit: Option<Limit>,
    /// Whether it stands for an object with listed members in a request body. No response has it.
    pub is_input: bool,
    /// Where it is declared.
    pub span: Span,
}

impl Record {
    /// The member that identifies it, if it is shown and has the type of an identifier.
    pub fn identifier(&self) -> Option<&Field> {
        let wire = self.identified_by.as_ref()?;
        let is_identifier = |field: &&Field| {
            Identifier::ALL.iter().any(|kind| kind.is_own() && kind.fits(&field.ty))
        };
        self.fields.iter().find(|field| field.wire == *wire).filter(is_identifier)
    }
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
    /// Whether the listed values of its type are the only possible ones.
    pub complete: bool,
    /// The constraints on its value.
    pub constraints: Constraints,
    /// Where its type is written.
    pub ty_span: Span,
    /// Whether it is always present.
    pub present: Slot<bool>,
    /// Whether it may be `null`.
    pub nullable: Slot<bool>,
    /// How the member as such is known.
    pub evidence: Evidence,
    /// Description; may be empty.
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
    pub states: Spanned<Vec<String>>,
    /// Whether that list is complete.
    pub complete: Slot<bool>,
    /// The state of a new record.
    pub initial: Slot<String>,
    /// The member that shows the state.
    pub shown_in: Slot<String>,
    /// Transitions that no documented operation makes.
    pub external_transitions: Vec<ExternalTransition>,
    /// Section of the document.
    pub section: Section,
}

/// A transition that no documented operation makes.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalTransition {
    /// Id, unique in the lifecycle.
    pub id: String,
    /// The state before.
    pub from: String,
    /// The state after.
    pub to: String,
    /// What triggers it.
    pub by: Slot<String>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// The maximum number of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Maximum per account.
    pub per_account: u32,
    /// Why it cannot be tested over HTTP; `None` if it can.
    pub untestable_because: Option<String>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}
