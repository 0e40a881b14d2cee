//! The keys of `untestable` are clauses of the operation.

use super::prelude::*;
use crate::clause::Clause;

pub(super) fn check(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
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
