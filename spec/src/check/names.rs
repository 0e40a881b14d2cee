//! Names that are declared once, and names that differ where they become members of one object or type.

use super::common::repeated;
use super::prelude::*;

/// Operations, records and fixture kinds are each declared once in the whole contract.
///
/// The reader checks duplicates within a map.
pub(super) fn declared_once(contract: &Contract, out: &mut Diagnostics) {
    let operations = contract.operations().map(|operation| (operation.id.as_str(), operation.span));
    once(operations, "duplicate-operation", "operation", out);
    records(contract, out);
    let fixtures = contract.service.fixtures.iter();
    let fixtures = fixtures.map(|fixture| (fixture.kind.as_str(), fixture.span));
    once(fixtures, "duplicate-fixture", "kind of fixture", out);
}

/// An object of a request is a record in code, whose name is made of the operation and the member.
fn records(contract: &Contract, out: &mut Diagnostics) {
    let (objects, declared): (Vec<_>, Vec<_>) =
        contract.records().partition(|record| record.is_input);
    let names = declared.iter().map(|record| (record.name.as_str(), record.span));
    once(names, "duplicate-record", "record", out);
    let all = declared.into_iter().chain(objects).map(|record| (record.name.as_str(), record));
    for (name, first, object) in repeated(all).into_iter().filter(|(.., other)| other.is_input) {
        let message = format!("two objects are called `{name}` in code");
        let label = if first.is_input { "another such object" } else { "the record" };
        out.push(
            Diagnostic::error("duplicate-record", message, object.span, "an object of a request")
                .with_label(first.span, label)
                .with_help(
                    "rename one; a member keeps its name on the wire with `wire_name: NAME`",
                ),
        );
    }
}

fn once<'c>(
    declarations: impl Iterator<Item = (&'c str, Span)>,
    code: &'static str,
    what: &str,
    out: &mut Diagnostics,
) {
    for (name, first, span) in repeated(declarations) {
        let message = format!("the {what} `{name}` is declared twice");
        out.push(
            Diagnostic::error(code, message, span, "declared again here")
                .with_label(first, "declared first here")
                .with_help("rename one: names are unique in the contract"),
        );
    }
}

/// A name, where it comes from in words, and its place.
type Name<'c> = (&'c str, (&'static str, Span));

/// Names that become members of one type in code are different.
pub(super) fn code_names(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let names = record.fields.iter();
        let names = names.map(|field| (field.name.as_str(), ("a member", field.span)));
        differ_in_code(names, &format!("the record `{}`", record.name), out);
    }
    for operation in contract.operations() {
        differ_in_code(inputs_of(operation), &format!("the request of `{}`", operation.id), out);
    }
}

fn inputs_of(operation: &Operation) -> impl Iterator<Item = Name<'_>> {
    let path = operation.path_parameters.iter();
    let path = path.map(|it| (it.name.as_str(), ("a path parameter", it.span)));
    let query = operation.query.iter();
    let query = query.map(|it| (it.name.as_str(), ("a query parameter", it.span)));
    let selection = operation.page_selection().into_iter();
    let pages = selection.flat_map(|selection| {
        let page = "a parameter that chooses a page";
        selection.parameters().map(move |it| (it.wire.as_str(), (page, it.span)))
    });
    let body = operation.body.iter();
    let body = body.map(|it| (it.name.as_str(), ("a member of the body", it.span)));
    let values = operation.path_values.iter();
    let values = values.map(|it| (it.name.as_str(), ("a path parameter", it.span)));
    path.chain(values).chain(query).chain(pages).chain(body)
}

fn differ_in_code<'c>(names: impl Iterator<Item = Name<'c>>, whole: &str, out: &mut Diagnostics) {
    for (name, (first, place), (what, span)) in repeated(names) {
        let message = format!("{whole} has two members called `{name}`");
        out.push(
            Diagnostic::error("clashing-names", message, span, what)
                .with_label(place, first)
                .with_help("they become members of one type in code; rename one, and set its name on the wire with `wire_name: NAME`"),
        );
    }
}

/// Members of a JSON object have different wire names.
///
/// Members that also have the same name in code are reported by another check.
pub(super) fn wire_names(contract: &Contract, out: &mut Diagnostics) {
    for record in contract.records() {
        let fields = record.fields.iter();
        differ_on_wire(fields.map(|it| (it.wire.as_str(), (it.name.as_str(), it.span))), out);
    }
    for operation in contract.operations() {
        let inputs = operation.body.iter();
        differ_on_wire(inputs.map(|it| (it.wire.as_str(), (it.name.as_str(), it.span))), out);
        let keys: Vec<_> = operation.query.iter().map(|it| (it.key(), it)).collect();
        let query = keys.iter().map(|(key, it)| (key.as_str(), (it.name.as_str(), it.wire_span)));
        let selection = operation.page_selection().into_iter();
        let pages = selection.flat_map(|selection| {
            selection.parameters().map(|it| (it.wire.as_str(), (it.wire.as_str(), it.span)))
        });
        differ_on_wire(query.chain(pages), out);
    }
}

/// Members are a name on the wire, with the name in code and the place.
fn differ_on_wire<'c>(
    members: impl Iterator<Item = (&'c str, (&'c str, Span))>,
    out: &mut Diagnostics,
) {
    for (wire, (first, place), (name, span)) in repeated(members) {
        if first != name {
            let message = format!("`{first}` and `{name}` are both `{wire}` on the wire");
            out.push(
                Diagnostic::error("clashing-wire-names", message, span, "this one")
                    .with_label(place, "and this one")
                    .with_help("an object has each member once, and a query each parameter"),
            );
        }
    }
}
