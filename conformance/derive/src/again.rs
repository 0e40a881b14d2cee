//! Repetition: second rounds of each cycle, refusals that are repeated and have no effect, and requests that are corrected.

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
            rounds.into_iter().chain(changes).chain(corrected::scenarios(contract, operation))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{library, render};

    #[test]
    fn refusals_are_repeated_and_changes_made_twice() {
        let scenarios = generate(&library());
        let ids = ["books/add_book/again_isbn_taken", "books/update_book/again_title"];
        insta::assert_snapshot!(render(&scenarios, "again", &ids));
    }
}
