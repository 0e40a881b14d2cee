//! Doc comments: plain sentences in, wrapped lines that print as `///` or `//!` out.

use proc_macro2::TokenStream;
use quote::quote;

/// Columns a line of a comment may take.
const WIDTH: usize = 92;

/// Stands between the lines of a comment until it is printed; no text that people write holds it.
pub const LINE_END: &str = "\u{1f}";

/// A doc comment under construction.
#[derive(Clone, Debug, Default)]
pub struct Doc {
    paragraphs: Vec<Paragraph>,
}

#[derive(Clone, Debug)]
enum Paragraph {
    Text(String),
    Item(String),
    Code(String),
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
            self.paragraphs.push(Paragraph::Text(escape(sentence)));
        }
        self
    }

    /// Adds a paragraph of the generator's own that holds links; nothing in it is escaped.
    #[must_use]
    pub fn linked(mut self, markdown: impl Into<String>) -> Self {
        self.paragraphs.push(Paragraph::Text(markdown.into()));
        self
    }

    /// Adds an item of a list.
    #[must_use]
    pub fn item(mut self, sentence: impl AsRef<str>) -> Self {
        self.paragraphs
            .push(Paragraph::Item(escape(sentence.as_ref().trim())));
        self
    }

    /// Adds a block of code; the first line may name how it is tested: "no_run\nlet x = 1;".
    #[must_use]
    pub fn code(mut self, tested: &str, code: &str) -> Self {
        self.paragraphs.push(Paragraph::Code(format!(
            "```{tested}\n{}\n```",
            code.trim_end()
        )));
        self
    }

    /// As an outer attribute, which prints as lines of `///`.
    pub fn outer(&self) -> TokenStream {
        let text = self.text_of_lines().into_iter();
        quote!(#(#[doc = #text])*)
    }

    /// As an inner attribute, which prints as lines of `//!`.
    pub fn inner(&self) -> TokenStream {
        let text = self.text_of_lines().into_iter();
        quote!(#(#![doc = #text])*)
    }

    /// One attribute for all lines costs a fraction of one for each; whoever prints the file takes them apart.
    fn text_of_lines(&self) -> Option<String> {
        let lines = self.lines();
        (!lines.is_empty()).then(|| lines.join(LINE_END))
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut last_was_item = false;
        for paragraph in &self.paragraphs {
            let is_item = matches!(paragraph, Paragraph::Item(_));
            let apart = !(is_item && last_was_item);
            if apart && !lines.is_empty() {
                lines.push(String::new());
            }
            last_was_item = is_item;
            match paragraph {
                Paragraph::Text(text) => lines.extend(wrap(text, " ", " ")),
                Paragraph::Item(text) => lines.extend(wrap(text, " - ", "   ")),
                Paragraph::Code(code) => lines.extend(code.lines().map(|line| format!(" {line}"))),
            }
        }
        lines
    }
}

/// A sentence: the first letter large, a full stop at the end.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let end = if text.ends_with(['.', '!', '?', ':']) {
        ""
    } else {
        "."
    };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

/// Keeps markdown and rustdoc from reading more into prose than it says; code in backticks stays.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index > 0 {
            escaped.push('`');
        }
        let in_code = index % 2 == 1;
        for c in part.chars() {
            if !in_code && matches!(c, '[' | ']' | '<' | '>' | '*' | '_' | '#') {
                escaped.push('\\');
            }
            escaped.push(if c == '\n' { ' ' } else { c });
        }
    }
    escaped
}

/// Breaks a text at spaces, never inside backticks.
fn wrap(text: &str, first: &str, next: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words(text) {
        let wide = line.chars().count() + 1 + word.chars().count() > WIDTH;
        if wide && !empty {
            lines.push(std::mem::replace(&mut line, next.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    lines.push(line);
    lines
}

fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut in_code = false;
    for c in text.chars() {
        in_code ^= c == '`';
        match words.last_mut() {
            Some(word) if c != ' ' || in_code => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_escaped_and_code_is_not() {
        let doc = Doc::new("A list [of] <b>, see `Vec<T>`.")
            .item("one")
            .item("two")
            .text("End.");
        assert_eq!(
            doc.lines(),
            [
                " A list \\[of\\] \\<b\\>, see `Vec<T>`.",
                "",
                " - one",
                " - two",
                "",
                " End."
            ]
        );
    }

    #[test]
    fn long_text_is_wrapped_between_words() {
        let doc = Doc::default().item("lend ".repeat(40));
        let lines = doc.lines();
        assert!(lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[1].starts_with("   lend"));
    }

    #[test]
    fn fragments_become_sentences() {
        assert_eq!(sentence("the due date"), "The due date.");
        assert_eq!(sentence("Done!"), "Done!");
        assert_eq!(sentence("like `a`"), "Like `a`.");
        assert_eq!(sentence(" "), "");
    }
}
