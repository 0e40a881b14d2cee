//! Rules for text: wording, the size of guides, and README's example of output.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Guides with the most lines each may have.
const GUIDES: [(&str, usize); 11] = [
    ("README.md", 100),
    ("ARCHITECTURE.md", 200),
    ("CONTRIBUTING.md", 200),
    ("SECURITY.md", 100),
    ("BENCHMARKS.md", 200),
    ("docs/CERTIFYING.md", 200),
    ("docs/EDITORS.md", 100),
    ("docs/IMPLEMENTING.md", 200),
    ("docs/PEERS.md", 150),
    ("docs/judging.md", 240),
    ("docs/reference-server.md", 200),
];

/// The most characters in a line of a guide.
const WIDTH: usize = 100;

/// Words and phrasings that are not plain technical English.
const PHRASES: [&str; 21] = [
    "as far as",
    "at a stranger's",
    "bears no",
    "borne",
    "careless",
    "in the house",
    "is it well",
    "is none that",
    "is told",
    "it is well",
    "nobody",
    "nought",
    "so many",
    "somebody",
    "tells of",
    "that is none",
    "the rooms",
    "this room",
    "when all is well",
    "whereas there is none",
    "whoever",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// Paths of files that git tracks or would track.
fn files() -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success());
    let listed = String::from_utf8(output.stdout).unwrap();
    let files: Vec<_> =
        listed.lines().filter(|path| root().join(path).exists()).map(str::to_owned).collect();
    assert!(!files.is_empty());
    files
}

#[test]
fn guides_are_short_and_narrow() {
    for (guide, most) in GUIDES {
        let text = text(guide);
        let count = text.lines().count();
        assert!(count <= most, "{guide} has {count} lines, more than {most}");
        for (number, line) in (1..).zip(text.lines()) {
            let width = line.chars().count();
            assert!(width <= WIDTH, "{guide}:{number} has {width} characters, more than {WIDTH}");
        }
    }
}

/// Whether a phrase stands in a text as whole words.
fn contains(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + phrase.len()..].chars().next();
        let is_part = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphanumeric);
        !is_part(before) && !is_part(after)
    })
}

#[test]
fn phrases_are_found_as_whole_words_and_in_names() {
    assert!(contains("fn nobody is accused", "nobody"));
    assert!(!contains("everybody", "nobody"));
    assert!(!contains("nobodyelse", "nobody"));
}

#[test]
fn wording_is_plain() {
    let mut found = String::new();
    let endings = [".rs", ".md", ".yaml", ".toml"];
    for path in files() {
        let is_text = endings.iter().any(|ending| path.ends_with(ending));
        // This file lists the phrases, and the changelog names what was renamed.
        if !is_text || path == "xtask/tests/guides.rs" || path == "CHANGELOG.md" {
            continue;
        }
        for (number, line) in (1..).zip(text(&path).lines()) {
            // Names count, too.
            let words = line.to_lowercase().replace('_', " ");
            for phrase in PHRASES.iter().filter(|phrase| contains(&words, phrase)) {
                writeln!(found, "{path}:{number}: `{phrase}`: {}", line.trim()).unwrap();
            }
        }
    }
    assert!(found.is_empty(), "reword these lines:\n{found}");
}
