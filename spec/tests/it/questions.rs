//! Questions about the library's document: answered as they stand, and every mistake in a copy of them explained. Those
//! about our own document are at least as many as they should be.

use std::collections::BTreeSet;
use std::path::Path;

use reader::{Diagnostics, Sources, Style};
use spec::Contract;
use spec::coverage::{Questions, Resolution, ResolvedQuestions, SentenceMap};

use crate::contracts::{Files, Mistake, assert_mistakes, clean};

const MISTAKES: &[Mistake] = &[
    ("unknown-version/of_questions", "questions: 1", "questions: 2"),
    ("unknown-id/of_a_gap", "service.open.opening_hours", "service.open.opening_hour"),
    ("unknown-id/of_a_clause", "add_book.key.required", "ad_book.key.required"),
    (
        "unknown-id/clause_as_gap",
        "decided: [add_book.key.required]",
        "open: [add_book.key.required]",
    ),
    (
        "unknown-id/gap_as_clause",
        "open: [lend_book.success.status]",
        "decided: [lend_book.success.status]",
    ),
    (
        "repeated-question/in_two_sections",
        "question: How is a fine written?",
        "question: is the service open, at night",
    ),
    ("unknown-section/of_questions", "  Cards:", "  Crads:"),
    ("unknown-section/of_questions_far", "  Lending:", "  The cellar:"),
    ("bad-question/neither", "\n      open: [loans.Loan.fine.type]", ""),
    (
        "bad-question/both",
        "      open: [loans.Loan.fine.type]",
        "      open: [loans.Loan.fine.type]\n      decided: [lend_book.accepted]",
    ),
    ("unasked-gap/one", "open: [loans.Loan.fine.type]", "decided: [lend_book.accepted]"),
    ("unasked-gap/of_a_glob", "[\"loans.Loan.lifecycle.*\"]", "[loans.Loan.lifecycle.complete]"),
];

fn text(file: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(file)).unwrap()
}

/// What answers the questions, and everything that is to be said of them, rendered.
fn answer(
    contract: &Contract,
    reading: &str,
    questions: &str,
) -> (Option<ResolvedQuestions>, String) {
    let mut sources = Sources::new();
    let mut out = Diagnostics::new();
    let file = sources.add("sentences.yaml", reading);
    let reading = SentenceMap::parse(&sources, file, &mut out).unwrap();
    let file = sources.add("questions.yaml", questions);
    let questions = Questions::parse(&sources, file, &mut out);
    let answers = questions.map(|questions| questions.resolve(contract, &reading, &mut out));
    (answers, reader::render(&sources, &out, Style::Plain))
}

fn of_library(questions: &str) -> (Option<ResolvedQuestions>, String) {
    let contract = clean(Files::of_library().load_without_overlay());
    answer(&contract, &text("tests/library/sentences.yaml"), questions)
}

#[test]
fn every_question_is_answered() {
    let (answers, rendered) = of_library(&text("tests/library/questions.yaml"));
    assert_eq!(rendered, "");
    let sections = answers.unwrap().sections;
    let Resolution::Open(points) = &sections[0].1[0].answer else {
        panic!("{:?}", sections[0]);
    };
    assert_eq!(points[0].gaps.gaps, ["service.open.opening_hours"]);
    assert_eq!(points[0].interpretations, ["yes", "no"]);
    let Resolution::Decided(clauses) = &sections[2].1[3].answer else {
        panic!("{:?}", sections[2]);
    };
    assert_eq!(clauses[0].clauses.len(), 2);
}

#[test]
fn each_error_is_reported() {
    assert_mistakes("of_questions", &text("tests/library/questions.yaml"), MISTAKES, |text| {
        of_library(text).1
    });
}

#[test]
fn invalid_question_files_are_reported() {
    for broken in ["", "[]", "questions: 1", "questions: one\nsections: []"] {
        let (answers, rendered) = of_library(broken);
        assert!(rendered.contains("error["), "{broken:?}");
        let sections = answers.map_or(0, |answers| answers.sections.len());
        assert_eq!(sections, 0, "{broken:?}");
    }
}

#[test]
fn document_has_enough_questions() {
    let contract = clean(Files::of_ours().load_without_overlay());
    let (answers, rendered) = answer(&contract, &text("sentences.yaml"), &text("questions.yaml"));
    assert_eq!(rendered, "");
    let sections = answers.unwrap().sections;
    let questions = sections.iter().flat_map(|(_, questions)| questions);
    let distinct: BTreeSet<_> = questions.map(|question| &question.question).collect();
    assert!(distinct.len() >= 300, "only {}", distinct.len());
}
