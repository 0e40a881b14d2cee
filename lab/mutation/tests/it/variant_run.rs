//! Variants of the library, and a server that violates a clause.

use std::collections::BTreeSet;
use std::sync::Arc;

use mutation::mutant::{InterceptionPoint, mutants};
use mutation::variant::{Alternative, Choice, Topic, Variant, dimensions, draw, named_variants};
use mutation::variant_run::VariantRun;

use crate::library::{LibraryServers, run_options, suite};

fn variant_run() -> VariantRun {
    let (suite, servers) = (Arc::new(suite()), Arc::new(LibraryServers::new()));
    VariantRun { suite, servers, options: run_options(), open_anyway: None }
}

#[tokio::test]
async fn variants_are_not_reported() {
    let variant_run = variant_run();
    let dimensions = dimensions(&variant_run.suite.contract);
    let mut variants = named_variants(&dimensions);
    let named = variants.len();
    variants.extend((1..=8).map(|number| draw(&dimensions, 5, number)));
    let tried = variant_run.run_all(variants, 2, |_, _| {}).await;
    assert_eq!(tried.len(), named + 8);
    let mut without_effect = Vec::new();
    for tried in tried {
        let name = &tried.variant.name;
        let topics: BTreeSet<_> = tried.variant.choices.iter().map(|it| it.topic).collect();
        if topics == tried.unused_topics().collect::<BTreeSet<_>>() {
            without_effect.push(name.clone());
        }
        let report = tried.outcome.unwrap();
        assert_eq!(report.violations, [], "{name}");
        assert!(report.counts["held"] > 0, "{name}");
    }
    // Some variants have no effect on the library; `cargo xtask variants` requires an effect on the service.
    assert!(without_effect.len() < 5, "{without_effect:?} have no effect");
}

#[tokio::test]
async fn violating_server_is_reported() {
    let variant_run = variant_run();
    let mutants = mutants(&variant_run.suite.contract);
    let mutant = mutants.into_iter().find(|mutant| mutant.clause.id == "list_books.order").unwrap();
    let InterceptionPoint::Exchange(intercept) = mutant.point else { panic!("on a socket") };
    let alternative = Alternative {
        name: "reversed".to_owned(),
        intercept,
        identifier_format: None,
        reframes: false,
    };
    let choice = Choice {
        topic: Topic::Order,
        gap: "none".to_owned(),
        operation: mutant.clause.operation,
        alternative,
    };
    let variant = Variant {
        name: "violating".to_owned(),
        description: "its list is reversed".to_owned(),
        drawn: false,
        hides: false,
        choices: vec![choice],
    };
    let tried = variant_run.run_all(vec![variant], 1, |_, _| {}).await;
    let reported = &tried[0].outcome.as_ref().unwrap().violations;
    let clauses: Vec<_> = reported.iter().map(|reported| reported.clause.as_str()).collect();
    assert_eq!(clauses, ["list_books.order"]);
    assert!(!tried[0].passes());
}
