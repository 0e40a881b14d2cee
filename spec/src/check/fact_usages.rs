//! What facts of fixtures mean for a list: the filter, the expansion or the order exists.

use super::prelude::*;
use crate::model::{FactUsage, Fixture};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
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
