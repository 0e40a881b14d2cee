//! Reads the inputs of a step: values to send, and inputs to leave out.

use std::collections::{BTreeMap, BTreeSet};

use reader::{Diagnostic, Fields, Reader, Spanned};
use spec::{InputPart, InputRef, Operation, Type};

use super::reference::Names;
use super::{Inputs, Value, keys};
use crate::contract;

pub(super) fn inputs(
    fields: &Fields<'_>,
    operation: &Operation,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Inputs {
    let mut set = BTreeMap::new();
    for part in InputPart::ALL {
        let Some(node) = fields.get(part.name()) else {
            continue;
        };
        for entry in reader.entries(node, "a map of inputs") {
            let input = InputRef { part, name: entry.key.value.clone() };
            let Some(ty) = known(&input, &entry.key, operation, reader) else {
                continue;
            };
            if let Some(value) = Value::read(&entry.value, &ty, names, reader) {
                set.insert(input, value);
            }
        }
    }
    Inputs { set, without: without(fields, operation, reader) }
}

fn without(
    fields: &Fields<'_>,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> BTreeSet<InputRef> {
    let Some(node) = fields.get("without") else {
        return BTreeSet::new();
    };
    let mut without = BTreeSet::new();
    for item in reader.list(node, "a list of inputs") {
        let Some(written) = reader.text(item) else {
            continue;
        };
        let part = |word: &str| InputPart::ALL.into_iter().find(|part| part.name() == word);
        let input = written.split_once('.').and_then(|(word, name)| Some((part(word)?, name)));
        let Some((part, name)) = input.filter(|(part, _)| *part != InputPart::Path) else {
            let message = format!("`{}` cannot be left out", written.value);
            let found = Diagnostic::error("unknown-input", message, item.span, "not an input");
            reader.out.push(found.with_help("write `body.NAME` or `query.NAME`"));
            continue;
        };
        let input = InputRef { part, name: name.to_owned() };
        if known(&input, &written, operation, reader).is_some() {
            without.insert(input);
        }
    }
    without
}

/// The type of an input of the operation; reports an unknown input.
fn known(
    input: &InputRef,
    written: &Spanned<String>,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Option<Type> {
    let all = contract::inputs(operation);
    if let Some((_, ty)) = all.iter().find(|(known, _)| known == input) {
        return Some(ty.clone());
    }
    let of_part = all.iter().filter(|(known, _)| known.part == input.part);
    let known: Vec<&str> = of_part.map(|(known, _)| known.name.as_str()).collect();
    let message = format!("`{}` has no input `{input}`", operation.id);
    let mut found = Diagnostic::error("unknown-input", message, written.span, "not an input");
    if let Some(near) = reader::did_you_mean(&input.name, known.iter().copied()) {
        found = found.with_help(format!("did you mean `{near}`?"));
    } else if !known.is_empty() {
        found = found.with_help(format!("known are {}", known.join(", ")));
    }
    reader.out.push(found);
    None
}

pub(super) fn alternatives(
    fields: &Fields<'_>,
    operation: &Operation,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<Inputs> {
    let Some(node) = fields.get("alternatives") else {
        return Vec::new();
    };
    let mut alternatives = Vec::new();
    for item in reader.list(node, "a list of alternatives") {
        if let Some(fields) = reader.table(item, &keys::INPUTS) {
            alternatives.push(inputs(&fields, operation, names, reader));
        }
    }
    alternatives
}
