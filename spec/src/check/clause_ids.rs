//! Ids of clauses and gaps: each is unique, and those that are named exist.

use super::prelude::*;
use crate::clause::{Clause, ClauseKind};

/// Clauses and gaps share a name space with unique ids.
///
/// Ids are made from names, which may be names of the language: an operation `service`.
pub(super) fn unique(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
    let gaps = contract.gaps.iter().map(|gap| (gap.id.as_str(), Some(gap.span)));
    let mut seen: BTreeMap<&str, Option<Span>> = gaps.collect();
    for clause in clauses {
        let operation = clause.operation.as_deref();
        let operation = operation.and_then(|id| contract.operation(id));
        let span = operation.map(|operation| place(operation, clause));
        if let (Some(first), Some(operation), Some(span)) =
            (seen.get(clause.id.as_str()), operation, span)
        {
            out.push(clash(clause, operation, *first, span));
        }
        seen.insert(&clause.id, span);
    }
}

fn clash(
    Clause { id, kind, .. }: &Clause,
    operation: &Operation,
    first: Option<Span>,
    second: Span,
) -> Diagnostic {
    let help = match kind {
        ClauseKind::EnvelopeMember { .. } => {
            "a member that `paging` names is not listed in `success.body` as well: remove it there"
        }
        ClauseKind::MetaKey { meta, .. } if meta.is_empty() => {
            "a member that `paging` names is not listed in `success.body` as well: remove it there"
        }
        ClauseKind::MetaKey { .. } => "list each member of the page once",
        _ => "ids are made from names, and this name is also a keyword of the language: rename it",
    };
    // Prefer the span that is not the operation's.
    let (here, there) = match first {
        Some(first) if second == operation.span => (first, Some(second)),
        first => (second, first),
    };
    let message = format!("the id `{id}` is not unique");
    let found = Diagnostic::error("clashing-ids", message, here, "has this id").with_help(help);
    match there.filter(|there| *there != here) {
        Some(there) => found.with_label(there, "also has this id"),
        None => found,
    }
}

/// Where a clause is declared: at a name that its id is made from, or else at its operation.
fn place(operation: &Operation, clause: &Clause) -> Span {
    match &clause.kind {
        ClauseKind::EnvelopeMember { .. }
        | ClauseKind::MetaKey { .. }
        | ClauseKind::QueryValue { .. }
        | ClauseKind::InputValue { .. } => clause.span,
        _ => operation.span,
    }
}

/// The keys of `untestable` are clauses of the operation.
pub(super) fn untestable(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
    if contract.operations().all(|operation| operation.untestable.is_empty()) {
        return;
    }
    let mut of_operation: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for clause in clauses {
        if let Some((operation, suffix)) = clause.id.split_once('.') {
            of_operation.entry(operation).or_default().push(suffix);
        }
    }
    for operation in contract.operations() {
        let prefix = format!("{}.", operation.id);
        let suffixes = of_operation.remove(operation.id.as_str());
        let suffixes = suffixes.unwrap_or_default();
        for (named, _) in &operation.untestable {
            if suffixes.contains(&named.as_str()) {
                continue;
            }
            let message = format!("`{}` has no clause `{named}`", operation.id);
            let found = Diagnostic::error("unknown-clause", message, named.span, "not a clause");
            let found = match contract.gap(&format!("{prefix}{named}")) {
                Some(gap) => found
                    .with_label(gap.span, "this is not shown")
                    .with_help("gaps are never tested, so the entry is not needed"),
                None => suggest(found, named.span, named, "clauses", &suffixes),
            };
            out.push(
                found.with_help(format!(
                    "`cargo xtask clauses --only '{prefix}*'` lists its clauses"
                )),
            );
        }
    }
}
