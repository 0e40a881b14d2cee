//! Help texts, listings and plans, and the width of reports.

use std::fs;
use std::path::Path;

use crate::command_line::program;
use crate::library::{Broken, Library};
use crate::session::{library, run};

fn run_program(folder: &Path, arguments: &[&str]) -> String {
    let mut program = program(folder);
    program.args(arguments).env("LIBRARY_API_KEY", "card-main").env("COLUMNS", "80");
    let output = program.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // The output does not depend on the checkout folder.
    let here = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    text.replace(&here, "")
}

#[test]
fn run_help() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(run_program(folder.path(), &["run", "--help"]));
}

#[test]
fn scenario_list() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(run_program(folder.path(), &["list"]));
}

#[test]
fn clause_table() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(run_program(folder.path(), &["clauses", "--only", "return_loan.*ed*"]));
}

#[test]
fn clause_details() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(run_program(
        folder.path(),
        &["explain", "return_loan.transition.done"]
    ));
}

#[test]
fn gap_details() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(run_program(folder.path(), &["explain", "loans.Loan.further_members"]));
}

#[test]
fn target_plan() {
    let folder = tempfile::tempdir().unwrap();
    let target = "target: 1\nbase_url: http://127.0.0.1:1\nlevel: own\n";
    fs::write(folder.path().join("target.yaml"), target).unwrap();
    insta::assert_snapshot!(run_program(folder.path(), &["plan", "--target", "target.yaml"]));
}

#[test]
fn reports_fit_on_a_terminal() {
    for broken in [Broken::Nothing, Broken::PageKey, Broken::TooMany, Broken::NotImplemented] {
        let outcome = run(&library(), Library::new(broken));
        // Commands and quotations of the server are not wrapped.
        let whole = ["again  ", "request  ", "actual  ", "expected  "];
        let wide = outcome.human.lines().filter(|line| {
            line.chars().count() > 80
                && !whole.iter().any(|word| line.trim_start().starts_with(word))
        });
        assert_eq!(wide.collect::<Vec<_>>(), Vec::<&str>::new(), "{broken:?}");
    }
}

#[test]
fn colours_do_not_change_the_text() {
    let outcome = run(&library(), Library::new(Broken::PageKey));
    let mut plain = String::new();
    for (index, piece) in outcome.coloured.split('\u{1b}').enumerate() {
        let rest = piece.split_once('m').filter(|_| index > 0);
        plain.push_str(rest.map_or(piece, |(_, rest)| rest));
    }
    assert_eq!(plain, outcome.human);
    assert!(outcome.coloured.contains("\u{1b}[1;31mVIOLATED\u{1b}[0m"));
}
