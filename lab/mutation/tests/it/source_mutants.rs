//! Source mutants and alternative interpretations of the reference.
//!
//! A source mutant is an edit of the reference's sources that violates a clause. The suite must exit with 1 and report
//! the clause. An alternative interpretation answers an open question differently. The suite must report nothing.
//!
//! The entries are in `source-mutants` and `interpretations`. All edits are applied to one copy of the
//! sources and built once. Each edit is guarded by its name, and an environment variable selects one at run time.

mod drift;
mod entries;
mod mutated_build;
mod results;
mod runs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mutation::server::ServerProgram;
use referral_conformance::depth::Depth;
use referral_conformance::suite::{self, Suite};

use entries::SourceEntry;
use mutated_build::MutatedBuild;

/// Number of servers that run at the same time. Runs against them wait between retries.
const JOBS: usize = 6;

/// Environment variable with comma-separated parts of names, to run only some entries.
const ONLY: &str = "SOURCE_MUTANTS_ONLY";

/// Environment variable with an existing folder, to which the results of all entries are written.
const RESULTS: &str = "SOURCE_MUTANTS_RESULTS";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn committed_entries(suite: &Suite) -> Vec<SourceEntry> {
    let folder = |name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let folders = [folder("source-mutants"), folder("interpretations")];
    let folders = folders.each_ref().map(PathBuf::as_path);
    entries::load(&folders, suite, &root()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// The reference, with no edit selected.
pub async fn reference(suite: &Suite) -> ServerProgram {
    build_reference(suite, &committed_entries(suite)).await
}

async fn build_reference(suite: &Suite, entries: &[SourceEntry]) -> ServerProgram {
    let build = MutatedBuild::lock(&root());
    build.update(entries);
    ServerProgram::seed(&build.compile(), suite).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn source_mutants_are_killed_and_interpretations_pass() {
    let suite = Arc::new(suite::embedded(Depth::Standard).unwrap());
    let mut entries = committed_entries(&suite);
    let servers = build_reference(&suite, &entries).await;
    if let Ok(only) = std::env::var(ONLY) {
        entries.retain(|entry| only.split(',').any(|part| entry.name.value.contains(part)));
    }

    let runs = runs::run_all(&suite, Arc::new(servers), &entries, JOBS).await;
    for run in &runs {
        println!("{}", run.summary());
    }
    if let Some(folder) = std::env::var_os(RESULTS) {
        results::write(Path::new(&folder), &runs);
    }
    let failures: Vec<_> = runs.iter().filter_map(runs::SourceRun::failure).collect();
    assert!(
        failures.is_empty(),
        "{} of {} runs failed:\n\n{}",
        failures.len(),
        runs.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_resource_has_a_source_mutant() {
    let suite = suite::embedded(Depth::Standard).unwrap();
    let entries = committed_entries(&suite);
    let source_mutants = entries.iter().filter(|entry| entry.answers.is_empty());
    let source_mutants = source_mutants.count();
    assert!(source_mutants >= 90, "only {source_mutants} source mutants");
    let interpretations = entries.len() - source_mutants;
    assert!(interpretations >= 12, "only {interpretations} interpretations");
    let broken: BTreeSet<_> = entries
        .iter()
        .flat_map(|entry| &entry.breaks)
        .filter_map(|clause| clause.split('.').next())
        .filter_map(|operation| suite.contract.operation(operation))
        .map(|operation| operation.resource.as_str())
        .collect();
    let resources = suite.contract.operations().map(|it| it.resource.as_str());
    let missing: BTreeSet<_> = resources.filter(|it| !broken.contains(it)).collect();
    assert!(missing.is_empty(), "no source mutant breaks {missing:?}");
}
