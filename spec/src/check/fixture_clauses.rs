//! The clauses that depend on a fixture exist.

use reader::{Diagnostic, Diagnostics};
use wildmatch::WildMatch;

use super::common::suggest;
use crate::clause::{Clause, id::SERVICE};
use crate::model::{Contract, Fixture};

pub(super) fn check(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
    let fixtures = &contract.service.fixtures;
    if fixtures.iter().all(|fixture| fixture.clauses.is_empty()) {
        return;
    }
    let ids: Vec<&str> = clauses.iter().map(|clause| clause.id.as_str()).collect();
    for fixture in fixtures {
        for (index, glob) in fixture.clauses.iter().enumerate() {
            let pattern = WildMatch::new(glob);
            if !beginning_like(glob, &ids).any(|id| pattern.matches(id)) {
                out.push(unmatched(contract, &ids, fixture, index, glob));
            }
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

fn unmatched(
    contract: &Contract,
    ids: &[&str],
    fixture: &Fixture,
    index: usize,
    glob: &str,
) -> Diagnostic {
    let span = contract.places.item(fixture.span, &["clauses"], index);
    let message = format!("no clause matches `{glob}`");
    let found = Diagnostic::error("unknown-clause", message, span, "matches no clause");
    let first = glob.split('.').next().unwrap_or_default();
    let owners: Vec<&str> = contract.operations().map(|operation| operation.id.as_str()).collect();
    let is_owner = owners.contains(&first) || first == SERVICE;
    let found = if !is_owner && !is_glob(first) {
        let span = contract.places.word(span, first);
        suggest(found, span, first, "operations", &owners)
    } else if !is_glob(glob) {
        suggest(found, span, glob, "clauses", ids)
    } else {
        found
    };
    let list = match is_owner {
        true => format!("`cargo xtask clauses --only '{first}.*'` lists its clauses"),
        false => "`cargo xtask clauses` lists all clauses".to_owned(),
    };
    found.with_help(list)
}

fn is_glob(text: &str) -> bool {
    text.contains(['*', '?'])
}
