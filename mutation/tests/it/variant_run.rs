//! Variants of the library, of which none is accused, and one that is no variant.

use std::collections::BTreeSet;
use std::sync::Arc;

use mutation::mutant::{InterceptionPoint, mutants};
use mutation::variant::{Alternative, Choice, Topic, Variant, dimensions, draw, named};
use mutation::variant_run::VariantRun;

use crate::library::{Libraries, options, suite};

fn variant_run() -> VariantRun {
    let (suite, servers) = (Arc::new(suite()), Arc::new(Libraries::new()));
    VariantRun {
        suite,
        servers,
        options: options(),
    }
}

#[tokio::test]
async fn variants_are_not_reported() {
    let variant_run = variant_run();
    let dimensions = dimensions(&variant_run.suite.contract);
    let mut variants = named(&dimensions);
    let named = variants.len();
    variants.extend((1..=8).map(|number| draw(&dimensions, 5, number)));
    let tried = variant_run.run_all(variants, 2, |_, _| {}).await;
    assert_eq!(tried.len(), named + 8);
    let mut plain = Vec::new();
    for tried in tried {
        let name = &tried.variant.name;
        let topics: BTreeSet<_> = tried.variant.choices.iter().map(|it| it.topic).collect();
        if topics == tried.idle().collect::<BTreeSet<_>>() {
            plain.push(name.clone());
        }
        let said = tried.outcome.unwrap();
        assert_eq!(said.reported, [], "{name}");
        assert!(said.counts["held"] > 0, "{name}");
    }
    // A few habits have no place in a library; that each shows in the service itself, `cargo xtask variants` tells.
    assert!(plain.len() < 5, "{plain:?} are the plain server");
}

#[tokio::test]
async fn violating_server_is_reported() {
    let variant_run = variant_run();
    let mutants = mutants(&variant_run.suite.contract);
    let mutant = mutants
        .into_iter()
        .find(|mutant| mutant.clause.id == "list_books.order")
        .unwrap();
    let InterceptionPoint::Exchange(intercept) = mutant.point else {
        panic!("on a socket")
    };
    let alternative = Alternative {
        name: "reversed".to_owned(),
        intercept,
        shape: None,
        rewrites: false,
    };
    let choice = Choice {
        topic: Topic::Order,
        gap: "none".to_owned(),
        operation: mutant.clause.operation,
        alternative,
    };
    let variant = Variant {
        name: "no variant".to_owned(),
        about: "its list is reversed".to_owned(),
        drawn: false,
        hides: false,
        choices: vec![choice],
    };
    let tried = variant_run.run_all(vec![variant], 1, |_, _| {}).await;
    let reported = &tried[0].outcome.as_ref().unwrap().reported;
    let clauses: Vec<_> = reported
        .iter()
        .map(|reported| reported.clause.as_str())
        .collect();
    assert_eq!(clauses, ["list_books.order"]);
    assert!(!tried[0].passes());
}
