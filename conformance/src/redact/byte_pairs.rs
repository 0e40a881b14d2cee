//! Pairs of bytes that an encoded secret may begin with: a fast test that a text has none.

use super::encoding::Encodings;

/// A set of pairs of bytes.
pub(super) struct BytePairs {
    /// For each first byte, the set of second bytes; `None` for most.
    seconds: [Option<Box<[bool; 256]>>; 256],
}

impl Default for BytePairs {
    fn default() -> Self {
        Self { seconds: [const { None }; 256] }
    }
}

impl BytePairs {
    pub(super) fn add(&mut self, spellings: &Encodings) {
        for (first, second) in spellings.first_pairs() {
            if let Some(seconds) = self.seconds.get_mut(usize::from(first)) {
                let seconds = seconds.get_or_insert_with(|| Box::new([false; 256]));
                if let Some(known) = seconds.get_mut(usize::from(second)) {
                    *known = true;
                }
            }
        }
    }

    /// Whether a text begins with one of the pairs.
    pub(super) fn is_prefix_of(&self, text: &[u8]) -> bool {
        matches!(text, [first, second, ..] if self.has(*first, *second))
    }

    fn has(&self, first: u8, second: u8) -> bool {
        // A byte is always a valid index into 256 elements.
        match &self.seconds[usize::from(first)] {
            None => false,
            Some(seconds) => seconds[usize::from(second)],
        }
    }

    /// The positions of pairs in a text.
    pub(super) fn positions<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let pairs = text.windows(2).enumerate();
        pairs.filter_map(|(start, pair)| self.is_prefix_of(pair).then_some(start))
    }
}
