//! Wraps text to the width of a terminal.

use textwrap::{Options, WordSplitter, fill};

/// Default width of terminals.
const WIDTH: usize = 80;

/// Wraps text and indents each line. A word that is longer than a line stays whole.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(WIDTH)
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let words: Vec<_> = text.split_whitespace().collect();
    fill(&words.join(" "), options) + "\n"
}
