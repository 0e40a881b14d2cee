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

/// Columns of tables.
pub fn terminal_width() -> usize {
    WIDTH.load(Ordering::Relaxed)
}

/// Columns of text.
pub fn width() -> usize {
    terminal_width().min(MAX_WIDTH)
}

/// Wraps text and indents each line. A word that is longer than a line stays whole.
pub fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width())
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let words: Vec<_> = text.split_whitespace().collect();
    fill(&words.join(" "), options) + "\n"
}
