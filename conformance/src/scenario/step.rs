//! From one entry of `steps` to a [`Step`].

use reader::Value as Written;
use reader::{Diagnostic, Fields, Node, Reader, Spanned};
use spec::{Contract, Operation};

use super::inputs::{alternatives, inputs};
use super::reference::Names;
use super::text::Text;
use super::{Expectation, KeyChoice, Place, Proof, Step, Value, keys};
use crate::claims::Clauses;
use crate::contract;

/// The word for a refusal with whichever message.
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
        name: fields
            .get("as")
            .and_then(|node| reader.text(node))
            .map(|name| name.value),
        alternatives: alternatives(&fields, operation, names, reader),
        at_once: at_once(&fields, reader),
        lower_case_header: is_word(&fields, "header_case", "lower", reader),
        all_pages: is_word(&fields, "pages", "all", reader),
        perhaps: fields
            .get("perhaps")
            .and_then(|node| reader.yes_no(node))
            .is_some_and(|flag| flag.value),
        expect: expectation(&fields, contract, operation, reader),
        shows: texts("shows", reader),
        hides: texts("hides", reader),
        order: order(&fields, names, reader),
        equals: compared(&fields, "equals", contract, operation, names, reader),
        differs: compared(&fields, "differs", contract, operation, names, reader),
        same_as: same_as(&fields, names, reader),
        proves: proves(&fields, contract, clauses, operation, reader),
        disproved_by: case(&fields, "disproved_by", contract, operation, reader),
        observes: observes(&fields, contract, reader),
        ..step
    })
}

/// A step that puts something back: nothing is expected of it.
pub(super) fn read_final(
    node: &Node,
    contract: &Contract,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let fields = reader.table(node, &keys::FINALLY)?;
    call(node, &fields, contract, names, reader)
}

/// The call alone.
fn call(
    node: &Node,
    fields: &Fields<'_>,
    contract: &Contract,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Option<Step> {
    let ids: Vec<&str> = contract
        .operations()
        .map(|operation| operation.id.as_str())
        .collect();
    let call = reader.word(fields.get("call")?, "operation", &ids)?;
    let operation = contract.operation(call.value)?;
    Some(Step {
        name: None,
        call: operation.id.clone(),
        inputs: inputs(fields, operation, names, reader),
        alternatives: Vec::new(),
        key: key(fields, contract, reader)?,
        at_once: 1,
        lower_case_header: false,
        all_pages: false,
        perhaps: false,
        expect: Expectation::Nothing,
        shows: Vec::new(),
        hides: Vec::new(),
        order: Vec::new(),
        equals: Vec::new(),
        differs: Vec::new(),
        same_as: None,
        proves: Vec::new(),
        disproved_by: None,
        observes: None,
        span: node.span,
    })
}

fn is_word(fields: &Fields<'_>, key: &'static str, word: &str, reader: &mut Reader<'_>) -> bool {
    fields
        .get(key)
        .and_then(|node| reader.word(node, "word", &[word]))
        .is_some()
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
    Some(
        match (reader.word(node, "kind of key", &words)?.value, first) {
            ("none", _) => KeyChoice::Absent,
            ("invalid", _) => KeyChoice::Invalid,
            ("lengthened", Some(first)) => KeyChoice::Lengthened(first.to_owned()),
            (kind, _) => KeyChoice::Kind(kind.to_owned()),
        },
    )
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
    let Some(node) = fields.get("refused") else {
        return Expectation::Accepted;
    };
    if matches!(&node.value, Written::Scalar(word) if word.text == ANY) {
        return Expectation::RefusedAnyhow;
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

/// Members of the answer with the values they are compared with. A member that is not stated is
/// reported: nothing can be asked of it.
fn compared(
    fields: &Fields<'_>,
    key: &'static str,
    contract: &Contract,
    operation: &Operation,
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<(Place, Value)> {
    let Some(node) = fields.get(key) else {
        return Vec::new();
    };
    let mut compared = Vec::new();
    for entry in reader.entries(node, "a map from members to values") {
        let (span, label) = (entry.key.span, "not a stated member");
        let place = match Place::parse(&entry.key.value, names) {
            Ok(place) => place,
            Err(message) => {
                let found = Diagnostic::error("bad-reference", message, span, label);
                reader.out.push(found);
                continue;
            }
        };
        let Some(field) = contract::stated_member(contract, operation, &place) else {
            let shown = place.shown();
            let message = format!("the answer of `{}` has no stated `{shown}`", operation.id);
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
    clauses: &Clauses,
    operation: &Operation,
    reader: &mut Reader<'_>,
) -> Vec<Proof> {
    let Some(node) = fields.get("proves") else {
        return Vec::new();
    };
    let mut proves = Vec::new();
    for item in reader.list(node, "a list of clauses") {
        let Some(written) = reader.text(item) else {
            continue;
        };
        let own = format!("{}.{}", operation.id, written.value);
        match clauses.get(&own).or_else(|| clauses.get(&written.value)) {
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
