//! Source mutants: the reference with one thing broken in its own code, each as somebody in a hurry would
//! break it. The suite must end with 1 and name the clause.
//!
//! And alternative interpretations: the reference with one open question answered otherwise. The suite must accuse nobody.
//!
//! The entries are in `mutation/source-mutants`, the interpretations in `mutation/interpretations`. They are edits of the reference's
//! sources, put into a copy of them; each asks for its own name, so that one build holds them all and a variable
//! of the environment chooses one. The product itself knows nothing of this.

mod drift;
mod entries;
mod mutated_build;
mod runs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mutation::server::ServerProgram;
use referral_conformance::suite::Suite;

use entries::SourceEntry;
use mutated_build::MutatedBuild;

/// How many servers run at once.
const JOBS: usize = 3;

/// Parts of the names of those that are tried, when not all are; `,` separates them.
const ONLY: &str = "SOURCE_MUTANTS_ONLY";

fn root() -> PathBuf {
    let room = Path::new(env!("CARGO_MANIFEST_DIR"));
    room.parent().unwrap().to_owned()
}

fn committed(suite: &Suite) -> Vec<SourceEntry> {
    let folder = |name| root().join("mutation").join(name);
    let (source_mutants, interpretations) = (folder("source-mutants"), folder("interpretations"));
    let read = entries::read(&[&source_mutants, &interpretations], suite, &root());
    read.unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn source_mutants_are_killed_and_interpretations_pass() {
    let suite = Arc::new(Suite::embedded().unwrap());
    let mut entries = committed(&suite);
    let build = MutatedBuild::open(&root());
    build.fill(&entries);
    // While one is being written, the others need not be tried.
    if let Ok(only) = std::env::var(ONLY) {
        entries.retain(|entry| only.split(',').any(|part| entry.name.value.contains(part)));
    }
    let program = build.build();
    let servers = ServerProgram::seed(&program, &suite).await.unwrap();

    let tried = runs::run(&suite, Arc::new(servers), &entries, JOBS).await;
    for trial in &tried {
        println!("{}", trial.line());
    }
    let wrong: Vec<_> = tried.iter().filter_map(runs::Trial::complaint).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} are not as they should be:\n\n{}",
        wrong.len(),
        tried.len(),
        wrong.join("\n\n")
    );
}

#[test]
fn every_resource_has_a_file() {
    let suite = Suite::embedded().unwrap();
    let entries = committed(&suite);
    let source_mutants = entries
        .iter()
        .filter(|entry| entry.answers.is_empty())
        .count();
    assert!(source_mutants >= 90, "only {source_mutants} source mutants");
    assert!(
        entries.len() - source_mutants >= 12,
        "only a few alternative interpretations"
    );
    let broken: BTreeSet<_> = entries
        .iter()
        .flat_map(|entry| &entry.breaks)
        .filter_map(|clause| clause.split('.').next())
        .filter_map(|operation| suite.contract.operation(operation))
        .map(|operation| operation.resource.as_str())
        .collect();
    let resources = suite.contract.operations().map(|it| it.resource.as_str());
    let left_out: BTreeSet<_> = resources.filter(|it| !broken.contains(it)).collect();
    assert!(left_out.is_empty(), "no source mutant breaks {left_out:?}");
}
