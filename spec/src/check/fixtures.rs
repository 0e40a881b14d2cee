//! Fixtures: the clauses that depend on them, and what their facts mean for a list.

use wildmatch::WildMatch;

use super::prelude::*;
use crate::clause::Clause;
use crate::clause::id::SERVICE;
use crate::model::{FactUsage, Fixture};

/// The clauses that depend on a fixture exist.
pub(super) fn clauses(contract: &Contract, clauses: &[Clause], out: &mut Diagnostics) {
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

/// What facts of fixtures mean for a list: the filter, the expansion or the order exists.
pub(super) fn fact_usages(contract: &Contract, out: &mut Diagnostics) {
    for fixture in &contract.service.fixtures {
        let usages = fixture.facts.iter().flat_map(|fact| &fact.usages);
        usages.for_each(|usage| check_usage(contract, fixture, usage, out));
    }
}

fn check_usage(contract: &Contract, fixture: &Fixture, usage: &FactUsage, out: &mut Diagnostics) {
    let lists = || {
        contract.operations().filter(|operation| operation.lists.as_ref() == Some(&fixture.record))
    };
    match usage {
        FactUsage::Passes(name) | FactUsage::Fails(name) => {
            let queries = lists().flat_map(|list| &list.query);
            let filters = queries.filter(|query| query.filter.is_some());
            let filters: Vec<&str> = filters.map(|query| query.name.as_str()).collect();
            expect(name, &filters, ("unknown-input", "filters"), fixture, out);
        }
        FactUsage::AddedBy(name) => {
            let values: Vec<&str> = contract.operations().flat_map(expansions).collect();
            expect(name, &values, ("unknown-value", "expansions"), fixture, out);
        }
        FactUsage::SortKey if lists().all(|list| !is_ordered(list)) => {
            let message = format!("no list of `{}` has an order", fixture.record);
            let found = Diagnostic::error("unknown-order", message, fixture.span, "has a sort key")
                .with_help("remove `sort_key`, or state the `order` of the list");
            out.push(found);
        }
        FactUsage::SortKey => {}
    }
}

fn is_ordered(list: &Operation) -> bool {
    list.order.as_ref().is_some_and(|order| order.stated().is_some())
}

/// Values of query parameters that add data.
fn expansions(operation: &Operation) -> impl Iterator<Item = &str> {
    let values = operation.query.iter().flat_map(|query| &query.values);
    values.filter(|value| value.expansion.is_some()).map(|value| value.wire.as_str())
}

fn expect(
    name: &Spanned<String>,
    known: &[&str],
    (code, what): (&'static str, &'static str),
    fixture: &Fixture,
    out: &mut Diagnostics,
) {
    if known.contains(&name.as_str()) {
        return;
    }
    let message = format!("`{name}` is not one of the {what} of `{}`", fixture.record);
    let found = Diagnostic::error(code, message, name.span, "not declared");
    out.push(suggest(found, name.span, name, what, known));
}
