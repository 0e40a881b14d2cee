//! Numbers that look random and follow from a seed (SplitMix64).

/// A source of numbers.
pub(super) struct Random(u64);

impl Random {
    /// The numbers of a seed and a place in its sequence of draws.
    pub(super) fn new(seed: u64, place: u64) -> Self {
        let mut random = Self(seed);
        let mixed = random.next();
        Self(mixed ^ place.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below the bound; 0 if the bound is.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_depend_on_seed_and_stream() {
        let numbers = |seed, place| {
            let mut random = Random::new(seed, place);
            (0..8).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1, 2), numbers(1, 2));
        assert_ne!(numbers(1, 2), numbers(1, 3));
        assert_ne!(numbers(1, 2), numbers(2, 2));
        assert_eq!(Random::new(1, 1).below(0), 0);
    }
}
