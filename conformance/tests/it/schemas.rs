//! The schemas that `schema` prints: they accept every file that loads, and reject names that the contract does not have.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use boon::{Compiler, Schemas};
use referral_conformance::schema::tables;
use serde_json::Value;

use crate::cases::cases;
use crate::program::{code, output_text, program, stdout};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A schema as the command prints it.
struct Printed(Value);

impl Printed {
    fn new(command: &mut Command, kind: &str) -> Self {
        let output = command.args(["schema", kind]).output().unwrap();
        assert_eq!(code(&output), 0, "{}", output_text(&output));
        Self(stdout(&output).parse().unwrap())
    }

    /// That of the embedded contract.
    fn embedded(kind: &str) -> Self {
        Self::new(&mut Command::new(env!("CARGO_BIN_EXE_referral-conformance")), kind)
    }

    /// That of another contract.
    fn library(kind: &str) -> Self {
        Self::new(&mut program(Path::new(HERE)), kind)
    }

    /// Validates files, each with its name; returns the errors by name.
    fn errors(&self, files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource("printed", self.0.clone()).unwrap();
        let index = compiler.compile("printed", &mut schemas).unwrap();
        let errors = files.iter().filter_map(|(name, text)| {
            let value: Value = serde_yaml::from_str(text).unwrap();
            let error = schemas.validate(&value, index).err()?;
            Some((name.clone(), format!("{error:#}")))
        });
        errors.collect()
    }

    fn assert_valid(&self, files: &BTreeMap<String, String>) {
        assert!(!files.is_empty());
        let errors = self.errors(files);
        assert!(errors.is_empty(), "{errors:#?}");
    }

    /// Asserts that each edit of a valid file makes it invalid.
    fn assert_rejected(&self, valid: &str, edits: &[(&str, &str)]) {
        self.assert_valid(&[("valid".to_owned(), valid.to_owned())].into());
        for (old, new) in edits {
            assert_eq!(valid.matches(old).count(), 1, "{old}");
            let edited = [((*new).to_owned(), valid.replace(old, new))].into();
            assert_eq!(self.errors(&edited).len(), 1, "{new} is accepted");
        }
    }
}

/// All YAML files below a folder of the repository, by path.
fn files(folder: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![Path::new(HERE).join("..").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") {
                files.insert(path.display().to_string(), read(&path));
            }
        }
    }
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// The target files of the repository: whole files, examples in guides, and seeds of fuzzing.
fn targets(paths: &[&str]) -> BTreeMap<String, String> {
    let mut targets = BTreeMap::new();
    for path in paths {
        let text = read(&Path::new(HERE).join("..").join(path));
        let parts: Vec<_> = match path.rsplit_once('.').unwrap().1 {
            "md" => text
                .split("```yaml\n")
                .skip(1)
                .filter_map(|block| block.split("```").next())
                .collect(),
            "txt" => text.split("--- ").filter_map(|seed| Some(seed.split_once('\n')?.1)).collect(),
            _ => vec![text.as_str()],
        };
        let parts = parts.into_iter().filter(|part| part.contains("target: 1"));
        let count = targets.len();
        targets
            .extend(parts.enumerate().map(|(at, part)| (format!("{path} {at}"), part.to_owned())));
        assert!(targets.len() > count, "{path} has no target");
    }
    targets
}

#[test]
fn every_scenario_is_valid() {
    Printed::embedded("scenario").assert_valid(&files("conformance/scenarios"));
    let library = Printed::library("scenario");
    library.assert_valid(&files("conformance/tests/library/scenarios"));
    for kind in ["passing", "failing"] {
        library.assert_valid(&cases(kind).into_iter().collect());
    }
}

#[test]
fn every_target_is_valid() {
    Printed::embedded("target").assert_valid(&targets(&[
        "README.md",
        "docs/IMPLEMENTING.md",
        "examples/fastapi/target.yaml",
    ]));
    Printed::library("target")
        .assert_valid(&targets(&["docs/target-file.md", "lab/fuzz/seeds/target.txt"]));
}

#[test]
fn every_overlay_is_valid() {
    Printed::embedded("overlay").assert_valid(&files("spec/overlays"));
    let path = "spec/tests/library/overlay.yaml";
    let text = read(&Path::new(HERE).join("..").join(path));
    Printed::library("overlay").assert_valid(&[(path.to_owned(), text)].into());
}

const SCENARIO: &str = "\
scenario: 1
title: A book is lent
needs:
  loan: returned_loan
  other: { kind: book_elsewhere, account: other_branch, facts: { title: Emma } }
steps:
  - call: add_book
    as: added
    body: { title: Persuasion }
  - call: list_books
    key: other_branch
    query: { sort: price }
    hides: ['{added.body.title}']
  - call: add_book
    without: [body.title]
    refused: title_blank
  - call: get_book
    path: { book: '{added.response.book.isbn}' }
    equals: { book.title: '{added.body.title}' }
    proves: [accepted, add_book.creates]
finally:
  - call: remove_book
    path: { book: '{added.response.book.isbn}' }
";

#[test]
fn unknown_names_in_scenarios_are_rejected() {
    Printed::library("scenario").assert_rejected(
        SCENARIO,
        &[
            ("call: list_books", "call: list_boks"),
            ("call: remove_book", "call: remove_bok"),
            ("{ title: Persuasion }", "{ titel: Persuasion }"),
            ("query: { sort: price }", "query: { sorted: price }"),
            ("loan: returned_loan", "loan: returned_lone"),
            ("kind: book_elsewhere", "kind: book_elsewere"),
            ("account: other_branch", "account: other_brunch"),
            ("facts: { title: Emma }", "facts: { titel: Emma }"),
            ("key: other_branch", "key: other_brunch"),
            ("refused: title_blank", "refused: title_blnk"),
            ("[body.title]", "[body.titel]"),
            ("book.title", "book.titel"),
            ("[accepted, add_book.creates]", "[acepted, add_book.creates]"),
            ("[accepted, add_book.creates]", "[accepted, add_book.create]"),
        ],
    );
}

#[test]
fn unknown_names_in_targets_are_rejected() {
    let valid = "\
target: 1
keys: { main: { env: CARD } }
fixtures:
  returned_loan: [{ id: l1, account: other_branch, facts: { member: ann, renewals: 2 } }]
";
    Printed::library("target").assert_rejected(
        valid,
        &[
            ("main:", "mian:"),
            ("returned_loan", "returned_lone"),
            ("other_branch", "other_brunch"),
            ("member", "membre"),
        ],
    );
}

#[test]
fn unknown_names_in_overlays_are_rejected() {
    let path = Path::new(HERE).join("../spec/tests/library/overlay.yaml");
    let text = read(&path);
    let text = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let text = text.collect::<Vec<_>>().join("\n");
    let valid = format!(
        "{text}\nrecords:\n  Note: {{ resource: books, fields: {{ text: {{ type: string }} }} }}\n"
    );
    let response = valid.lines().skip_while(|line| *line != "answers:").nth(1).unwrap();
    let gap = response.trim().split(':').next().unwrap();
    Printed::library("overlay").assert_rejected(
        &valid,
        &[
            (response, &response.replace(gap, &format!("{gap}s"))),
            ("resource: books", "resource: boks"),
        ],
    );
}

#[test]
fn every_kind_of_file_has_a_schema() {
    for table in tables() {
        let printed = Printed::library(table.name);
        let comment = printed.0["$comment"].as_str().unwrap();
        assert!(comment.contains("`lending_library`"), "{comment}");
        assert_eq!(printed.0["title"], table.name);
    }
}
