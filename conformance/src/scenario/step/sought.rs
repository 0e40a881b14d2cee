//! Reads the values that a step expects in its answer.

use reader::{Diagnostic, Fields, Reader};
use spec::{Contract, Operation};

use crate::scenario::reference::Names;
use crate::scenario::template::Template;
use crate::scenario::{AnswerPath, Value};

pub(super) fn texts(
    fields: &Fields<'_>,
    key: &str,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<Template> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let items = reader.list(node, "a list of values");
    items.iter().filter_map(|item| Template::read(item, names, reader)).collect()
}

pub(super) fn order(
    fields: &Fields<'_>,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<(Template, Template)> {
    let Some(node) = fields.get("order") else {
        return Vec::new();
    };
    let mut order = Vec::new();
    for entry in reader.entries(node, "a map from values to points in time") {
        let value = match Template::parse(&entry.key, names) {
            Ok(value) => value,
            Err(message) => {
                let label = "cannot be filled in";
                let found = Diagnostic::error("bad-reference", message, entry.key.span, label);
                reader.out.push(found);
                continue;
            }
        };
        if let Some(at) = Template::read(&entry.value, names, reader) {
            order.push((value, at));
        }
    }
    order
}

/// Fields of the answer and the values they are compared with. Undocumented fields are reported.
pub(super) fn compared(
    fields: &Fields<'_>,
    key: &'static str,
    contract: &Contract,
    operation: &Operation,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<(AnswerPath, Value)> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let mut compared = Vec::new();
    for entry in reader.entries(node, "a map from members to values") {
        let (span, label) = (entry.key.span, "not a documented field");
        let place = match AnswerPath::parse(&entry.key.value, names) {
            Ok(place) => place,
            Err(message) => {
                let found = Diagnostic::error("bad-reference", message, span, label);
                reader.out.push(found);
                continue;
            }
        };
        let Some(field) = place.stated_field(contract, operation) else {
            let shown = place.shown();
            let message = format!("the answer of `{}` has no documented `{shown}`", operation.id);
            let found = Diagnostic::error("check-on-gap", message, span, label);
            reader.out.push(found.with_help(
                "only what the contract states of the answer can be compared; where it is silent, \
                 look for values with `shows` and `hides`",
            ));
            continue;
        };
        if let Some(value) = Value::read(&entry.value, &field.ty, names, reader) {
            compared.push((place, value));
        }
    }
    compared
}
