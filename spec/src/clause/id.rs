//! Ids of clauses, made from what their kinds contribute.
//!
//! A clause and a gap share one name space: a slot that is stated has a clause under the id that the gap would have.

use super::ClauseKind;

/// Prefix of ids without an operation.
pub const SERVICE: &str = "service";

/// Id of the clause of that kind; `operation` is `None` for the whole service.
pub fn clause(operation: Option<&str>, kind: &ClauseKind) -> String {
    format!("{}.{}", operation.unwrap_or(SERVICE), kind.suffix())
}
