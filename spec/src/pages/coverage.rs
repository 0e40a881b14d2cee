//! The page of coverage: the clauses and gaps of each sentence of the document.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use reader::counted;

use super::markdown::{code, codes, folded};
use crate::coverage::{COUNTING_RULES, Coverage, CoveredSection, GlobMatches};

/// Globs with at least this many matches are printed as globs, and their matches at the end of the page.
const MANY: usize = 8;

/// The page.
pub fn coverage(coverage: &Coverage) -> String {
    let sentences: usize = coverage.sections.iter().map(|section| section.sentences.len()).sum();
    let mut out = format!(
        "# Coverage\n\n\
         The clauses and gaps that cover each sentence of `{}`, by section and number; the ids of gaps follow the word \"gap\". \
         {}, {}, {}; every sentence has an id, and every id a sentence.\n\n\
         ## How sentences are counted\n\n{COUNTING_RULES}\n\n\
         `cargo xtask docs --document FILE` compares this page with a document; with `--list` it prints the numbered \
         sentences.\n\n\
         ## Sections\n",
        coverage.document,
        counted(sentences, "sentence"),
        counted(coverage.clauses, "clause"),
        counted(coverage.gaps, "gap"),
    );
    for section in &coverage.sections {
        write_section(&mut out, section);
    }
    write_globs(&mut out, coverage);
    out
}

/// Writes every sentence by its number; globs with many matches are printed as globs.
fn write_section(out: &mut String, section: &CoveredSection) {
    _ = write!(out, "\n### {}\n\n", section.name);
    for (carriers, number) in section.sentences.iter().zip(1..) {
        let (many, few): (Vec<_>, Vec<_>) = carriers.iter().partition(|matched| is_many(matched));
        let clauses: BTreeSet<_> =
            few.iter().flat_map(|c| &c.clauses).map(String::as_str).collect();
        let gaps: BTreeSet<_> = few.iter().flat_map(|c| &c.gaps).map(String::as_str).collect();
        let mut parts: Vec<String> = many
            .iter()
            .map(|matched| format!("{} ({})", code(&matched.glob), counts(matched)))
            .collect();
        if !clauses.is_empty() {
            parts.push(codes(clauses));
        }
        if !gaps.is_empty() {
            parts.push(format!("gap {}", codes(gaps)));
        }
        _ = writeln!(out, "{number}. {}", parts.join("; "));
    }
}

/// Writes the matches of each glob with many matches.
fn write_globs(out: &mut String, coverage: &Coverage) {
    let sentences = coverage.sections.iter().flat_map(|section| &section.sentences);
    let globs: BTreeMap<&str, &GlobMatches> = sentences
        .flatten()
        .filter(|matched| is_many(matched))
        .map(|matched| (matched.glob.as_str(), matched))
        .collect();
    if !globs.is_empty() {
        out.push_str("\n## Globs\n\nThe ids that the globs above match.\n");
    }
    for (glob, matched) in globs {
        let summary = format!("<code>{glob}</code>: {}", counts(matched));
        _ = write!(out, "\n{}", folded(&summary, &codes(matched.ids())));
    }
}

fn is_many(matched: &GlobMatches) -> bool {
    matched.len() >= MANY
}

fn counts(matched: &GlobMatches) -> String {
    let counts = [(matched.clauses.len(), "clause"), (matched.gaps.len(), "gap")];
    let counts: Vec<_> = counts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, thing)| counted(number, thing))
        .collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::ids::tests::matched;

    #[test]
    fn sentences_list_ids_and_globs_are_expanded_once() {
        let few = matched("get_book.*", &["get_book.accepted"], &["get_book.scope"]);
        let gap = matched("books.open.size", &[], &["books.open.size"]);
        let many = matched("a.?", &["a.1", "a.2", "a.3", "a.4", "a.5", "a.6", "a.7"], &["a.8"]);
        let page = coverage(&Coverage {
            document: "library".to_owned(),
            sections: vec![CoveredSection {
                name: "Books / Shelves".to_owned(),
                sentences: vec![vec![few.clone(), gap], vec![many.clone(), few], vec![many]],
            }],
            clauses: 8,
            gaps: 1,
        });
        assert!(page.contains("3 sentences, 8 clauses, 1 gap;"), "{page}");
        let shown = page.split("## Sections\n").nth(1);
        insta::assert_snapshot!(shown.unwrap_or_default(), @"
        ### Books / Shelves

        1. `get_book.accepted`; gap `books.open.size`, `get_book.scope`
        2. `a.?` (7 clauses, 1 gap); `get_book.accepted`; gap `get_book.scope`
        3. `a.?` (7 clauses, 1 gap)

        ## Globs

        The ids that the globs above match.

        <details><summary><code>a.?</code>: 7 clauses, 1 gap</summary>

        `a.1`, `a.2`, `a.3`, `a.4`, `a.5`, `a.6`, `a.7`, `a.8`

        </details>
        ");
    }
}
