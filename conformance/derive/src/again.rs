//! Repetition: second rounds of each cycle, refusals that are repeated and have no effect, and requests that are corrected.

mod below;
mod changes;
mod corrected;
mod rounds;

use spec::Contract;

use super::scenario::Draft;

/// The scenarios of each kind of repetition.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let operations = contract.operations();
    operations
        .flat_map(|operation| {
            let rounds = rounds::scenario(contract, operation);
            let changes = changes::scenario(contract, operation);
            let below = below::scenario(contract, operation);
            let corrected = corrected::scenarios(contract, operation);
            rounds.into_iter().chain(changes).chain(below).chain(corrected)
        })
        .collect()
}
