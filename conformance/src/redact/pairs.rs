//! The pairs of bytes that a text to be found can begin with: what tells at once that it is not there.

use super::spelling::Spellings;

/// A set of pairs of bytes; empty when nothing was added.
#[derive(Default)]
pub(super) struct Pairs(Vec<bool>);

impl Pairs {
    pub(super) fn add(&mut self, spellings: &Spellings) {
        self.0.resize(1 << 16, false);
        for (first, second) in spellings.first_pairs() {
            if let Some(known) = self.0.get_mut(place(first, second)) {
                *known = true;
            }
        }
    }

    /// Where in a text one of the pairs stands.
    pub(super) fn places<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        // Without a secret there is nothing to look for.
        let text = if self.0.is_empty() { &[] } else { text };
        let pairs = text.iter().zip(text.iter().skip(1)).enumerate();
        pairs.filter_map(|(start, (first, second))| {
            let known = self.0.get(place(*first, *second)).copied();
            known.unwrap_or_default().then_some(start)
        })
    }
}

fn place(first: u8, second: u8) -> usize {
    usize::from(first) << 8 | usize::from(second)
}
