//! A reading of the library's document: complete as it stands, and every mistake in a copy of it explained.

use std::path::Path;

use reader::{Diagnostics, Sources, Style};
use spec::coverage::{Coverage, SentenceMap, document_sections};

use crate::contracts::{Files, Mistake, assert_mistakes, assert_snapshot, clean};

const MISTAKES: &[Mistake] = &[
    ("unknown-version/of_a_reading", "sentences: 1", "sentences: 2"),
    ("sentence-number/left_out", "    6: [", "    8: ["),
    ("bare-sentence/empty", "[update_book.*, remove_book.*]", "[]"),
    ("unknown-id/near", "service.key.account", "service.kee.account"),
    ("unknown-id/glob", " branch.*", " barnch.*"),
    ("unknown-id/far", " branch.*", " branch.*, shelves_of_the_attic"),
    ("forgotten-id/of_a_gap", "service.open.opening_hours", "service.errors.body"),
    ("unread-section/left_out", "  Books / Branches:\n    1: [get_branch.*, branch.*]\n", ""),
    ("unknown-section/near", "  Cards:", "  Crads:"),
    ("sentence-count/too_few", "    7: [update_book.*, remove_book.*]\n", ""),
    (
        "section-order/early",
        "  Books / Branches:\n    1: [get_branch.*, branch.*]\n  Lending:\n    1: [lend_book",
        "  Lending:\n    1: [get_branch.*, branch.*]\n  Books / Branches:\n    1: [lend_book",
    ),
];

fn text(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library");
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// What a reading covers, and everything that is to be said of it, rendered.
fn cover(reading: &str) -> (Option<Coverage>, String) {
    let contract = clean(Files::of_library().load_without_overlay());
    let mut sources = Sources::new();
    let file = sources.add("sentences.yaml", reading);
    let mut out = Diagnostics::new();
    let reading = SentenceMap::parse(&sources, file, &mut out);
    let coverage = reading.map(|reading| {
        reading.compare(&document_sections(&text("document.md")), &mut out);
        reading.cover(&contract, &mut out)
    });
    (coverage, reader::render(&sources, &out, Style::Plain))
}

#[test]
fn the_whole_document_is_covered() {
    let (coverage, rendered) = cover(&text("sentences.yaml"));
    assert_eq!(rendered, "");
    let coverage = coverage.unwrap();
    let counts = coverage.sections.iter().map(|section| section.sentences.len());
    assert_eq!(counts.collect::<Vec<_>>(), [2, 2, 7, 1, 1]);
    let hidden = &coverage.sections[2].sentences[5][0];
    assert_eq!(hidden.clauses, ["get_book.hides.closed_stacks", "list_books.hides.closed_stacks"]);
}

#[test]
fn each_error_is_reported() {
    assert_mistakes("of_sentences", &text("sentences.yaml"), MISTAKES, |text| cover(text).1);
}

#[test]
fn invalid_sentence_files_are_reported() {
    for broken in [
        "",
        "[]",
        "sentences: 1",
        "sentences: one\ndocument: library\nsections: []",
        "sentences: [1",
    ] {
        let (coverage, rendered) = cover(broken);
        assert!(rendered.contains("error["), "{broken:?}");
        let sections = coverage.map_or(0, |coverage| coverage.sections.len());
        assert_eq!(sections, 0, "{broken:?}");
    }
}

#[test]
fn fixtures_page_lists_dependent_clauses() {
    let contract = clean(Files::of_library().load_without_overlay());
    assert_snapshot("library", "fixtures", &spec::pages::fixtures(&contract));
}
