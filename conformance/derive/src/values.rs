//! Values of every class in updates and identifiers: they are accepted, and come back as they were sent.
//!
//! Only what every correct server accepts is expected to be accepted. The rest is `may_be_refused`: a refusal shows nothing, but
//! an accepted value is shown as itself.

mod addresses;
mod invalid;
mod malformed;
mod moved;
mod order;
mod outside;
mod required;
mod texts;

use spec::Contract;

use super::scenario::Draft;

/// The scenarios of all types.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let operations = contract.operations();
    let families = operations.flat_map(|operation| {
        [
            texts::scenarios(contract, operation),
            moved::scenario(contract, operation).into_iter().collect(),
            addresses::scenarios(contract, operation),
            malformed::scenarios(contract, operation),
            order::scenarios(contract, operation),
            outside::scenarios(contract, operation),
            invalid::scenario(contract, operation).into_iter().collect(),
            required::scenario(contract, operation).into_iter().collect(),
        ]
    });
    families.flatten().collect()
}
