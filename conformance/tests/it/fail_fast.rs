//! `--fail-fast`: a run ends early only at a violation, and at the first one.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, stderr};
use crate::server::serve_library;
use crate::session::{Access, Outcome, Setup, answered, changing, library, run_setup};

const ALL: Option<&[&str]> = Some(&[]);

fn run(broken: Broken, fail_fast: Option<&[&str]>) -> Outcome {
    run_setup(&library(), Library::new(broken), &Setup { fail_fast, ..Setup::default() })
}

#[test]
fn first_violation_ends_the_run() {
    let outcome = run(Broken::Message, ALL);
    assert_eq!(outcome.exit, 1);
    // Both are of one scenario.
    let violated = ["add_book.errors.isbn_missing.message", "add_book.errors.isbn_taken.message"];
    assert_eq!(outcome.with("violated"), violated, "{}", outcome.human);
    assert!(outcome.with("not_exercised failed_fast").len() > 10, "{}", outcome.human);
    assert!(outcome.human.contains("stopped early: at the first violation (`--fail-fast`)"));
}

#[test]
fn run_without_a_violation_is_whole() {
    for broken in [Broken::Nothing, Broken::NotImplemented] {
        assert_eq!(run(broken, ALL).verdicts, run(broken, None).verdicts, "{broken:?}");
    }
}

#[test]
fn waived_violation_does_not_end_the_run() {
    let waived = ["add_book.errors.isbn_missing.message", "add_book.errors.isbn_taken.message"];
    let outcome = run(Broken::Message, Some(&waived));
    assert_eq!(outcome.verdicts, run(Broken::Message, None).verdicts);
}

/// The first response to a list is empty. A failure that another client may have caused is retried before it counts.
#[test]
fn failure_that_is_not_repeated_does_not_end_the_run() {
    let unsteady = || {
        let lists = AtomicUsize::new(0);
        changing(Library::new(Broken::Nothing), move |request, response| {
            let is_list = request.target.starts_with("/books?") && response.status == 200;
            if is_list && lists.fetch_add(1, Ordering::Relaxed) == 0 {
                *response = answered(200, r#"{"books":[],"page_info":{}}"#);
            }
        })
    };
    let access = Access::SHARED;
    let setup = |fail_fast| Setup { access, fail_fast, ..Setup::default() };
    let (fast, whole) = (
        run_setup(&library(), unsteady(), &setup(ALL)),
        run_setup(&library(), unsteady(), &setup(None)),
    );
    assert_eq!(fast.with("violated"), whole.with("violated"), "{}", fast.human);
    assert_eq!(fast.with("not_exercised failed_fast").len(), 0, "{}", fast.human);
    assert_eq!(fast.verdicts, whole.verdicts);
}

#[test]
fn flag_ends_a_run_early_and_cleans_up() {
    let requests = |flags: &[&str]| {
        let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Message)));
        let flags = [flags, &["--alone", "--jobs", "1", "--report", "json=report.json"]].concat();
        let output = folder.run(&server.base_url(), &flags);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let report: Value = serde_json::from_str(&folder.read("report.json")).unwrap();
        (server.request_count(), report)
    };
    let ((few, fast), (all, whole)) = (requests(&["--fail-fast"]), requests(&[]));
    assert!(few < all, "{few} {all}");
    assert_eq!(whole["stopped"], Value::Null);
    assert_eq!(fast["stopped"], "stopped early: at the first violation (`--fail-fast`)");
    let avoidable = |report: &Value| {
        let left = report["leftovers"].as_array().unwrap().iter();
        left.filter(|left| left["unavoidable"] == false).count()
    };
    assert_eq!(avoidable(&fast), 0);
}
