//! The clauses that depend on a fixture exist.

use wildmatch::WildMatch;

use super::prelude::*;
use crate::clause::{Clause, id::SERVICE};

pub(super) fn check(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
    let fixtures = &contract.service.fixtures;
    if fixtures.iter().all(|fixture| fixture.clauses.is_empty()) {
        return;
    }
    let ids: Vec<&str> = clauses.iter().map(|clause| clause.id.as_str()).collect();
    for glob in fixtures.iter().flat_map(|fixture| &fixture.clauses) {
        let pattern = WildMatch::new(glob);
        if !beginning_like(glob, &ids).any(|id| pattern.matches(id)) {
            out.push(unmatched(contract, &ids, glob));
        }
    }
}

/// The ids, in order, with the prefix of the glob up to its first wildcard; no others can match.
fn beginning_like<'i>(glob: &str, ids: &'i [&str]) -> impl Iterator<Item = &'i str> {
    let literal = glob.split(['*', '?']).next().unwrap_or_default();
    let start = ids.partition_point(|id| *id < literal);
    let from_there = ids.iter().skip(start).copied();
    from_there.take_while(move |id| id.starts_with(literal))
}

fn unmatched(contract: &Contract, ids: &[&str], glob: &Spanned<String>) -> Diagnostic {
    let message = format!("no clause matches `{glob}`");
    let found = Diagnostic::error("unknown-clause", message, glob.span, "matches no clause");
    let first = glob.split('.').next().unwrap_or_default();
    let owners: Vec<&str> = contract.operations().map(|operation| operation.id.as_str()).collect();
    let is_owner = owners.contains(&first) || first == SERVICE;
    let found = if !is_owner && !is_glob(first) {
        suggest(found, glob.word(first), first, "operations", &owners)
    } else if !is_glob(glob) {
        suggest(found, glob.span, glob, "clauses", ids)
    } else {
        found
    };
    found.with_help(if is_owner {
        format!("`cargo xtask clauses --only '{first}.*'` lists its clauses")
    } else {
        "`cargo xtask clauses` lists all clauses".to_owned()
    })
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?'])
}
