//! Spans: byte ranges in files, and values with a span.
//!
//! [`Sources`](crate::Sources) computes lines and columns on demand.

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
    fn to_joins_two_spans() {
        let file = FileId(0);
        assert_eq!(Span::new(file, 2..4).to(Span::new(file, 8..9)), Span::new(file, 2..9));
    }
}
