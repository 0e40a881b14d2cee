//! Variants of the library, of which none is accused, and one that is no variant.

use std::collections::BTreeSet;
use std::sync::Arc;

use mutation::lineup::Lineup;
use mutation::mutant::{Seat, mutants};
use mutation::variant::{Choice, Filling, Topic, Variant, dimensions, draw, named};

use crate::library::{Libraries, settled, suite};

fn lineup() -> Lineup {
    let (suite, bench) = (Arc::new(suite()), Arc::new(Libraries::new()));
    Lineup {
        suite,
        bench,
        settled: settled(),
    }
}

#[tokio::test]
async fn who_differs_in_gaps_only_is_not_accused() {
    let lineup = lineup();
    let dimensions = dimensions(&lineup.suite.contract);
    let mut variants = named(&dimensions);
    let named = variants.len();
    variants.extend((1..=8).map(|number| draw(&dimensions, 5, number)));
    let tried = lineup.try_all(variants, 2, |_, _| {}).await;
    assert_eq!(tried.len(), named + 8);
    let mut plain = Vec::new();
    for tried in tried {
        let name = &tried.variant.name;
        let topics: BTreeSet<_> = tried.variant.choices.iter().map(|it| it.topic).collect();
        if topics == tried.idle().collect::<BTreeSet<_>>() {
            plain.push(name.clone());
        }
        let said = tried.outcome.unwrap();
        assert_eq!(said.accused, [], "{name}");
        assert!(said.counts["held"] > 0, "{name}");
    }
    // A few habits have no place in a library; that each shows in the service itself, `cargo xtask variants` tells.
    assert!(plain.len() < 5, "{plain:?} are the plain server");
}

#[tokio::test]
async fn who_breaks_a_clause_is_accused_of_it() {
    let lineup = lineup();
    let mutants = mutants(&lineup.suite.contract);
    let mutant = mutants
        .into_iter()
        .find(|mutant| mutant.clause.id == "list_books.order")
        .unwrap();
    let Seat::Exchange(bend) = mutant.seat else {
        panic!("on a socket")
    };
    let filling = Filling {
        name: "reversed".to_owned(),
        bend,
        shape: None,
        rewrites: false,
    };
    let choice = Choice {
        topic: Topic::Order,
        gap: "none".to_owned(),
        operation: mutant.clause.operation,
        filling,
    };
    let variant = Variant {
        name: "no variant".to_owned(),
        about: "its list is reversed".to_owned(),
        drawn: false,
        hides: false,
        choices: vec![choice],
    };
    let tried = lineup.try_all(vec![variant], 1, |_, _| {}).await;
    let accused = &tried[0].outcome.as_ref().unwrap().accused;
    let clauses: Vec<_> = accused
        .iter()
        .map(|accused| accused.clause.as_str())
        .collect();
    assert_eq!(clauses, ["list_books.order"]);
    assert!(!tried[0].is_well());
}
