//! From one entry of `steps` to a [`Step`].

use std::collections::{BTreeMap, BTreeSet};

use reader::{Diagnostic, Fields, Node, Reader, Spanned};
use spec::{Contract, InputPart, InputRef, Operation, Type};

use super::text::{Names, Text};
use super::{Expectation, Inputs, KeyChoice, Proof, Step, Value, keys};

pub(super) fn read(
    node: &Node,
    contract: &Contract,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let fields = reader.table(node, &keys::STEP)?;
    let ids: Vec<&str> = contract
        .operations()
        .map(|operation| operation.id.as_str())
        .collect();
    let call = reader.word(fields.get("call")?, "operation", &ids)?;
    let operation = contract.operation(call.value)?;
    let texts = |key: &str, reader: &mut Reader<'_>| texts(&fields, key, names, reader);
    Some(Step {
        name: fields
            .get("as")
            .and_then(|node| reader.text(node))
            .map(|name| name.value),
        call: operation.id.clone(),
        inputs: inputs(&fields, operation, names, reader),
        alternatives: alternatives(&fields, operation, names, reader),
        key: key(&fields, contract, reader)?,
        lower_case_header: is_word(&fields, "header_case", "lower", reader),
        all_pages: is_word(&fields, "pages", "all", reader),
        expect: expectation(&fields, contract, operation, reader),
        shows: texts("shows", reader),
        hides: texts("hides", reader),
        order: order(&fields, names, reader),
        same_as: same_as(&fields, names, reader),
        proves: proves(&fields, contract, operation, reader),
        disproved_by: case(&fields, "disproved_by", contract, operation, reader),
        observes: observes(&fields, contract, reader),
        span: node.span,
    })
}

fn is_word(fields: &Fields<'_>, key: &'static str, word: &str, reader: &mut Reader<'_>) -> bool {
    fields
        .get(key)
        .and_then(|node| reader.word(node, "word", &[word]))
        .is_some()
}

fn inputs(
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
            let input = InputRef {
                part,
                name: entry.key.value.clone(),
            };
            let Some(ty) = known(&input, &entry.key, operation, reader) else {
                continue;
            };
            if let Some(value) = Value::read(&entry.value, &ty, names, reader) {
                set.insert(input, value);
            }
        }
    }
    Inputs {
        set,
        without: without(fields, operation, reader),
    }
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
        let input = written
            .split_once('.')
            .and_then(|(word, name)| Some((part(word)?, name)));
        let Some((part, name)) = input.filter(|(part, _)| *part != InputPart::Path) else {
            let message = format!("`{}` is no input that can be left out", written.value);
            let found = Diagnostic::error("unknown-input", message, item.span, "not an input");
            reader
                .out
                .push(found.with_help("write `body.NAME` or `query.NAME`"));
            continue;
        };
        let input = InputRef {
            part,
            name: name.to_owned(),
        };
        if known(&input, &written, operation, reader).is_some() {
            without.insert(input);
        }
    }
    without
}

/// The type of an input of the operation; one that it does not have is reported.
fn known(
    input: &InputRef,
    written: &Spanned<String>,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Option<Type> {
    let all = crate::contract::inputs(operation);
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

fn alternatives(
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

fn key(fields: &Fields<'_>, contract: &Contract, reader: &mut Reader<'_>) -> Option<KeyChoice> {
    let kinds = contract.service.keys.iter().map(|key| key.name.as_str());
    let Some(node) = fields.get("key") else {
        let first = kinds.take(1).next();
        return Some(first.map_or(KeyChoice::Absent, |kind| KeyChoice::Kind(kind.to_owned())));
    };
    let words: Vec<&str> = ["none", "invalid"].into_iter().chain(kinds).collect();
    Some(match reader.word(node, "kind of key", &words)?.value {
        "none" => KeyChoice::Absent,
        "invalid" => KeyChoice::Invalid,
        kind => KeyChoice::Kind(kind.to_owned()),
    })
}

fn expectation(
    fields: &Fields<'_>,
    contract: &Contract,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Expectation {
    let nothing = fields.get("observe").and_then(|node| reader.yes_no(node));
    if nothing.is_some_and(|said| said.value) || fields.get("observes").is_some() {
        return Expectation::Nothing;
    }
    match case(fields, "refused", contract, operation, reader) {
        Some(case) => Expectation::Refused(case),
        None => Expectation::Accepted,
    }
}

fn case(
    fields: &Fields<'_>,
    key: &'static str,
    contract: &Contract,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Option<String> {
    let cases = operation.errors.iter().chain(&contract.service.errors);
    let cases: Vec<&str> = cases.map(|case| case.id.as_str()).collect();
    let what = format!("error case of `{}`", operation.id);
    Some(
        reader
            .word(fields.get(key)?, &what, &cases)?
            .value
            .to_owned(),
    )
}

fn texts(fields: &Fields<'_>, key: &str, names: &Names, reader: &mut Reader<'_>) -> Vec<Text> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let items = reader.list(node, "a list of values");
    items
        .iter()
        .filter_map(|item| Text::read(item, names, reader))
        .collect()
}

fn order(fields: &Fields<'_>, names: &Names, reader: &mut Reader<'_>) -> Vec<(Text, Text)> {
    let Some(node) = fields.get("order") else {
        return Vec::new();
    };
    let mut order = Vec::new();
    for entry in reader.entries(node, "a map from values to points in time") {
        let value = match Text::parse(&entry.key, names) {
            Ok(value) => value,
            Err(message) => {
                let label = "cannot be filled in";
                let found = Diagnostic::error("bad-reference", message, entry.key.span, label);
                reader.out.push(found);
                continue;
            }
        };
        if let Some(at) = Text::read(&entry.value, names, reader) {
            order.push((value, at));
        }
    }
    order
}

fn same_as(fields: &Fields<'_>, names: &Names, reader: &mut Reader<'_>) -> Option<String> {
    let steps: Vec<&str> = names.steps.iter().map(String::as_str).collect();
    Some(
        reader
            .word(fields.get("same_as")?, "earlier step", &steps)?
            .value
            .to_owned(),
    )
}

fn observes(fields: &Fields<'_>, contract: &Contract, reader: &mut Reader<'_>) -> Option<String> {
    let gaps: Vec<&str> = contract.gaps.iter().map(|gap| gap.id.as_str()).collect();
    Some(
        reader
            .word(fields.get("observes")?, "gap", &gaps)?
            .value
            .to_owned(),
    )
}

fn proves(
    fields: &Fields<'_>,
    contract: &Contract,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Vec<Proof> {
    let Some(node) = fields.get("proves") else {
        return Vec::new();
    };
    let clauses = contract.clauses();
    let mut proves = Vec::new();
    for item in reader.list(node, "a list of clauses") {
        let Some(written) = reader.text(item) else {
            continue;
        };
        let own = format!("{}.{}", operation.id, written.value);
        let clause = clauses
            .iter()
            .find(|clause| clause.id == written.value || clause.id == own);
        match clause {
            Some(clause) => proves.push(Proof {
                operation: clause.operation.clone(),
                kind: clause.kind.clone(),
            }),
            None => {
                let gap = contract
                    .gaps
                    .iter()
                    .any(|gap| gap.id == written.value || gap.id == own);
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
        (
            format!("`{}` is a gap", written.value),
            "nothing is said that could be proved",
        )
    } else {
        (
            format!("there is no clause `{}`", written.value),
            "not a clause",
        )
    };
    let found = Diagnostic::error("unknown-clause", message, written.span, label);
    match near.filter(|_| !gap) {
        Some(near) => found.with_help(format!("did you mean `{near}`?")),
        None => found,
    }
}
