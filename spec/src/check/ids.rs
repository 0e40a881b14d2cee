//! Clauses and gaps share a name space with unique ids.
//!
//! Ids are made from names, which may be names of the language: an envelope member `status`, an operation `service`.

use super::prelude::*;
use crate::clause::{Clause, ClauseKind};

pub(super) fn check(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
    let gaps = contract.gaps.iter().map(|gap| (gap.id.as_str(), Some(gap.span)));
    let mut seen: BTreeMap<&str, Option<Span>> = gaps.collect();
    for clause in clauses {
        let operation = clause.operation.as_deref();
        let operation = operation.and_then(|id| contract.operation(id));
        let span = operation.map(|operation| place(operation, clause));
        if let (Some(first), Some(operation), Some(span)) =
            (seen.get(clause.id.as_str()), operation, span)
        {
            out.push(clash(&clause.id, operation, *first, span));
        }
        seen.insert(&clause.id, span);
    }
}

fn clash(id: &str, operation: &Operation, first: Option<Span>, second: Span) -> Diagnostic {
    // Prefer the span that is not the operation's.
    let (here, there) = match first {
        Some(first) if second == operation.span => (first, Some(second)),
        first => (second, first),
    };
    let message = format!("the id `{id}` is not unique");
    let found = Diagnostic::error("clashing-ids", message, here, "has this id")
        .with_help("ids are made from names, and this name is also a keyword of the language");
    match there.filter(|there| *there != here) {
        Some(there) => found.with_label(there, "also has this id"),
        None => found,
    }
}

/// Where a clause is declared: at a name that its id is made from, or else at its operation.
fn place(operation: &Operation, clause: &Clause) -> Span {
    match &clause.kind {
        ClauseKind::EnvelopeMember { .. }
        | ClauseKind::QueryValue { .. }
        | ClauseKind::InputValue { .. } => clause.span,
        _ => operation.span,
    }
}
