//! The sentences of a document in Markdown, numbered section by section.
//!
//! Parses only as much Markdown as needed to count sentences.

/// Section of the text before the first heading.
const INTRODUCTION: &str = "Introduction";

/// The counting rules, in prose, for the coverage page.
pub const COUNTING_RULES: &str = "\
A heading of the second level starts a section, a heading of the third level a section named `second / third`; \
backticks are removed. The text before the first heading is the section `Introduction`. Deeper headings start no \
section. Each sentence of a paragraph or list item counts as one, and so does each row of a table except its head, and \
each fenced block. A sentence ends at the end of its block, or at a `.`, `!` or `?` outside of backticks that is \
followed by a blank and no lowercase letter. A line that starts with `-`, `*`, `+`, or a number and `.`, starts a list \
item, even within a paragraph; its marker is not part of a sentence.";

/// A section of a document with its sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSection {
    /// Name made of the headings: `Second` or `Second / Third`.
    pub section: String,
    /// Its sentences; the first has the number 1.
    pub sentences: Vec<String>,
}

/// The sections of a document that have sentences, in its order.
///
/// A repeated heading continues its section.
pub fn document_sections(markdown: &str) -> Vec<DocumentSection> {
    let mut counter = Counter { section: INTRODUCTION.to_owned(), ..Counter::default() };
    for line in markdown.lines() {
        counter.line(line.trim());
    }
    counter.end_block();
    counter.document_sections
}

/// What is being read.
#[derive(Default)]
struct Counter {
    document_sections: Vec<DocumentSection>,
    section: String,
    chapter: String,
    block: String,
    /// Rows of the table so far, head and rule included.
    rows: usize,
    fenced: bool,
}

impl Counter {
    fn line(&mut self, line: &str) {
        if line.starts_with("```") {
            if self.fenced {
                self.add("(a fenced block)");
            }
            self.end_block();
            self.fenced = !self.fenced;
        } else if self.fenced {
            // A table is counted at its end.
        } else if line.is_empty() {
            self.end_block();
        } else if let Some(heading) = Heading::of(line) {
            self.end_block();
            self.open(&heading);
        } else if line.starts_with('|') {
            self.row(line);
        } else if let Some(item) = without_marker(line) {
            self.end_block();
            self.block.push_str(item);
        } else {
            if self.rows > 0 {
                self.end_block();
            }
            self.block.push(' ');
            self.block.push_str(line);
        }
    }

    fn open(&mut self, heading: &Heading<'_>) {
        let title = heading.title.replace('`', "");
        match heading.level {
            2 => {
                self.section.clone_from(&title);
                self.chapter = title;
            }
            3 => self.section = format!("{} / {title}", self.chapter),
            _ => {}
        }
    }

    fn row(&mut self, line: &str) {
        if self.rows == 0 {
            self.end_block();
        }
        self.rows += 1;
        if self.rows > 2 {
            self.add(line);
        }
    }

    fn end_block(&mut self) {
        self.rows = 0;
        let block = std::mem::take(&mut self.block);
        for sentence in sentences(&block) {
            self.add(sentence);
        }
    }

    fn add(&mut self, sentence: &str) {
        let known = self.document_sections.iter_mut().find(|p| p.section == self.section);
        match known {
            Some(passage) => passage.sentences.push(sentence.to_owned()),
            None => self.document_sections.push(DocumentSection {
                section: self.section.clone(),
                sentences: vec![sentence.to_owned()],
            }),
        }
    }
}

struct Heading<'t> {
    level: usize,
    title: &'t str,
}

impl<'t> Heading<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        ((1..=6).contains(&level) && title.starts_with(' '))
            .then_some(Self { level, title: title.trim() })
    }
}

/// What follows the marker of a list item; `None` when the line opens none.
fn without_marker(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix(['-', '*', '+']) {
        Some(rest) => rest,
        None => line
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .strip_prefix('.')
            .filter(|_| line.starts_with(|c: char| c.is_ascii_digit()))?,
    };
    rest.strip_prefix(' ').map(str::trim_start)
}

/// The sentences of one paragraph or list item.
fn sentences(block: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut in_code) = (0, false);
    for (at, c) in block.char_indices() {
        in_code ^= c == '`';
        let after = at + c.len_utf8();
        if !in_code && matches!(c, '.' | '!' | '?') && ends_at(&block[after..]) {
            found.push(block[start..after].trim());
            start = after;
        }
    }
    found.push(block[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a sentence can end before this text.
fn ends_at(rest: &str) -> bool {
    let next = rest.trim_start();
    next.len() < rest.len() && !next.starts_with(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counted(markdown: &str) -> Vec<(String, Vec<String>)> {
        document_sections(markdown)
            .into_iter()
            .map(|passage| (passage.section, passage.sentences))
            .collect()
    }

    fn sentences_of(markdown: &str) -> Vec<String> {
        counted(markdown).into_iter().flat_map(|(_, sentences)| sentences).collect()
    }

    #[test]
    fn headings_make_sections() {
        let text = "# Library\n\nOne.\n\n## Books\n\n### `Loans`\nTwo.\n#### Deeper\nThree.\n## Books\nFour.\n";
        let names: Vec<_> =
            counted(text).into_iter().map(|(name, sentences)| (name, sentences.len())).collect();
        let expected = [("Introduction", 1), ("Books / Loans", 2), ("Books", 1)];
        assert_eq!(names, expected.map(|(name, count)| (name.to_owned(), count)));
    }

    #[test]
    fn sentences_end_outside_of_backticks() {
        assert_eq!(
            sentences_of("Sent to `{base}. Twice`. Is it? It is, e.g. here! `GET /books`. No end"),
            ["Sent to `{base}. Twice`.", "Is it?", "It is, e.g. here!", "`GET /books`.", "No end",]
        );
        assert_eq!(
            sentences_of("Version 1.2 of a\nfile.yaml goes on."),
            ["Version 1.2 of a file.yaml goes on."]
        );
    }

    #[test]
    fn rows_and_items_count() {
        let text = "\
Fields:

| Name | Type |
|---|---|
| title | string. Not. Split |
| pages | number |
Text.
18. `GET /books`. Lists.
- one
  goes on
* two
```
code. Code.
```
";
        assert_eq!(
            sentences_of(text),
            [
                "Fields:",
                "| title | string. Not. Split |",
                "| pages | number |",
                "Text.",
                "`GET /books`.",
                "Lists.",
                "one goes on",
                "two",
                "(a fenced block)",
            ]
        );
    }

    proptest! {
        /// Splitting a paragraph into sentences neither loses nor adds a letter; a fence is not a paragraph.
        #[test]
        fn sentences_make_up_their_paragraph(paragraph in "`?[A-Za-z][A-Za-z`.!? ]{0,60}") {
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            let whole: String = sentences_of(&paragraph).iter().map(|s| letters(s)).collect();
            prop_assert_eq!(whole, letters(&paragraph));
        }

        #[test]
        fn any_text_is_a_document(text in "(?s).{0,80}|([#|`*. a1-]{0,6}\\n){0,8}") {
            for passage in document_sections(&text) {
                prop_assert!(passage.sentences.iter().all(|sentence| !sentence.trim().is_empty()));
            }
        }
    }

    #[test]
    fn nothing_has_no_sentence() {
        assert_eq!(document_sections(""), []);
        assert_eq!(document_sections("# Library\n\n## Books\n\n| a |\n|---|\n"), []);
    }
}
