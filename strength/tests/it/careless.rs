//! Careless ways: the reference with one thing broken in its own code, each as somebody in a hurry would
//! break it. The suite must end with 1 and name the clause.
//!
//! And other readings: the reference with one open question answered otherwise. The suite must accuse nobody.
//!
//! The ways are in `strength/careless`, the readings in `strength/readings`. They are edits of the reference's
//! sources, put into a copy of them; each asks for its own name, so that one build holds them all and a variable
//! of the environment chooses one. The product itself knows nothing of this.

mod drift;
mod trials;
mod ways;
mod workshop;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referral_conformance::suite::Suite;
use strength::bench::ServerProgram;

use ways::Way;
use workshop::Workshop;

/// How many servers run at once.
const JOBS: usize = 3;

/// Parts of the names of those that are tried, when not all are; `,` separates them.
const ONLY: &str = "CARELESS_ONLY";

fn root() -> PathBuf {
    let room = Path::new(env!("CARGO_MANIFEST_DIR"));
    room.parent().unwrap().to_owned()
}

fn committed(suite: &Suite) -> Vec<Way> {
    let folder = |name| root().join("strength").join(name);
    let (careless, readings) = (folder("careless"), folder("readings"));
    let read = ways::read(&[&careless, &readings], suite, &root());
    read.unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_careless_way_is_seen_by_its_own_clause_and_no_reading_is_accused() {
    let suite = Arc::new(Suite::embedded().unwrap());
    let mut ways = committed(&suite);
    let workshop = Workshop::open(&root());
    workshop.fill(&ways);
    // While one is being written, the others need not be tried.
    if let Ok(only) = std::env::var(ONLY) {
        ways.retain(|way| only.split(',').any(|part| way.name.value.contains(part)));
    }
    let program = workshop.build();
    let bench = ServerProgram::seed(&program, &suite).await.unwrap();

    let tried = trials::run(&suite, Arc::new(bench), &ways, JOBS).await;
    for trial in &tried {
        println!("{}", trial.line());
    }
    let wrong: Vec<_> = tried.iter().filter_map(trials::Trial::complaint).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} are not as they should be:\n\n{}",
        wrong.len(),
        tried.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn no_resource_is_left_out() {
    let suite = Suite::embedded().unwrap();
    let ways = committed(&suite);
    let careless = ways.iter().filter(|way| way.answers.is_empty()).count();
    assert!(careless >= 90, "only {careless} careless ways");
    assert!(ways.len() - careless >= 12, "only a few other readings");
    let broken: BTreeSet<_> = ways
        .iter()
        .flat_map(|way| &way.breaks)
        .filter_map(|clause| clause.split('.').next())
        .filter_map(|operation| suite.contract.operation(operation))
        .map(|operation| operation.resource.as_str())
        .collect();
    let resources = suite.contract.operations().map(|it| it.resource.as_str());
    let left_out: BTreeSet<_> = resources.filter(|it| !broken.contains(it)).collect();
    assert!(left_out.is_empty(), "no careless way breaks {left_out:?}");
}
