//! Refusals of keys: for each operation that requires a key, requests without one and with keys that were never issued,
//! beside the same request with a good key. Also with each documented value of a query parameter. Where the document
//! does not say whether a list requires a key, the same requests are sent, and both outcomes are accepted: a refusal
//! must have the documented message.
//!
//! A kind of key whose user is unknown cannot be recognised in the contract, so that hand-written scenarios use it. Letter
//! case and blanks around a key are not varied: a service may issue keys whose case does not matter, and HTTP removes the
//! blanks.

use conformance_model::contract::envelope;
use conformance_model::scenario::{ClauseRef, KeyChange, KeyChoice, Step};
use spec::{ClauseKind, Condition, Contract, Identifier, Operation};

use super::call::{Call, attempted, create, is_repeatable, unknown};
use super::change::Change;
use super::scenario::Draft;

/// A key of requests that are refused.
struct RefusedKey {
    /// A word for names.
    word: String,
    choice: KeyChoice,
    /// The condition of the refusal; `None` if the document does not say which one it is.
    condition: Option<Condition>,
}

/// The classes of keys that every service refuses.
fn refused_keys(contract: &Contract) -> Vec<RefusedKey> {
    let given = [
        ("none", KeyChoice::Absent, Some(Condition::KeyAbsent)),
        // It may be a missing or an invalid key.
        ("empty", KeyChoice::Empty, None),
        ("blank", KeyChoice::Blank, None),
        ("invalid", KeyChoice::Invalid, Some(Condition::KeyInvalid)),
    ];
    // A good key with more or fewer characters is another key.
    let changed = contract.service.keys.first().into_iter().flat_map(|kind| {
        KeyChange::ALL.map(|change| {
            let choice = KeyChoice::Changed(change, kind.name.clone());
            (change.word(), choice, Some(Condition::KeyInvalid))
        })
    });
    let all = given.into_iter().chain(changed);
    let all = all.map(|(word, choice, condition)| RefusedKey {
        word: word.to_owned(),
        choice,
        condition,
    });
    // Keys that may do less: where the document says that an operation refuses them.
    let kinds = contract.service.keys.iter().skip(1).map(|kind| RefusedKey {
        word: kind.name.clone(),
        choice: KeyChoice::Kind(kind.name.clone()),
        condition: Some(Condition::KeyOf(kind.name.clone())),
    });
    all.chain(kinds).collect()
}

/// One scenario for each operation that requires a key, or may require one.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let operations = contract.operations();
    operations
        .filter_map(|operation| match operation.key_required.stated() {
            Some(true) => refusals(contract, operation),
            Some(false) => None,
            None => observed_refusals(contract, operation),
        })
        .collect()
}

/// Without a key, a service may find no record that a path names. A list has no such reason to refuse the request.
fn observed_refusals(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let gap = operation.key_required.gap()?;
    let is_list = operation.lists.is_some() && operation.path_parameters.is_empty();
    let call = Call::new(contract, operation, "").filter(|_| is_list)?;
    let keys = refused_keys(contract).into_iter().filter(|key| {
        let is_documented = |condition| case(contract, operation, condition).is_some();
        key.condition.as_ref().is_some_and(is_documented)
    });
    let observed = keys.map(|key| call.step.clone().key(key.choice).observes_gap(gap));
    let observed: Vec<_> = observed.collect();
    let title = "Requests without a key and with unknown keys, where the document does not say that a key is required";
    let scenario = call.subjects.iter().fold(Draft::new(operation, "", title), Draft::obtain);
    (!observed.is_empty()).then(|| scenario.step(call.step).steps(observed))
}

fn refusals(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let change = Change::of(contract, operation);
    let control = Call::new(contract, operation, "")?;
    // A call that uses up its record is refused for a record of its own.
    let target = if is_repeatable(operation) {
        control.clone()
    } else {
        Call::new(contract, operation, "_kept")?
    };
    let mut scenario =
        Draft::new(operation, "", "Requests without a key and with unknown keys are refused");
    let kept = target.subjects.iter().filter(|_| !is_repeatable(operation));
    scenario = control.subjects.iter().chain(kept).fold(scenario, Draft::obtain);
    scenario = match &change {
        Some(change) => scenario.step(change.to("Accepted{unique word}").named("accepted")),
        None => {
            let step = attempted(contract, operation, &control);
            create(contract, operation, scenario, "accepted", step)
        }
    };
    // A body that shows nothing counts only beside a refusal of a request.
    if envelope(operation).is_none() {
        scenario = scenario.steps(unknown_record(operation, &control.step));
    }
    let read = change.as_ref().and_then(|change| Some((change.read(contract)?, change.member)));
    if let Some((read, member)) = &read {
        scenario = scenario.step(read.clone().shows([sent("accepted", member)]));
    }
    let mut refused = Vec::new();
    for key in refused_keys(contract) {
        let name = format!("with_{}", key.word);
        let step = match &change {
            Some(change) => change.to(&format!("Key {} {{unique}}", key.word)).named(&name),
            None => target.step.clone(),
        };
        let Some(step) = key.sent_with(contract, operation, step) else {
            continue;
        };
        refused.extend(change.as_ref().map(|change| sent(&name, change.member)));
        scenario = scenario.step(step);
    }
    if operation.method.is_safe() {
        scenario = scenario.steps(with_each_option(contract, operation, &target.step));
    }
    // Nothing was changed by what was refused.
    if let Some((read, member)) = read {
        let clause = ClauseRef::new(operation, ClauseKind::KeyRequired);
        let read = read.shows([sent("accepted", member)]).hides(refused);
        scenario = scenario.step(read.proves([clause]));
    }
    Some(change.and_then(|change| change.restore).into_iter().fold(scenario, Draft::finally))
}

impl RefusedKey {
    /// The call with this key, and its refusal. `None` if the document does not describe that one.
    fn sent_with(&self, contract: &Contract, operation: &Operation, step: Step) -> Option<Step> {
        let step = step.key(self.choice.clone());
        let Some(condition) = &self.condition else {
            let clause = ClauseRef::new(operation, ClauseKind::KeyRequired);
            return Some(step.refused_any().proves([clause]));
        };
        Some(step.refused(case(contract, operation, condition)?))
    }
}

/// For each documented value of a query parameter, a call with the good key and calls without one and with another one.
fn with_each_option(contract: &Contract, operation: &Operation, step: &Step) -> Vec<Step> {
    let keys = refused_keys(contract);
    let is_first = |key: &&RefusedKey| {
        let mut alike = keys.iter().filter(|other| other.condition == key.condition);
        key.condition.is_some() && alike.next().is_some_and(|first| first.word == key.word)
    };
    let options = operation.query.iter().flat_map(|query| {
        query.values.iter().map(|value| step.clone().query(&query.name, value.wire.as_str()))
    });
    options
        .flat_map(|with| {
            let refused = keys.iter().filter(is_first);
            let refused: Vec<_> = refused
                .filter_map(|key| key.sent_with(contract, operation, with.clone()))
                .collect();
            [vec![with], refused].concat()
        })
        .collect()
}

/// A reference to the member of the body that a step sent.
fn sent(step: &str, member: &str) -> String {
    format!("{{{step}.body.{member}}}")
}

/// The same call for a record that does not exist.
fn unknown_record(operation: &Operation, step: &Step) -> Option<Step> {
    let is_own = |identifiers: &[Identifier]| Identifier::own(identifiers).is_some();
    let step = match operation.path_parameters.last() {
        Some(parameter) if is_own(&parameter.identifiers) => {
            step.clone().path(&parameter.name, unknown(&parameter.identifiers))
        }
        _ => {
            let field = operation.body.iter().find(|field| is_own(&field.identifiers))?;
            step.clone().body(&field.wire, unknown(&field.identifiers))
        }
    };
    Some(step.no_expectation())
}

/// The documented refusal under this condition: that of the operation, or of the service.
fn case<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    condition: &Condition,
) -> Option<&'c str> {
    let mut cases = operation.errors.iter().chain(&contract.service.errors);
    cases.find(|case| case.when.stated() == Some(condition)).map(|case| case.id.as_str())
}
