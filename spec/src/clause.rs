//! Clauses: every checkable statement of the contract, derived from the model.

mod effect;
pub mod id;
mod kinds;
mod scope;
mod wording;

pub use kinds::ClauseKind;
pub use wording::a_value_of;
pub(crate) use wording::{defect, order};

use reader::Span;

use serde_json::{Value, json};

use crate::model::{Contract, Evidence, Operation, Section};
use scope::{ClauseList, Owner};

/// One checkable statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Stable id, made from the position in the contract: `<operation>.<part>...` or `service.<part>...`.
    pub id: String,
    /// The kind of statement, with its parts.
    pub kind: ClauseKind,
    /// The operation it belongs to; `None` for the whole service.
    pub operation: Option<String>,
    /// Section of the document.
    pub section: Section,
    /// Where the fact behind it is declared.
    pub span: Span,
    /// Its evidence.
    pub evidence: Evidence,
    /// Why it cannot be tested over HTTP; `None` if it can.
    pub untestable_because: Option<String>,
    /// The statement, in one sentence.
    pub statement: String,
}

impl Clause {
    /// Whether it can be tested.
    pub fn testable(&self) -> bool {
        self.untestable_because.is_none()
    }

    /// The clause as JSON, for listings.
    pub fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "kind": self.kind.name(),
            "operation": self.operation,
            "section": self.section,
            "evidence": self.evidence.name(),
            "testable": self.testable(),
            "untestable_because": self.untestable_because,
            "statement": self.statement,
        })
    }
}

impl Contract {
    /// Every clause, in order of id.
    pub fn clauses(&self) -> Vec<Clause> {
        let owners = std::iter::once(None).chain(self.operations().map(Some));
        let mut clauses: Vec<_> = owners.flat_map(|operation| self.clauses_of(operation)).collect();
        clauses.sort_by(|a, b| a.id.cmp(&b.id));
        clauses
    }

    fn clauses_of(&self, operation: Option<&Operation>) -> Vec<Clause> {
        let owner = Owner { contract: self, operation };
        let mut list = ClauseList { owner, clauses: Vec::new() };
        kinds::derive(owner, &mut list);
        list.clauses
    }
}
