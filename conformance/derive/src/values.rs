//! Ordinary values of each type: they are accepted, and come back as they were sent.
//!
//! Only what every correct server accepts is expected to be accepted. The rest is `may_be_refused`: a refusal shows nothing, but
//! an accepted value is shown as itself.

mod addresses;
mod amounts;
mod malformed;
mod members;
mod order;
mod texts;

use spec::{Contract, InputField, InputPart, InputRef, Operation};

use super::call::{Call, create, is_repeatable};
use super::scenario::Draft;
use conformance_model::scenario::Step;

/// The scenarios of all types.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let operations = contract.operations();
    let families = operations.flat_map(|operation| {
        [
            members::scenarios(contract, operation),
            amounts::scenarios(contract, operation),
            texts::scenarios(contract, operation),
            addresses::scenarios(contract, operation),
            malformed::scenarios(contract, operation),
            order::scenarios(contract, operation),
        ]
    });
    families.flatten().collect()
}

/// A call of a creation that a scenario makes several times.
fn repeatable_creation(contract: &Contract, operation: &Operation) -> Option<Call> {
    operation.creates.as_ref().filter(|_| is_repeatable(operation))?;
    Call::new(contract, operation, "")
}

/// Makes calls of a creation, and removes what they create if an operation does.
fn create_each(
    contract: &Contract,
    operation: &Operation,
    scenario: Draft,
    steps: impl IntoIterator<Item = Step>,
) -> Draft {
    steps.into_iter().enumerate().fold(scenario, |scenario, (index, step)| {
        create(contract, operation, scenario, &format!("created_{}", index + 1), step)
    })
}

/// A scenario about a member of the body, after what its calls need was obtained.
fn about(operation: &Operation, call: &Call, field: &InputField, title: &str) -> Draft {
    let title = format!("{title} as `{}`", field.wire);
    call.subjects.iter().fold(Draft::new(operation, &field.name, title), Draft::obtain)
}

/// Whether the response repeats a member of the body.
fn is_echoed(operation: &Operation, field: &InputField) -> bool {
    let input = InputRef::new(InputPart::Body, &field.wire);
    operation.success.echoes.iter().any(|echo| echo.from == input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ids, library, render};

    #[test]
    fn values_follow_from_the_types_of_members() {
        let scenarios = generate(&library());
        let ids = ["books/add_book/values_binding", "books/add_book/values_acquired_at"];
        insta::assert_snapshot!(render(&scenarios, "values", &ids));
    }

    #[test]
    fn every_kind_of_value_has_scenarios() {
        let scenarios = generate(&library());
        insta::assert_snapshot!(ids(&scenarios, "values").join("\n"));
    }
}
