//! Reads the clauses, gaps and earlier steps that a step refers to.

use reader::{Diagnostic, Fields, Reader, Spanned};
use spec::{Contract, Operation};

use crate::claims::Clauses;
use crate::scenario::ClauseRef;
use crate::scenario::reference::Names;

/// The name of an earlier step.
pub(super) fn earlier(
    fields: &Fields<'_>,
    key: &str,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<String> {
    let steps: Vec<&str> = names.steps.iter().map(String::as_str).collect();
    Some(reader.word(fields.get(key)?, "earlier step", &steps)?.value.to_owned())
}

pub(super) fn observes(
    fields: &Fields<'_>,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> Option<String> {
    let gaps: Vec<&str> = contract.gaps.iter().map(|gap| gap.id.as_str()).collect();
    Some(reader.word(fields.get("observes")?, "gap", &gaps)?.value.to_owned())
}

/// A list of clauses.
pub(super) fn proofs(
    fields: &Fields<'_>,
    key: &str,
    contract: &Contract,
    clauses: &Clauses,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Vec<ClauseRef> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let mut proves = Vec::new();
    for item in reader.list(node, "a list of clauses") {
        let Some(written) = reader.text(item) else {
            continue;
        };
        let own = format!("{}.{}", operation.id, written.value);
        match clauses.get(&own).or_else(|| clauses.get(&written.value)) {
            Some(clause) => proves
                .push(ClauseRef { operation: clause.operation.clone(), kind: clause.kind.clone() }),
            None => {
                let gap = contract.gaps.iter().any(|gap| gap.id == written.value || gap.id == own);
                let ids = clauses.iter().map(|clause| clause.id.as_str());
                let near = reader::did_you_mean(&own, ids.clone())
                    .or_else(|| reader::did_you_mean(&written.value, ids));
                reader.out.push(no_clause(&written, gap, near));
            }
        }
    }
    proves
}

fn no_clause(written: &Spanned<String>, gap: bool, near: Option<&str>) -> Diagnostic {
    let (message, label) = if gap {
        (format!("`{}` is a gap", written.value), "a gap has nothing to prove")
    } else {
        (format!("unknown clause `{}`", written.value), "not a clause")
    };
    let found = Diagnostic::error("unknown-clause", message, written.span, label);
    match near.filter(|_| !gap) {
        Some(near) => found.with_help(format!("did you mean `{near}`?")),
        None => found,
    }
}
