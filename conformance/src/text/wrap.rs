//! Wraps text to the width of a terminal.

use std::sync::atomic::{AtomicUsize, Ordering};

use textwrap::{Options, WordSplitter, fill};

/// Columns of output that is not for a narrower terminal.
const MAX_WIDTH: usize = 80;
/// Fewer columns are not honoured: one word would fill a line.
const MIN_WIDTH: usize = 40;

static WIDTH: AtomicUsize = AtomicUsize::new(MAX_WIDTH);

/// Limits lines to the columns of the terminal that standard output is, if it is a narrow one.
pub(crate) fn fit_to_terminal() {
    // 80 if standard output is not a terminal.
    WIDTH.store(textwrap::termwidth().clamp(MIN_WIDTH, MAX_WIDTH), Ordering::Relaxed);
}

/// Columns of the output.
pub(crate) fn width() -> usize {
    WIDTH.load(Ordering::Relaxed)
}

/// Wraps text and indents each line. A word that is longer than a line stays whole.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = Options::new(width())
        .initial_indent(&indent)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    let words: Vec<_> = text.split_whitespace().collect();
    fill(&words.join(" "), options) + "\n"
}
