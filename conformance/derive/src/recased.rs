//! Unique texts of which letter case does not count: a creation with the text of another record in capitals is refused.

use conformance_model::scenario::Value;
use conformance_model::values::always_admits;
use spec::{Condition, Contract, Format, InputField, InputPart, InputRef, Operation, Type};

use super::call::{Call, accepted, create};
use super::scenario::Draft;

/// One scenario for each such input of a creation.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let creations = contract.operations().filter(|operation| operation.creates.is_some());
    let drafts = creations.flat_map(|operation| {
        let fields = operation.body.iter();
        let fields = fields.filter(|field| field.ignores_case && field.values_open.is_none());
        fields.filter_map(|field| scenario(contract, operation, field))
    });
    drafts.collect()
}

/// The spelling of the first record stays, so that the second creation shows which record it found.
fn scenario(contract: &Contract, operation: &Operation, field: &InputField) -> Option<Draft> {
    let is_taken = Condition::Taken(InputRef::new(InputPart::Body, &field.wire));
    let taken = operation.errors.iter().find(|case| case.when.stated() == Some(&is_taken))?;
    let spellings = match field.ty {
        Type::Text(Some(Format::Email)) => {
            ["twin", "TWIN", "Twin"].map(|word| format!("{word}.{{scenario}}@{{email domain}}"))
        }
        Type::Text(None) => ["twin", "TWIN", "Twin"].map(|word| format!("{word} {{scenario}}")),
        _ => return None,
    };
    let is_valid = |text: &String| always_admits(&field.constraints, &Value::from(text.as_str()));
    let [first, capitals, mixed] = Some(spellings).filter(|all| all.iter().all(is_valid))?;
    let call = Call::new(contract, operation, "")?;
    let valid = accepted(contract, operation, &call)?;
    let title = format!("A text in another letter case is taken as `{}`", field.wire);
    let draft = call.subjects.iter().fold(Draft::new(operation, &field.wire, title), Draft::obtain);
    let with = |text: String| valid.clone().body(&field.wire, text);
    let draft = create(contract, operation, draft, "made", with(first).named("made"));
    Some(draft.step(with(capitals).refused(&taken.id)).step(with(mixed).refused(&taken.id)))
}
