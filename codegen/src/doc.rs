//! Builds doc comments: sentences are escaped and wrapped into lines of `///` or `//!`.

mod prose;

use proc_macro2::TokenStream;

use crate::print::verbatim;
pub use prose::{escape, sentence};

/// Columns a line of a comment may take.
const WIDTH: usize = 92;

/// A doc comment under construction.
#[derive(Clone, Debug, Default)]
pub struct Doc {
    /// Lines after the comment sign: empty, or with a leading space.
    lines: String,
    ends_in_item: bool,
}

impl Doc {
    /// A comment that starts with this sentence.
    pub fn new(sentence: impl AsRef<str>) -> Self {
        Self::default().text(sentence)
    }

    /// Adds a paragraph; an empty one is left out.
    #[must_use]
    pub fn text(mut self, sentence: impl AsRef<str>) -> Self {
        let sentence = sentence.as_ref().trim();
        if !sentence.is_empty() {
            self.begin(false);
            self.wrap(&escape(sentence), " ", " ");
        }
        self
    }

    /// Adds a paragraph of Markdown, without escaping.
    #[must_use]
    pub fn linked(mut self, markdown: impl AsRef<str>) -> Self {
        self.begin(false);
        self.wrap(markdown.as_ref(), " ", " ");
        self
    }

    /// Adds an item of a list.
    #[must_use]
    pub fn item(mut self, sentence: impl AsRef<str>) -> Self {
        self.begin(true);
        self.wrap(&escape(sentence.as_ref().trim()), " - ", "   ");
        self
    }

    /// Adds an item of Markdown, without escaping.
    #[must_use]
    pub fn linked_item(mut self, markdown: impl AsRef<str>) -> Self {
        self.begin(true);
        self.wrap(markdown.as_ref(), " - ", "   ");
        self
    }

    /// Adds a block of code; `tested` is how rustdoc tests it, such as `no_run`.
    #[must_use]
    pub fn code(mut self, tested: &str, code: &str) -> Self {
        self.begin(false);
        let text = format!("```{tested}\n{}\n```", code.trim_end());
        for line in text.lines() {
            self.lines.push(' ');
            self.lines.push_str(line);
            self.end_line();
        }
        self
    }

    /// As lines of `///`.
    pub fn outer(&self) -> TokenStream {
        self.behind("///")
    }

    /// As lines of `//!`.
    pub fn inner(&self) -> TokenStream {
        self.behind("//!")
    }

    fn behind(&self, sign: &str) -> TokenStream {
        if self.lines.is_empty() {
            return TokenStream::new();
        }
        verbatim(&self.text_behind(sign))
    }

    /// The lines, each behind `///` or `//!`, without a newline at the end.
    pub fn text_behind(&self, sign: &str) -> String {
        let mut text = String::with_capacity(self.lines.len() + self.lines.len() / 8);
        for line in self.lines.split_inclusive('\n') {
            text.push_str(sign);
            text.push_str(line);
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// A blank line between paragraphs, but not between the items of a list.
    fn begin(&mut self, is_item: bool) {
        let apart = !(is_item && self.ends_in_item);
        if apart && !self.lines.is_empty() {
            self.lines.push('\n');
        }
        self.ends_in_item = is_item;
    }

    fn end_line(&mut self) {
        let end = self.lines.trim_end_matches(' ').len();
        self.lines.truncate(end);
        self.lines.push('\n');
    }

    /// Breaks a text at spaces, never inside backticks.
    fn wrap(&mut self, text: &str, first: &str, next: &str) {
        self.lines.push_str(first);
        let (mut column, mut is_empty) = (first.len(), true);
        for word in words(text) {
            let width = columns(word);
            if column + 1 + width > WIDTH && !is_empty {
                self.lines.push('\n');
                self.lines.push_str(next);
                (column, is_empty) = (next.len(), true);
            }
            if !is_empty {
                self.lines.push(' ');
                column += 1;
            }
            self.lines.push_str(word);
            column += width;
            is_empty = false;
        }
        self.end_line();
    }
}

/// The words of a text; code in backticks is one word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    // Both characters are one byte, and bytes are faster to scan.
    let ends = text.bytes().enumerate().filter(move |(_, byte)| {
        in_code ^= *byte == b'`';
        *byte == b' ' && !in_code
    });
    let ends = ends.map(|(at, _)| at).chain([text.len()]);
    let mut start = 0;
    let words = ends.map(move |end| &text[std::mem::replace(&mut start, end + 1)..end]);
    words.filter(|word| !word.is_empty())
}

fn columns(word: &str) -> usize {
    if word.is_ascii() { word.len() } else { word.chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_escaped_and_code_is_not() {
        let doc = Doc::new("A list [of] <b>, see `Vec<T>`.").item("one").item("two").text("End.");
        assert_eq!(
            doc.lines,
            " A list \\[of\\] \\<b\\>, see `Vec<T>`.\n\n - one\n - two\n\n End.\n"
        );
    }

    #[test]
    fn long_text_is_wrapped_between_words() {
        let doc = Doc::default().item("lend ".repeat(40));
        let lines: Vec<_> = doc.lines.lines().collect();
        assert!(lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[1].starts_with("   lend"));
    }
}
