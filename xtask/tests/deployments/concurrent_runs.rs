//! Full runs at the same time against one deployment.

use std::collections::BTreeSet;
use std::process::Child;

use crate::support::{Reference, Report, suite, suite_of};

const NAMES: [&str; 2] = ["one.json", "two.json"];

fn reports(runs: [Child; 2], folder: &std::path::Path, codes: &[i32]) -> [Report; 2] {
    let mut names = NAMES.into_iter();
    runs.map(|run| {
        let output = run.wait_with_output().unwrap();
        let report = Report::of(folder, names.next().unwrap(), &output);
        for verdict in ["violated", "deviates"] {
            assert_eq!(report.with(verdict), [""; 0], "{}", report.human);
        }
        assert!(report.code.is_some_and(|code| codes.contains(&code)), "{}", report.human);
        report
    })
}

/// The runs share the state folder, which records used fixtures and locks changed ones.
#[test]
fn concurrent_full_runs_do_not_interfere() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Reference::start(folder.path());
    let runs = NAMES.map(|name| suite(folder.path(), name).spawn().unwrap());
    let mut held = BTreeSet::new();
    // Open clauses may have been decided by the other run.
    let reports = reports(runs, folder.path(), &[0, 3]);
    for report in &reports {
        assert_eq!(report.with("inconclusive"), [""; 0], "{}", report.human);
        held.extend(report.with("held"));
    }
    // A clause whose fixture was used up by one run holds in the other.
    let untestable = reports[0].with("untestable").len();
    assert_eq!(held.len(), reports[0].verdicts.len() - untestable);
}

/// The runs share only the target file, as on two machines: disturbed scenarios are retried, and used-up fixtures are
/// replaced. A truth value or a state that the other run set cannot be told from a wrong one, so that clauses about shared
/// records may be unstable in both runs.
#[test]
fn full_runs_with_separate_fixtures_exercise_everything() {
    const TIMES: u32 = 2;
    let folder = tempfile::tempdir().unwrap();
    let _server = Reference::for_runs(folder.path(), 4 * TIMES);
    for _ in 0..TIMES {
        let runs = NAMES.map(|name| {
            let mut run = suite_of(folder.path(), name, &format!("{name}.state"));
            run.args(["--depth", "quick", "--jobs", "8"]).spawn().unwrap()
        });
        // A record that the other run changed last is a leftover (4).
        let reports = reports(runs, folder.path(), &[0, 3, 4]);
        let with = |wanted: &str| -> BTreeSet<_> {
            let verdicts = reports.iter().flat_map(|report| &report.verdicts);
            let with = verdicts.filter(|(_, verdict)| *verdict == wanted);
            with.map(|(id, _)| id.as_str()).collect()
        };
        let unstable = with("inconclusive unstable");
        for id in &unstable {
            assert!(SHARED.iter().any(|word| id.contains(word)), "{id}");
        }
        let [one, two] = &reports;
        let held = one.with("held").into_iter().chain(two.with("held"));
        let shown: BTreeSet<_> =
            held.chain(unstable).chain(with("inconclusive other_run")).collect();
        let testable = one.verdicts.len() - one.with("untestable").len();
        assert_eq!(shown.len(), testable, "{}\n{}", one.human, two.human);
    }
}

/// Words in the ids of clauses about records that both runs read, change and restore.
const SHARED: [&str; 5] =
    ["campaign", "recommendation", "upscribe", "subscriber", "service.key.account"];

/// The same at a level that does not change existing records.
#[test]
fn concurrent_runs_with_separate_records_do_not_interfere() {
    let folder = tempfile::tempdir().unwrap();
    let _server = Reference::start(folder.path());
    let runs = NAMES.map(|name| {
        let mut run = suite_of(folder.path(), name, &format!("{name}.state"));
        run.args(["--level", "own", "--jobs", "16"]).spawn().unwrap()
    });
    for report in reports(runs, folder.path(), &[0, 3]) {
        // What the run creates is confirmed at once, so that nothing it may reject is pending.
        let open = report.verdicts.iter().filter(|(id, verdict)| {
            let is_open =
                verdict.starts_with("not_exercised") || verdict.starts_with("inconclusive");
            is_open && !id.starts_with("reject_subscriber.")
        });
        let mut open = open.map(|(_, verdict)| verdict);
        assert!(open.all(|verdict| verdict.ends_with(" level")), "{}", report.human);
        assert_eq!(report.code, Some(3), "{}", report.human);
    }
}
