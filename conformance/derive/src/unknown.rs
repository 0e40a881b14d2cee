//! Unknown identifiers. Calls with them are refused as the document says, and the same call for an existing record is
//! accepted.

use spec::{Contract, Defect, Identifier, InputPart, InputRef, Operation, ValueSource};

use crate::call::{Call, accepted, create, unknown};
use crate::scenario::Draft;

/// A text that is not a UUID, with letters of both cases.
const OTHER_TEXT: &str = "NoSuch-{unique word}";

/// One scenario for each input for which the document defines a refusal of unknown identifiers.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let drafts = contract.operations().flat_map(|operation| {
        let path = operation
            .path_parameters
            .iter()
            .map(|path| (InputRef::new(InputPart::Path, &path.name), path.identifiers.as_slice()));
        let body = operation.body_fields().filter(|field| field.record.is_some()).map(|field| {
            (InputRef::new(InputPart::Body, &field.wire), field.identifiers.as_slice())
        });
        path.chain(body)
            .filter_map(move |(input, kinds)| scenario(contract, operation, &input, kinds))
    });
    drafts.collect()
}

/// The valid call comes last: it may remove the record that the others need.
fn scenario(
    contract: &Contract,
    operation: &Operation,
    input: &InputRef,
    kinds: &[Identifier],
) -> Option<Draft> {
    let case = operation.case_of(input, Defect::Unknown)?;
    let mut call = Call::new(contract, operation, "")?;
    if let Some(field) = operation.body_field(&input.name).filter(|field| field.is_in_object()) {
        call = call.with_objects_around(contract, operation, field)?;
    }
    let step = accepted(contract, operation, &call)?;
    // A message repeats the text, also one that is no identifier.
    let is_repeated = case
        .placeholders
        .iter()
        .any(|placeholder| placeholder.sources.contains(&ValueSource::Input(input.clone())));
    let is_text = kinds.contains(&Identifier::Uuid) || kinds.contains(&Identifier::String);
    let other = (is_repeated && is_text)
        .then(|| step.clone().input(input.part, &input.name, OTHER_TEXT).no_expectation());
    let refused = step.clone().input(input.part, &input.name, unknown(kinds)).refused(&case.id);
    let title = format!("An unknown identifier in `{input}` is refused");
    let draft = Draft::new(operation, &format!("{}_{}", input.part.name(), input.name), title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain).step(refused);
    let draft = other.into_iter().fold(draft, Draft::step);
    Some(create(contract, operation, draft, "known", step.named("known")))
}
