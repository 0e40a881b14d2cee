//! Full runs at the same time against one deployment.

use std::collections::BTreeSet;
use std::process::Child;

use crate::runs::{Reference, Report, suite, suite_of};

const NAMES: [&str; 2] = ["one.json", "two.json"];

fn reports(runs: [Child; 2], folder: &std::path::Path) -> [Report; 2] {
    let mut names = NAMES.into_iter();
    runs.map(|run| {
        let output = run.wait_with_output().unwrap();
        let report = Report::of(folder, names.next().unwrap(), &output);
        for verdict in ["violated", "deviates"] {
            assert_eq!(report.with(verdict), [""; 0], "{}", report.human);
        }
        report
    })
}

/// They share the state folder, which hands out what can be used once and locks what is changed.
#[test]
fn two_full_runs_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Reference::start(folder.path());
    let runs = NAMES.map(|name| suite(folder.path(), name).spawn().unwrap());
    let mut held = BTreeSet::new();
    let reports = reports(runs, folder.path());
    for report in &reports {
        assert_eq!(report.with("inconclusive"), [""; 0], "{}", report.human);
        assert!(
            [Some(0), Some(3)].contains(&report.code),
            "{}",
            report.human
        );
        held.extend(report.with("held"));
    }
    // What one of them could not show, as the other used it up, the other one did.
    let untestable = reports[0].with("untestable").len();
    assert_eq!(held.len(), reports[0].verdicts.len() - untestable);
}

/// Two people who know nothing of each other: what both find and one of them changes may stay open, and nobody
/// is accused.
#[test]
fn two_people_who_change_only_their_own_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Reference::start(folder.path());
    let runs = NAMES.map(|name| {
        let mut run = suite_of(folder.path(), name, &format!("{name}.state"));
        run.args(["--level", "own"]).spawn().unwrap()
    });
    reports(runs, folder.path());
}
