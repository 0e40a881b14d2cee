//! Values that no service accepts, where the document has a refusal for malformed ones: each is refused, and nothing
//! is stored.

use conformance_model::classes::{Class, Rule};
use conformance_model::scenario::{ClauseRef, Step, Value};
use spec::{ClauseKind, Condition, Contract, ErrorCase, InputField, InputPart, Operation};

use crate::call::{Call, reader};
use crate::scenario::Draft;
use crate::subject::Subject;

/// One scenario for each such refusal of a member of the body.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let cases = operation.errors.iter().filter_map(|case| match case.when.stated() {
        Some(Condition::Malformed(input)) if input.part == InputPart::Body => {
            Some((case, operation.body_field(&input.name)?))
        }
        _ => None,
    });
    cases.filter_map(|(case, field)| scenario(contract, operation, case, field)).collect()
}

/// The valid call comes last: the operation may accept one call only.
fn scenario(
    contract: &Contract,
    operation: &Operation,
    case: &ErrorCase,
    field: &InputField,
) -> Option<Draft> {
    let call = Call::new(contract, operation, "")?;
    let refused: Vec<&Class> =
        Class::of(&field.ty).into_iter().filter(|class| class.rule == Rule::Refused).collect();
    if refused.is_empty() {
        return None;
    }
    let clause = ClauseRef::new(operation, ClauseKind::Refusal { case: case.id.clone() });
    let title = format!("Values that are malformed in any way are refused as `{}`", field.wire);
    let draft = Draft::new(operation, &format!("malformed_{}", field.name), title);
    let mut draft = call.subjects.iter().fold(draft, Draft::obtain);
    let mut looked_up = Vec::new();
    for class in refused {
        let examples = if is_text(&class.example(0)) { class.count() } else { 1 };
        for number in 0..examples {
            let value = class.example(number);
            let step = call.step.clone().body(&field.wire, value.clone());
            if !is_text(&value) {
                // The document need not say whether it is malformed or missing.
                draft = draft.step(step.refused_any().proves([clause.clone()]));
                continue;
            }
            let name = format!("{}_{}", class.id, number + 1);
            if number == 0 && is_unique_address(&value) {
                looked_up.push(format!("{{{name}.body.{}}}", field.wire));
            }
            draft = draft.step(step.named(&name).refused(&case.id));
        }
    }
    let valid = Subject::created_by(contract, operation, VALID, call.step.named(VALID));
    draft = draft.obtain(&valid);
    Some(draft.steps(look_ups(contract, operation, field, &looked_up, &clause)))
}

/// Name of the step that is accepted.
const VALID: &str = "valid";

/// Reads of what was created, and by the values that were refused.
fn look_ups(
    contract: &Contract,
    operation: &Operation,
    field: &InputField,
    refused: &[String],
    clause: &ClauseRef,
) -> Vec<Step> {
    let read = operation.creates.as_deref().filter(|_| field.unique).and_then(|record| {
        let (reader, parameter) = reader(contract, record)?;
        let identifiers = &reader.path_parameter(parameter)?.identifiers;
        let by_address = identifiers.contains(&spec::Identifier::Email);
        by_address.then_some((reader, parameter))
    });
    let Some((reader, parameter)) = read else {
        return Vec::new();
    };
    let read = |value: &str| Step::call(&reader.id).path(parameter, value);
    let valid = format!("{{{VALID}.body.{}}}", field.wire);
    let missing = refused.iter().map(|value| read(value).refused_any().proves([clause.clone()]));
    std::iter::once(read(&valid).shows([&valid])).chain(missing).collect()
}

/// Whether it is text with more than blanks.
fn is_text(value: &Value) -> bool {
    value.text().is_some_and(|text| !text.to_string().trim().is_empty())
}

/// Whether no other run sends it, and it may be taken for an address.
fn is_unique_address(value: &Value) -> bool {
    let text = value.text().map(ToString::to_string).unwrap_or_default();
    text.contains("{unique}") && text.contains('@')
}
