//! Reads an entry of `steps`.

mod shown;
mod sought;

use reader::Value as Written;
use reader::{Fields, Node, Reader};
use spec::{Contract, Operation};

use super::inputs::{alternatives, inputs};
use super::reference::Names;
use super::{Expectation, HeaderCase, KeyChoice, Spelling, Step, keys};
use crate::claims::Clauses;

use shown::{earlier, observes, proofs};
use sought::{compared, order, texts};

/// The value for a refusal with any message.
const ANY: &str = "any";

pub(super) fn read(
    node: &Node,
    contract: &Contract,
    clauses: &Clauses,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let fields = reader.table(node, &keys::STEP)?;
    let step = call(node, &fields, contract, names, reader)?;
    let operation = contract.operation(&step.call)?;
    let texts = |key: &str, reader: &mut Reader<'_>| texts(&fields, key, names, reader);
    Some(Step {
        name: fields.get("as").and_then(|node| reader.text(node)).map(|name| name.value),
        alternatives: alternatives(&fields, operation, names, reader),
        at_once: at_once(&fields, reader),
        spelling: spelling(&fields, reader),
        all_pages: is_word(&fields, "pages", "all", reader),
        perhaps: is_set(&fields, "perhaps", reader),
        finds: is_set(&fields, "finds", reader),
        expect: expectation(&fields, contract, operation, reader),
        shows: texts("shows", reader),
        hides: texts("hides", reader),
        adds: texts("adds", reader),
        order: order(&fields, names, reader),
        equals: compared(&fields, "equals", contract, operation, names, reader),
        differs: compared(&fields, "differs", contract, operation, names, reader),
        near: compared(&fields, "near", contract, operation, names, reader),
        repeats: earlier(&fields, "repeats", names, reader),
        same_as: earlier(&fields, "same_as", names, reader),
        proves: proofs(&fields, "proves", contract, clauses, operation, reader),
        keeps: proofs(&fields, "keeps", contract, clauses, operation, reader),
        disproved_by: case(&fields, "disproved_by", contract, operation, reader),
        observes: observes(&fields, contract, reader),
        ..step
    })
}

/// A `finally` call: nothing is expected of it.
pub(super) fn read_final(
    node: &Node,
    contract: &Contract,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let fields = reader.table(node, &keys::FINALLY)?;
    call(node, &fields, contract, names, reader)
}

/// The call without expectations.
fn call(
    node: &Node,
    fields: &Fields<'_>,
    contract: &Contract,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let ids: Vec<&str> = contract.operations().map(|operation| operation.id.as_str()).collect();
    let call = reader.word(fields.get("call")?, "operation", &ids)?;
    let operation = contract.operation(call.value)?;
    Some(Step {
        name: None,
        call: operation.id.clone(),
        inputs: inputs(fields, operation, names, reader),
        alternatives: Vec::new(),
        key: key(fields, contract, reader)?,
        at_once: 1,
        spelling: Spelling::default(),
        all_pages: false,
        perhaps: false,
        finds: false,
        expect: Expectation::Nothing,
        shows: Vec::new(),
        hides: Vec::new(),
        adds: Vec::new(),
        order: Vec::new(),
        equals: Vec::new(),
        differs: Vec::new(),
        near: Vec::new(),
        repeats: None,
        same_as: None,
        proves: Vec::new(),
        keeps: Vec::new(),
        disproved_by: None,
        observes: None,
        span: node.span,
    })
}

fn is_word(fields: &Fields<'_>, key: &'static str, word: &str, reader: &mut Reader<'_>) -> bool {
    fields.get(key).and_then(|node| reader.word(node, "word", &[word])).is_some()
}

fn spelling(fields: &Fields<'_>, reader: &mut Reader<'_>) -> Spelling {
    let header = fields.get("header_case");
    let header = header.and_then(|node| reader.word(node, "case", &HeaderCase::WORDS));
    Spelling {
        header: header.and_then(|word| HeaderCase::of(word.value)),
        escaped: is_word(fields, "path_escapes", "all", reader),
    }
}

fn is_set(fields: &Fields<'_>, key: &'static str, reader: &mut Reader<'_>) -> bool {
    let flag = fields.get(key).and_then(|node| reader.boolean(node));
    flag.is_some_and(|flag| flag.value)
}

fn at_once(fields: &Fields<'_>, reader: &mut Reader<'_>) -> usize {
    let node = fields.get("at_once");
    let word = node.and_then(|node| reader.word(node, "number of requests", &keys::AT_ONCE));
    word.and_then(|word| word.value.parse().ok()).unwrap_or(1)
}

fn key(fields: &Fields<'_>, contract: &Contract, reader: &mut Reader<'_>) -> Option<KeyChoice> {
    let kinds = contract.service.keys.iter().map(|key| key.name.as_str());
    let first = kinds.clone().next();
    let Some(node) = fields.get("key") else {
        return Some(first.map_or(KeyChoice::Absent, |kind| KeyChoice::Kind(kind.to_owned())));
    };
    let odd = ["none", "invalid"].into_iter();
    let longer = first.map(|_| "lengthened");
    let words: Vec<&str> = odd.chain(longer).chain(kinds).collect();
    Some(match (reader.word(node, "kind of key", &words)?.value, first) {
        ("none", _) => KeyChoice::Absent,
        ("invalid", _) => KeyChoice::Invalid,
        ("lengthened", Some(first)) => KeyChoice::Lengthened(first.to_owned()),
        (kind, _) => KeyChoice::Kind(kind.to_owned()),
    })
}

fn expectation(
    fields: &Fields<'_>,
    contract: &Contract,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Expectation {
    let nothing = is_set(fields, "observe", reader) || is_set(fields, "finds", reader);
    if nothing || fields.get("observes").is_some() {
        return Expectation::Nothing;
    }
    let Some(node) = fields.get("refused") else {
        return Expectation::Accepted;
    };
    if matches!(&node.value, Written::Scalar(word) if word.text == ANY) {
        return Expectation::RefusedAny;
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
    let own = operation.errors.iter().map(|case| case.id.as_str());
    let mut cases: Vec<&str> = own.collect();
    let shared = contract.service.errors.iter().map(|case| case.id.as_str());
    let shared: Vec<_> = shared.filter(|id| !cases.contains(id)).collect();
    cases.extend(shared);
    let what = format!("error case of `{}`", operation.id);
    Some(reader.word(fields.get(key)?, &what, &cases)?.value.to_owned())
}
