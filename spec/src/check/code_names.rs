//! Names that become members of one type in code are different.

use super::prelude::*;

/// A name, where it comes from in words, and its place.
type Name<'c> = (&'c str, &'static str, Span);

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let names = record.fields.iter();
        let names = names.map(|field| (field.name.as_str(), "a member", field.span));
        differ(names, &format!("the record `{}`", record.name), out);
    }
    for operation in contract.operations() {
        differ(inputs(operation), &format!("the request of `{}`", operation.id), out);
    }
}

fn inputs(operation: &Operation) -> impl Iterator<Item = Name<'_>> {
    let path = operation.path_parameters.iter();
    let path = path.map(|parameter| (parameter.name.as_str(), "a path parameter", parameter.span));
    let query = operation.query.iter();
    let query =
        query.map(|parameter| (parameter.name.as_str(), "a query parameter", parameter.span));
    let selection = operation.page_selection().into_iter();
    let pages = selection.flat_map(|selection| {
        let names = [&selection.page, &selection.per_page];
        names.map(|name| (name.as_str(), "a parameter that chooses a page", selection.span))
    });
    let body = operation.body.iter();
    let body = body.map(|input| (input.name.as_str(), "a member of the body", input.span));
    path.chain(query).chain(pages).chain(body)
}

fn differ<'c>(names: impl Iterator<Item = Name<'c>>, whole: &str, out: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, (&str, Span)> = BTreeMap::new();
    for (name, what, span) in names {
        if let Some((first, place)) = seen.get(name) {
            let message = format!("{whole} has two members called `{name}`");
            out.push(
                Diagnostic::error("clashing-names", message, span, what)
                    .with_label(*place, *first)
                    .with_help("they become members of one type in code; rename one, and set its name on the wire with `wire_name: NAME`"),
            );
        } else {
            seen.insert(name, (what, span));
        }
    }
}
