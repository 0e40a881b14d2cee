//! Pseudo-random numbers, the same for the same seed.

/// A generator (SplitMix64).
#[derive(Debug, Clone)]
pub struct Draw(u64);

impl Draw {
    /// A generator for a purpose: generators of different words are independent.
    pub fn new(words: &[u64]) -> Draw {
        let mut draw = Draw(0);
        for label in words {
            draw.0 = draw.next() ^ label;
        }
        draw
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
