//! Rendering: several files, several lines, no diagnostics, and JSON.

use reader::{Diagnostic, Diagnostics, FileId, Sources, Span, Style, render, to_json};

fn two_files() -> (Sources, FileId, FileId) {
    let mut sources = Sources::new();
    let books = sources.add("library/books.yaml", "title: Emma\nshelf: ficton\n");
    let shelves =
        sources.add("library/shelves.yaml", "# all\nshelves:\n  - fiction\n  - history\n");
    (sources, books, shelves)
}

fn unknown_shelf(books: FileId, shelves: FileId) -> Diagnostic {
    let shelf = Span::new(books, 19..25);
    Diagnostic::error("unknown-shelf", "there is no shelf `ficton`", shelf, "not a shelf")
        .with_label(Span::new(shelves, 15..39), "the shelves are listed here")
        .with_help("add the shelf, or name one there is")
        .with_fix(shelf, "fiction", "did you mean `fiction`?")
}

#[test]
fn reports_are_rendered() {
    let reports = [
        ("labels in two files", labels_in_two_files()),
        ("sorted and counted", everything_at_once_is_sorted_and_counted()),
        ("long lines and far places", long_lines_and_far_places()),
        ("long lines are cut around the mark", long_lines_are_cut_around_the_mark()),
        ("control characters are escaped", terminal_control_characters_are_escaped()),
        ("JSON lines", json_lines()),
    ];
    insta::assert_snapshot!(
        reports.map(|(name, report)| format!("== {name}\n{report}")).join("\n")
    );
}

fn labels_in_two_files() -> String {
    let (sources, books, shelves) = two_files();
    let mut found = Diagnostics::new();
    found.push(unknown_shelf(books, shelves));
    render(&sources, &found, Style::Plain)
}

fn everything_at_once_is_sorted_and_counted() -> String {
    let (sources, books, shelves) = two_files();
    let mut found = Diagnostics::new();
    let whole = Span::new(shelves, 6..39);
    found.push(Diagnostic::warning("no-science", "there is no science", whole, "no such shelf"));
    found.push(unknown_shelf(books, shelves));
    let title = Span::new(books, 0..5);
    found.push(Diagnostic::error("no-author", "a book without author", title, "the book"));
    found.push(Diagnostic::without_place("missing-folder", "there is no folder `members`"));
    render(&sources, &found, Style::Plain)
}

#[test]
fn colours_are_the_only_difference() {
    let (sources, books, shelves) = two_files();
    let mut found = Diagnostics::new();
    found.push(unknown_shelf(books, shelves));
    let coloured = render(&sources, &found, Style::Color);
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(without_colours(&coloured), render(&sources, &found, Style::Plain));
}

#[test]
fn no_diagnostics_render_as_empty_text() {
    assert_eq!(render(&Sources::new(), &Diagnostics::new(), Style::Plain), "");
    assert_eq!(to_json(&Sources::new(), &Diagnostics::new()), "");
}

fn long_lines_and_far_places() -> String {
    let mut sources = Sources::new();
    let line = format!("title: {}\n", "x".repeat(5000));
    let far = format!("first: 1\n{}first: 2\n", "# between\n".repeat(1000));
    let (line, far) = (sources.add("line.yaml", line), sources.add("far.yaml", far));
    let mut found = Diagnostics::new();
    let end = Span::new(line, 5000..5007);
    found.push(
        Diagnostic::error("long", "too long", end, "beyond the end").with_fix(end, "", "cut"),
    );
    let (first, second) = (Span::new(far, 0..5), Span::new(far, 10_009..10_014));
    found.push(Diagnostic::error("twice", "twice", second, "again").with_label(first, "first"));
    render(&sources, &found, Style::Plain)
}

fn long_lines_are_cut_around_the_mark() -> String {
    let loans: String = (0..400).map(|n| format!("b{n}: é, ")).collect();
    let text = format!("a: 1\nloans: {{ {loans}again: 1, again: 2 }}\n");
    let at = |word: &str| text.rfind(word).unwrap();
    let mut sources = Sources::new();
    let file = sources.add("loans.yaml", &text);
    let place = |word| Span::new(file, at(word)..at(word) + word.len());
    let mut found = Diagnostics::new();
    let second = Span::new(file, at("again")..at("again") + 5);
    found.push(
        Diagnostic::error("twice", "the key is written twice", second, "again here")
            .with_label(place("again: 1"), "first here")
            .with_label(place("b7: é"), "far before")
            .with_help("keep one of them")
            .with_fix(second, "anew", "write another"),
    );
    render(&sources, &found, Style::Plain)
}

#[test]
fn invalid_spans_are_clamped() {
    let mut sources = Sources::new();
    let file = sources.add("book.yaml", "title: é\n");
    let other = Sources::new();
    for (start, end) in [(0, 999), (8, 8), (500, 2), (9, 10), (10, 10)] {
        let mut found = Diagnostics::new();
        let span = Span { file, start, end };
        found.push(Diagnostic::error("odd", "odd span", span, "here"));
        assert!(render(&sources, &found, Style::Plain).contains("here"), "{span:?}");
        assert!(render(&other, &found, Style::Plain).contains("here"), "{span:?}");
        assert_eq!(to_json(&sources, &found).lines().count(), 1);
    }
}

fn terminal_control_characters_are_escaped() -> String {
    let mut sources = Sources::new();
    let file = sources.add("b\u{1b}[2J.yaml", "k: \u{1b}[31m\u{9b}2J\u{202e}\r\u{8}x\n");
    let mut found = Diagnostics::new();
    let span = Span::new(file, 3..8);
    let wild = "\u{1b}]0;t\u{7}\u{9b}\r\u{202e}";
    let error = Diagnostic::error("wild", format!("m{wild}"), span, format!("l{wild}"));
    found.push(error.with_help(format!("h{wild}")).with_fix(span, wild, format!("f{wild}")));
    render(&sources, &found, Style::Plain)
}

fn json_lines() -> String {
    let (sources, books, shelves) = two_files();
    let mut found = Diagnostics::new();
    found.push(unknown_shelf(books, shelves));
    found.push(Diagnostic::without_place("missing-folder", "there is no folder `members`"));
    let lines: Vec<serde_json::Value> =
        to_json(&sources, &found).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    serde_json::to_string_pretty(&lines).unwrap()
}

/// The text without ANSI escapes.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}
