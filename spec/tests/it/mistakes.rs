//! Every kind of mistake, made in a copy of the library's contract: what is said of it is in
//! `tests/mistakes`.

mod of_folders;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use reader::{Diagnostics, Style};
use spec::Loaded;

use crate::contracts::{Edit, Files, assert_snapshot, block};

/// `<code>/<case>`, and the edits that make the mistake: a file, the text that stands there once, and what takes its
/// place; a file that is added, and its text; or a file that is left out.
type Case = (String, Vec<Vec<String>>);

/// Mistakes of five kinds in five files.
const FIVE: &[Edit<'_>] = &[
    Edit::Replace("service.yaml", "status: 403", "status: 4030"),
    Edit::Replace("books/resource.yaml", "pages: { type: integer", "pages: { type: intger"),
    Edit::Replace("books/add_book.yaml", "when: missing body.isbn", "when: missing body.isnb"),
    Edit::Replace("loans/lend_book.yaml", "creates: Loan", "creats: Loan"),
    Edit::Replace("loans/return_loan.yaml", "from: open", "from: opened"),
];

/// The cases, in a snapshot each.
const GROUPS: [(&str, &str); 8] = [
    ("of_files", include_str!("mistakes/of_files.yaml")),
    ("of_names", include_str!("mistakes/of_names.yaml")),
    ("of_rules", include_str!("mistakes/of_rules.yaml")),
    ("of_behaviour", include_str!("mistakes/of_behaviour.yaml")),
    ("of_entries", include_str!("mistakes/of_entries.yaml")),
    ("of_calculations", include_str!("mistakes/of_calculations.yaml")),
    ("of_headers", include_str!("mistakes/of_headers.yaml")),
    ("of_newcomers", include_str!("mistakes/of_newcomers.yaml")),
];

fn parse(cases: &str) -> Vec<Case> {
    serde_yaml::from_str(cases).unwrap()
}

fn cases() -> impl Iterator<Item = Case> {
    GROUPS.iter().flat_map(|(_, cases)| parse(cases))
}

fn load(edits: &[Vec<String>]) -> Loaded {
    let mut files = Files::of_library();
    for edit in edits {
        match &edit.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [file, from, to] => files.edit(&Edit::Replace(file, from, to)),
            [file, text] => files.edit(&Edit::Add(file, text)),
            [file] => files.edit(&Edit::Remove(file)),
            other => panic!("{other:?} is no edit"),
        }
    }
    files.load()
}

fn codes(loaded: &Loaded) -> Vec<&'static str> {
    codes_of(&loaded.diagnostics)
}

fn codes_of(found: &Diagnostics) -> Vec<&'static str> {
    found.iter().map(|found| found.code).collect()
}

fn rendered(loaded: &Loaded) -> String {
    reader::render(&loaded.sources, &loaded.diagnostics, Style::Plain)
}

#[test]
fn each_error_is_reported_with_its_code() {
    let mut others = Vec::new();
    for (group, cases) in GROUPS {
        let mut reports = String::new();
        for (name, edits) in parse(cases) {
            let code = name.split_once('/').unwrap().0;
            let loaded = load(&edits);
            assert!(loaded.contract.is_none(), "{name} is no mistake");
            let text = rendered(&loaded);
            if codes(&loaded) != [code] {
                others.push(format!("{name} is said to be:\n{text}"));
            }
            reports += &block(&name, &text);
        }
        assert_snapshot("mistakes", group, &reports);
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn each_error_has_a_label_and_help() {
    for (name, edits) in cases() {
        for found in &load(&edits).diagnostics {
            let is_fragment = !found.message.ends_with('.')
                && !found.message.starts_with(|c: char| c.is_ascii_uppercase());
            assert!(is_fragment, "{name}: {}", found.message);
            let is_placed =
                found.labels.iter().any(|label| label.primary && !label.text.is_empty());
            let of_no_file = ["missing-service", "empty-contract"].contains(&found.code);
            assert!(is_placed || of_no_file, "{name} says not where");
            let says_what = |label: &reader::Label| {
                !label.primary
                    || ["expected", "must"].iter().any(|word| label.text.starts_with(word))
            };
            let says_how =
                found.fix.is_some() || !found.help.is_empty() || found.labels.iter().any(says_what);
            assert!(says_how, "{name} says not how");
        }
    }
}

#[test]
fn all_errors_of_a_run_are_reported() {
    let mut files = Files::of_library();
    FIVE.iter().for_each(|edit| files.edit(edit));
    let loaded = files.load();
    let expected = ["unknown-input", "bad-type", "unknown-key", "unknown-state", "bad-status"];
    assert_eq!(codes(&loaded), expected);
    assert_snapshot("library", "five_errors", &rendered(&loaded));
}

#[test]
fn empty_contract_is_reported() {
    let loaded = spec::load(&[], None);
    assert_eq!(codes(&loaded), ["empty-contract"]);
    insta::assert_snapshot!(rendered(&loaded), @r"
    error[empty-contract]: the contract has no files
     |
     = help: a contract is `service.yaml` and `<resource>/resource.yaml` with operations beside it

    error: 1 error found
    ");
}

#[test]
fn every_code_has_a_case() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut written = BTreeSet::new();
    for part in ["lower.rs", "lower", "check.rs", "check", "load.rs"] {
        collect_codes(&source.join(part), &mut written);
    }
    let mut shown: BTreeSet<String> =
        cases().map(|(name, _)| name.split('/').next().unwrap().to_owned()).collect();
    shown.insert("empty-contract".to_owned());
    assert!(written.len() > 30, "found only {written:?}");
    let missing: Vec<_> = written.difference(&shown).collect();
    assert!(missing.is_empty(), "codes without a case: {missing:?}");
}

/// Texts in quotes of two or more lower-case words with hyphens: nothing else in there looks so.
fn collect_codes(path: &Path, codes: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect_codes(&entry.unwrap().path(), codes);
        }
        return;
    }
    let text = fs::read_to_string(path).unwrap();
    for call in ["Diagnostic::error(", "Diagnostic::warning(", "Diagnostic::without_place("] {
        for (at, _) in text.match_indices(call) {
            let argument = text[at + call.len()..].trim_start();
            if let Some(code) = argument.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                codes.insert(code.to_owned());
            }
        }
    }
    for (at, _) in text.match_indices("once(") {
        codes.extend(
            text[at..]
                .split('"')
                .nth(1)
                .filter(|code| code.starts_with("duplicate-"))
                .map(str::to_owned),
        );
    }
}
