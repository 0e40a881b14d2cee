//! Wraps text to the width of a terminal.

use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};

use textwrap::{Options, WordSplitter, fill};

/// Columns of text, and of all output that is not for a terminal.
const MAX_WIDTH: usize = 80;
/// Fewer columns are not honoured: one word would fill a line.
const MIN_WIDTH: usize = 40;

static WIDTH: AtomicUsize = AtomicUsize::new(MAX_WIDTH);

/// Limits lines to `COLUMNS`, or to the columns of the terminal that standard output is.
pub fn fit_to_terminal() {
    let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    // 80 if standard output is not a terminal.
    let columns = columns.filter(|columns| *columns > 0).unwrap_or_else(textwrap::termwidth);
    WIDTH.store(columns.max(MIN_WIDTH), Ordering::Relaxed);
}

pub fn terminal_width() -> usize {
    WIDTH.load(Ordering::Relaxed)
}

pub fn width() -> usize {
    terminal_width().min(MAX_WIDTH)
}

/// Wraps text and indents each line. A word that is longer than a line stays whole.
pub fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let words: Vec<_> = text.split_whitespace().collect();
    filled(&words.join(" "), width(), &indent, &indent)
}

/// Fills lines of this width, the first of which has an indentation of its own.
pub(super) fn filled(text: &str, width: usize, first_indent: &str, next_indent: &str) -> String {
    let options = Options::new(width)
        .initial_indent(first_indent)
        .subsequent_indent(next_indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    fill(text, options) + "\n"
}
