//! Refusals of keys: for each operation that requires a key, a request without one and requests with keys that were never
//! issued, beside the same request with a good key.
//!
//! A kind of key whose user is unknown cannot be recognised in the contract, so that hand-written scenarios use it.

use conformance_model::scenario::{ClauseRef, KeyChoice};
use spec::{Body, ClauseKind, Condition, Contract, Identifier, Operation};

use super::call::{Call, create, is_repeatable};
use super::change::Change;
use super::scenario::Draft;
use conformance_model::scenario::Step;

/// The keys of requests that are refused: a word for names, the key, and the condition of the refusal.
fn refused_keys(contract: &Contract) -> Vec<(&'static str, KeyChoice, Condition)> {
    let mut keys = vec![
        ("none", KeyChoice::Absent, Condition::KeyAbsent),
        ("invalid", KeyChoice::Invalid, Condition::KeyInvalid),
    ];
    // A good key with more characters is another key.
    keys.extend(
        contract.service.keys.first().map(|key| {
            ("lengthened", KeyChoice::Lengthened(key.name.clone()), Condition::KeyInvalid)
        }),
    );
    keys
}

/// An identifier without a record.
const UNKNOWN: &str = "{unknown uuid}";

/// One scenario for each operation that requires a key.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let operations = contract.operations();
    operations
        .filter(|operation| operation.key_required.stated() == Some(&true))
        .filter_map(|operation| refusals(contract, operation))
        .collect()
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
        Some(change) => scenario.step(change.to("Accepted {unique}").named("accepted")),
        None => create(contract, operation, scenario, "accepted", control.step.clone()),
    };
    // A body that shows nothing counts only beside a refusal of a request.
    if !matches!(operation.success.body.stated(), Some(Body::Envelope(_))) {
        scenario = scenario.steps(unknown_record(operation, &control.step));
    }
    let read = change.as_ref().and_then(|change| Some((change.read(contract)?, change.member)));
    if let Some((read, member)) = &read {
        scenario = scenario.step(read.clone().shows([sent("accepted", member)]));
    }
    let mut refused = Vec::new();
    for (word, key, condition) in refused_keys(contract) {
        let Some(case) = case(contract, operation, &condition) else {
            continue;
        };
        let name = format!("with_{word}");
        let step = match &change {
            Some(change) => {
                refused.push(sent(&name, change.member));
                change.to(&format!("Key {word} {{unique}}")).named(&name)
            }
            None => target.step.clone(),
        };
        scenario = scenario.step(step.key(key).refused(case));
    }
    // Nothing was changed by what was refused.
    if let Some((read, member)) = read {
        let clause = ClauseRef::new(operation, ClauseKind::KeyRequired);
        let read = read.shows([sent("accepted", member)]).hides(refused);
        scenario = scenario.step(read.proves([clause]));
    }
    Some(change.and_then(|change| change.restore).into_iter().fold(scenario, Draft::finally))
}

/// A reference to the member of the body that a step sent.
fn sent(step: &str, member: &str) -> String {
    format!("{{{step}.body.{member}}}")
}

/// The same call for a record that does not exist.
fn unknown_record(operation: &Operation, step: &Step) -> Option<Step> {
    let is_opaque = |identifiers: &[Identifier]| identifiers.contains(&Identifier::Uuid);
    let step = match operation.path_parameters.last() {
        Some(parameter) if is_opaque(&parameter.identifiers) => {
            step.clone().path(&parameter.name, UNKNOWN)
        }
        _ => {
            let field = operation.body.iter().find(|field| is_opaque(&field.identifiers))?;
            step.clone().body(&field.wire, UNKNOWN)
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
