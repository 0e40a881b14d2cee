//! Clauses that steps name.

use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Operation};

/// An update stores a member.
pub(crate) fn update(operation: &Operation, member: &str) -> ClauseRef {
    ClauseRef::new(operation, ClauseKind::Update { field: member.to_owned() })
}

/// A call is refused with a case.
pub(crate) fn refusal(operation: &Operation, case: &str) -> ClauseRef {
    ClauseRef::new(operation, ClauseKind::Refusal { case: case.to_owned() })
}
