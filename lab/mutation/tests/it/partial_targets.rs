//! What hand-written scenarios show of the reference with less than a full target.
//!
//! Mutants run with all fixtures and at level `full`, so that they do not tell whether a run with fewer fixtures or at
//! a lower level still shows a clause.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use jiff::Timestamp;
use mutation::server::{ServerFactory as _, TestData};
use mutation::suite_run::{self, RunOptions};
use referral_conformance::depth::Depth;
use referral_conformance::level::Level;
use referral_conformance::suite;
use referral_conformance::target::Target;
use referral_conformance::verdict::Verdict;

const OPTIONS: RunOptions =
    RunOptions { clock: Timestamp::now, seed: 1, jobs: 4, depth: Depth::Quick, alone: true };

/// A way to reduce a target.
type Reduce = fn(&mut Target);

const TARGETS: [(&str, Reduce); 5] = [
    ("the first fixture of each kind and account", keep_first_fixtures),
    ("fixtures without facts", drop_facts),
    ("no fixtures", |target| target.fixtures.clear()),
    ("all fixtures, level own", |target| target.level = Some(Level::Own)),
    ("all fixtures, level read", |target| target.level = Some(Level::Read)),
];

fn keep_first_fixtures(target: &mut Target) {
    for fixtures in target.fixtures.values_mut() {
        let mut accounts = BTreeSet::new();
        fixtures.retain(|fixture| accounts.insert(fixture.account.clone()));
    }
}

fn drop_facts(target: &mut Target) {
    for fixture in target.fixtures.values_mut().flatten() {
        fixture.facts = Arc::default();
    }
}

/// Deleting a scenario adds lines to the snapshot if no other scenario shows its clauses there.
#[tokio::test(flavor = "multi_thread")]
async fn clauses_that_partial_targets_do_not_show() {
    let suite = suite::embedded(Depth::Standard).unwrap();
    let servers = crate::source_mutants::reference(&suite).await;
    let mut text = String::new();
    for (name, reduce) in TARGETS {
        let known = servers.test_data();
        let mut test_data = TestData { target: known.target.clone(), keys: known.keys.clone() };
        reduce(&mut test_data.target);
        let server = servers.serve(&[]).await.unwrap();
        let transport = suite_run::http_transport(&server.base_url).unwrap();
        let report = suite_run::run(&suite, &test_data, OPTIONS, None, transport).await.unwrap();
        let mut not_shown: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for verdict in report.verdicts.iter().filter(|verdict| verdict.clause.testable()) {
            if verdict.verdict != Verdict::Held {
                let why = format!("{:?}", verdict.verdict);
                not_shown.entry(why).or_default().push(&verdict.clause.id);
            }
        }
        writeln!(text, "{name}:").unwrap();
        for (why, clauses) in not_shown {
            writeln!(text, "  {why}:\n    {}", clauses.join("\n    ")).unwrap();
        }
    }
    insta::assert_snapshot!(text);
}
