//! Decoded bytes, with the place of each in the text that they were decoded from.

use std::borrow::Cow;
use std::ops::Range;

/// A text, or what it is in another encoding.
pub(super) struct Stream<'p> {
    pub(super) bytes: Cow<'p, [u8]>,
    origin: Origin<'p>,
}

/// What a stream was decoded from.
enum Origin<'p> {
    /// It is the text itself.
    Text,
    /// Copied and replaced pieces of another stream.
    Pieces(&'p Stream<'p>, Vec<Piece>),
    /// Digits of some bits at these positions of another stream.
    Digits { parent: &'p Stream<'p>, positions: &'p [usize], bits: usize },
}

/// A piece that begins at a position, and where it was. It was copied if both have the same length:
/// what replaces an escape is shorter.
struct Piece {
    start: usize,
    from: Range<usize>,
}

impl<'p> Stream<'p> {
    pub(super) fn of_text(text: &'p [u8]) -> Self {
        Self { bytes: Cow::Borrowed(text), origin: Origin::Text }
    }

    pub(super) fn of_digits(
        bytes: Vec<u8>,
        parent: &'p Stream<'p>,
        positions: &'p [usize],
        bits: usize,
    ) -> Self {
        let origin = Origin::Digits { parent, positions, bits };
        Self { bytes: Cow::Owned(bytes), origin }
    }

    /// The range of the text that a range was decoded from.
    pub(super) fn text_range(&self, range: Range<usize>) -> Range<usize> {
        let last = range.end.saturating_sub(1);
        match &self.origin {
            Origin::Text => range,
            Origin::Pieces(parent, pieces) => {
                let (first, last) = (self.before(pieces, range.start), self.before(pieces, last));
                parent.text_range(first.start..last.end)
            }
            Origin::Digits { parent, positions, bits } => {
                let position = |digit: usize| positions.get(digit).copied().unwrap_or_default();
                let (first, last) = (range.start * 8 / bits, (last * 8 + 7) / bits);
                parent.text_range(position(first)..position(last) + 1)
            }
        }
    }

    /// Whether the stream that this one was made of has the same range, between the same bytes.
    pub(super) fn is_copied(&self, range: &Range<usize>) -> bool {
        let Origin::Pieces(_, pieces) = &self.origin else {
            return false;
        };
        self.piece(pieces, range.start).is_some_and(|(piece, end)| {
            piece.start < range.start && range.end < end && piece.from.len() == end - piece.start
        })
    }

    /// Where the byte at a position was in the parent.
    fn before(&self, pieces: &[Piece], at: usize) -> Range<usize> {
        match self.piece(pieces, at) {
            Some((piece, end)) if piece.from.len() == end - piece.start => {
                let from = piece.from.start + (at - piece.start);
                from..from + 1
            }
            Some((piece, _)) => piece.from.clone(),
            None => 0..0,
        }
    }

    /// The piece with a position, and its end.
    fn piece<'s>(&self, pieces: &'s [Piece], at: usize) -> Option<(&'s Piece, usize)> {
        let next = pieces.partition_point(|piece| piece.start <= at);
        let end = pieces.get(next).map_or(self.bytes.len(), |piece| piece.start);
        Some((pieces.get(next.checked_sub(1)?)?, end))
    }
}

/// Makes a stream of another one.
pub(super) struct Rewriter<'p> {
    parent: &'p Stream<'p>,
    bytes: Vec<u8>,
    pieces: Vec<Piece>,
    /// How much of the parent is done.
    done: usize,
}

impl<'p> Rewriter<'p> {
    pub(super) fn new(parent: &'p Stream<'p>) -> Self {
        Self { parent, bytes: Vec::new(), pieces: Vec::new(), done: 0 }
    }

    /// Copies everything before a range of the parent, and replaces the range.
    pub(super) fn replace(&mut self, range: Range<usize>, replacement: &[u8]) {
        self.copy(range.start);
        self.push(range.clone(), replacement);
        self.done = range.end;
    }

    /// The new stream; `None` if nothing was replaced.
    pub(super) fn finish(mut self) -> Option<Stream<'p>> {
        if self.done == 0 {
            return None;
        }
        self.copy(self.parent.bytes.len());
        let origin = Origin::Pieces(self.parent, self.pieces);
        Some(Stream { bytes: Cow::Owned(self.bytes), origin })
    }

    fn copy(&mut self, end: usize) {
        let parent = self.parent;
        self.push(self.done..end, parent.bytes.get(self.done..end).unwrap_or_default());
    }

    fn push(&mut self, from: Range<usize>, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.pieces.push(Piece { start: self.bytes.len(), from });
            self.bytes.extend_from_slice(bytes);
        }
    }
}
