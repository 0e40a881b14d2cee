//! The order of the document: resources and operations by their sections; within a section, lists and creations before
//! single records.

use spec::{Contract, Operation, Resource};

/// Resources with their operations, in order.
pub fn resources(contract: &Contract) -> Vec<(&Resource, Vec<&Operation>)> {
    let mut resources: Vec<_> =
        contract.resources.iter().map(|resource| (resource, operations(resource))).collect();
    resources.sort_by_key(|(_, operations)| operations.iter().map(|one| place(one)).min());
    resources
}

fn operations(resource: &Resource) -> Vec<&Operation> {
    let mut operations: Vec<_> = resource.operations.iter().collect();
    operations.sort_by_key(|operation| {
        let (text, number) = place(operation);
        (text, number, operation.path_parameters.len())
    });
    operations
}

/// The section as text and number: `Endpoints 9` is before `Endpoints 10`.
fn place(operation: &Operation) -> (&str, u32) {
    let section = operation.section.as_str();
    let text = section.trim_end_matches(|character: char| character.is_ascii_digit());
    (text, section[text.len()..].parse().unwrap_or(0))
}
