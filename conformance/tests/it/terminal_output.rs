//! Help texts, listings and plans, and the width of reports.

use crate::library::{Broken, Library};
use crate::program::{Folder, code, stderr, stdout};
use crate::server::serve_library;
use crate::session::{library, run};

fn run_program(arguments: &[&str]) -> String {
    run_within(80, arguments)
}

/// Runs the program in a terminal with this number of columns.
fn run_within(columns: usize, arguments: &[&str]) -> String {
    let folder = Folder::with_target("http://127.0.0.1:1", "level: own\n");
    let mut program = folder.command(arguments);
    let output = program.env("COLUMNS", columns.to_string()).output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    // The output does not depend on the checkout folder.
    let here = format!("{}/", env!("CARGO_MANIFEST_DIR"));
    stdout(&output).replace(&here, "")
}

#[test]
fn output_of_commands() {
    let commands: [&[&str]; 6] = [
        &["run", "--help"],
        &["list"],
        &["clauses", "--only", "return_loan.*ed*"],
        &["explain", "return_loan.transition.done"],
        &["explain", "loans.Loan.further_members"],
        &["plan", "--target", "target.yaml"],
    ];
    let output =
        |command: &&[&str]| format!("== {} ==\n{}", command.join(" "), run_program(command));
    let all: Vec<_> = commands.iter().map(output).collect();
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn reports_fit_on_a_terminal() {
    for broken in [Broken::Nothing, Broken::PageKey, Broken::TooMany, Broken::NotImplemented] {
        let outcome = run(&library(), Library::new(broken));
        // Commands and quotations of the server are not wrapped.
        let whole = [
            "again  ",
            "request  ",
            "actual  ",
            "expected  ",
            "response  ",
            "before  ",
            "compare  ",
        ];
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

#[test]
fn tables_fit_the_terminal() {
    let plan = ["plan", "--target", "target.yaml"];
    for arguments in [&["clauses"][..], &["list"], &["explain", "books"], &plan] {
        for columns in [60, 200] {
            let text = run_within(columns, arguments);
            // Fixtures are shown as they are written to a target file.
            let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("needed: "));
            let wide = lines.find(|line| line.chars().count() > columns);
            assert_eq!(wide, None, "{arguments:?} {columns}");
        }
    }
    let clauses = run_within(200, &["clauses", "--only", "get_book.accepted"]);
    assert_eq!(clauses.lines().count(), 2, "{clauses}");
}

#[test]
fn table_of_a_report_becomes_lists_on_a_narrow_terminal() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let report = |columns: &str| {
        let only = ["--only", "add_book,get_book"];
        let mut run = folder.command(&["run", "--base-url", &server.base_url()]);
        stdout(&run.args(only).env("COLUMNS", columns).output().unwrap())
    };
    let wide = report("80");
    assert!(wide.contains("held  violated  not exercised  inconclusive"), "{wide}");
    let narrow = report("50");
    assert!(narrow.contains(" held, ") && !narrow.contains("held  violated"), "{narrow}");
    let table = narrow.split("\n\n").nth(1).unwrap();
    assert!(table.lines().all(|line| line.len() <= 50), "{table}");
}

#[test]
fn operations_resources_and_other_items_are_explained() {
    let explain = |id: &str| run_program(&["explain", id]);
    let operation = explain("get_book");
    assert!(operation.starts_with("operation get_book\n"), "{operation}");
    for words in ["GET /books/{book}", "    get_book.accepted"] {
        assert!(operation.contains(words), "{operation}");
    }
    assert!(!operation.contains(" more\n"), "a list is cut: {operation}");
    let resource = explain("books");
    for words in ["resource books\n", "  get_book.accepted", "  add_book.accepted"] {
        assert!(resource.contains(words) && !resource.contains("lend_book.accepted"), "{resource}");
    }
    assert!(explain("service").starts_with("service\n"), "{}", explain("service"));
    assert!(explain("Book").starts_with("record Book\n"), "{}", explain("Book"));
    assert!(explain("open_loan").starts_with("fixture open_loan\n"), "{}", explain("open_loan"));
}
