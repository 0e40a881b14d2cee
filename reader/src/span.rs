//! Spans: byte ranges in files, and values with a span.
//!
//! [`Sources`](crate::Sources) computes lines and columns on demand.

use std::fmt;
use std::ops::{Deref, Range};

/// Id of a file of a [`Sources`](crate::Sources).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId(pub(crate) u32);

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of a range of offsets; offsets beyond 4 GiB are clamped.
    pub fn new(file: FileId, range: Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: offset(range.start), end: offset(range.end) }
    }

    /// The offsets as a range, to slice text.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span from the start of this one to the end of a later one of the same file.
    pub fn to(self, last: Self) -> Self {
        Self { end: last.end, ..self }
    }
}

/// A value with its span. Equality ignores the span.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its span.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value with its span.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Maps the value and keeps the span.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(change(self.value), self.span)
    }
}

impl Spanned<String> {
    /// The span of a part of the text.
    ///
    /// The whole span if the text is not there letter by letter, as with escapes.
    pub fn part(&self, part: Range<usize>) -> Span {
        let quote = match self.span.range().len().checked_sub(self.value.len()) {
            Some(0) => 0,
            Some(2) => 1,
            _ => return self.span,
        };
        let start = self.span.range().start + quote;
        Span::new(self.span.file, start + part.start..start + part.end)
    }

    /// The span of the last occurrence of a word in the text; the whole span if the word does not occur.
    pub fn word(&self, word: &str) -> Span {
        self.value.rfind(word).map_or(self.span, |at| self.part(at..at + word.len()))
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_is_of_values_only() {
        let here = Span::new(FileId(0), 0..1);
        let there = Span::new(FileId(1), 5..9);
        assert_eq!(Spanned::new("book", here), Spanned::new("book", there));
        assert_ne!(Spanned::new("book", here), Spanned::new("loan", here));
    }

    #[test]
    fn map_keeps_the_place() {
        let span = Span::new(FileId(0), 3..7);
        let length = Spanned::new("book", span).map(str::len);
        assert_eq!((*length, length.span), (4, span));
    }

    #[test]
    fn words_are_found_in_plain_and_quoted_texts() {
        let word = |length: usize, word| {
            let text = "missing body.x".to_owned();
            Spanned::new(text, Span::new(FileId(0), 10..10 + length)).word(word).range()
        };
        assert_eq!(word(14, "body.x"), 18..24);
        assert_eq!(word(16, "body.x"), 19..25, "in quotes");
        assert_eq!(word(14, "none"), 10..24, "not in the text");
        assert_eq!(word(15, "body.x"), 10..25, "with an escape");
    }

    #[test]
    fn to_joins_two_spans() {
        let file = FileId(0);
        assert_eq!(Span::new(file, 2..4).to(Span::new(file, 8..9)), Span::new(file, 2..9));
    }
}
