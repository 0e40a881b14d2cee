//! Random walks: they never fail on a conforming library, and find defects of others.

use std::collections::BTreeSet;
use std::fs;

use futures_util::FutureExt as _;
use referral_conformance::explore::shrink::shrink;
use referral_conformance::explore::{Walk, WalkOptions, walks};
use referral_conformance::level::Level;
use referral_conformance::suite::Suite;

use crate::library::{Broken, Library};
use crate::program::{
    Folder, code, in_parallel, output_text, program, program_with, stderr, stdout,
};
use crate::rerun_command::{again, run_in_shell, violated};
use crate::server::{Server, serve_library};
use crate::session::{alone, fixtures, library};

fn options(seed: u64, steps: usize) -> WalkOptions {
    let fixtures = fixtures().into_iter().filter(|(_, all)| all[0].account == "main");
    let fixtures = fixtures.map(|(kind, all)| (kind, all[0].facts.keys().cloned().collect()));
    WalkOptions {
        level: Level::Own,
        steps,
        seed,
        fixtures: fixtures.collect(),
        other_accounts: Vec::new(),
    }
}

fn suite_of(suite: &Suite, walks: &[Walk]) -> Suite {
    let made = walks.iter().filter_map(|walk| walk.scenario(&suite.contract, &suite.clauses, 0));
    suite.with_made(made.collect()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Whether a walk violates the clause on a library with a defect.
fn violates(suite: &Suite, walk: &Walk, broken: Broken, clause: &str) -> bool {
    let Some(made) = walk.scenario(&suite.contract, &suite.clauses, 0) else {
        return false;
    };
    let suite = suite.with_made(vec![made]).unwrap_or_else(|errors| panic!("{errors}"));
    alone(&suite, Library::strict(broken)).with("violated").contains(&clause)
}

#[test]
fn walks_never_fail_on_a_conforming_library() {
    let suite = library();
    let mut held = BTreeSet::new();
    for seed in 0..12 {
        let walks = walks(&suite.contract, &suite.clauses, &options(seed, 90));
        assert_eq!(walks.iter().map(Walk::len).sum::<usize>(), 90);
        let outcome = alone(&suite_of(&suite, &walks), Library::strict(Broken::Nothing));
        for verdict in ["violated", "deviates"] {
            let found = outcome.with(verdict);
            assert!(found.is_empty(), "{seed} {found:?}: {}", outcome.human);
        }
        held.extend(outcome.with("held").into_iter().map(str::to_owned));
    }
    for clause in [
        "add_book.errors.isbn_taken.refused",
        "get_book.path.book.uuid",
        "lend_book.errors.book_lent.refused",
        "remove_book.removes",
        "return_loan.errors.already_returned.refused",
        "update_book.updates.title",
    ] {
        assert!(held.contains(clause), "{clause} is not in {held:#?}");
    }
}

#[test]
fn defects_are_found_and_shrunk() {
    let suite = library();
    let walks = walks(&suite.contract, &suite.clauses, &options(1, 600));
    for (broken, clause, most) in [
        (Broken::Uniqueness, "add_book.errors.isbn_taken.refused", 2),
        (Broken::NotRemoved, "remove_book.removes", 6),
        (Broken::NotCorrected, "update_book.updates.title", 4),
        (Broken::NotReturned, "return_loan.errors.already_returned.refused", 5),
    ] {
        let fails = |walk: &Walk| violates(&suite, walk, broken, clause);
        let Some(walk) = walks.iter().find(|walk| fails(walk)) else {
            panic!("no walk violates {clause}");
        };
        let shrunk = shrink(walk.clone(), async |walk| fails(walk)).now_or_never().unwrap();
        let made = shrunk.scenario(&suite.contract, &suite.clauses, 0).unwrap();
        assert!(
            fails(&shrunk) && shrunk.len() <= most,
            "{broken:?}: {}",
            made.write(&suite.contract)
        );
    }
}

#[test]
fn the_same_seed_draws_the_same_walks() {
    let suite = library();
    let draw = |seed: u64| -> Vec<_> {
        let walks = walks(&suite.contract, &suite.clauses, &options(seed, 100));
        let made = walks.iter().map(|walk| walk.scenario(&suite.contract, &suite.clauses, 0));
        made.map(Option::unwrap).collect()
    };
    assert_eq!(draw(3), draw(3));
    assert_ne!(draw(3), draw(4));
}

#[test]
fn walks_of_level_read_only_read() {
    let suite = library();
    let options = WalkOptions { level: Level::Read, ..options(1, 50) };
    let walks = walks(&suite.contract, &suite.clauses, &options);
    let suite = suite_of(&suite, &walks);
    assert!(!suite.scenarios.is_empty());
    assert!(suite.scenarios.iter().all(|scenario| scenario.level == Level::Read));
}

#[test]
fn rerun_command_and_saved_scenario_reproduce_the_violation() {
    let folder = Folder::new();
    fs::create_dir(folder.join("saved")).unwrap();
    folder.write("card", "card-main");
    // Retries pause before each call, so the walk is short.
    let explore = |server: &Server, flags: &[&str]| {
        let mut explore = program(folder.path());
        explore.args(["explore", "--base-url", &server.base_url(), "--steps", "4", "--seed", "1"]);
        explore.args(["--alone", "--jobs", "2", "--only", "add_book", "--api-key-file", "card"]);
        explore.args(["--report", "human=report.txt"]).args(flags).output().unwrap()
    };
    let json = ["--report", "json=-"];
    let good = explore(&serve_library(Library::strict(Broken::Nothing)), &json);
    assert_eq!(code(&good), 0, "{}", stderr(&good));
    let report = serde_json::from_slice(&good.stdout).unwrap();
    crate::committed_files::assert_valid("report", &report);

    let server = serve_library(Library::strict(Broken::Uniqueness));
    let found = explore(&server, &["--save", "saved/found.yaml"]);
    let text = output_text(&found);
    assert_eq!(code(&found), 1, "{text}");
    let words = "VIOLATED add_book.errors.isbn_taken.refused";
    assert!(text.contains(words) && text.contains("shrunk from 4 to 2 calls"), "{text}");
    assert!(!text.contains("card-main"), "{text}");

    let line = again(&text);
    for flag in ["--alone", "--jobs 2", "--only add_book", "--steps 4", "--seed 1"] {
        assert!(line.contains(flag), "{flag}: {line}");
    }
    let report = folder.read("report.txt");
    assert_eq!(again(&report), line);
    assert!(report.contains("-H \"Library-Card: $(cat /"), "{report}");
    let outputs = in_parallel(&[true, false], |is_walk| {
        if *is_walk {
            return run_in_shell(&folder, &line);
        }
        let server = serve_library(Library::strict(Broken::Uniqueness));
        let mut run = program_with(folder.path(), "saved");
        run.args(["run", "--base-url", &server.base_url(), "--state-dir", "state", "--alone"]);
        run.env("LIBRARY_API_KEY", "card-main").output().unwrap()
    });
    assert_eq!(violated(&outputs[0]), violated(&found));
    assert_eq!(code(&outputs[1]), 1, "{}", output_text(&outputs[1]));
    assert!(stdout(&outputs[1]).contains(words), "{}", output_text(&outputs[1]));
}
