//! Drawing a variant from a seed: every other gap, on average, is filled otherwise.

use super::random::Random;
use super::{Choice, Dimension, Variant};

/// The variant of that number among those of a seed.
#[must_use]
pub fn draw(dimensions: &[Dimension], seed: u64, number: u32) -> Variant {
    let mut random = Random::new(seed, u64::from(number));
    let chosen = dimensions.iter().filter_map(|dimension| {
        if random.below(2) == 0 {
            return None;
        }
        let alternative = dimension
            .options
            .get(random.below(dimension.options.len()))?
            .clone();
        Some(Choice {
            topic: dimension.topic,
            gap: dimension.gap.clone(),
            operation: dimension.operation.clone(),
            alternative,
        })
    });
    Variant {
        choices: chosen.collect(),
        name: format!("draw {number} of seed {seed}"),
        about: "every other gap, drawn".to_owned(),
        drawn: true,
        hides: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::contract;
    use crate::variant::dimensions;

    #[test]
    fn draws_are_repeatable() {
        let dimensions = dimensions(&contract());
        let choices = |seed, number| {
            let variant = draw(&dimensions, seed, number);
            variant
                .choices
                .iter()
                .map(Choice::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(choices(7, 1), choices(7, 1));
        assert_ne!(choices(7, 1), choices(7, 2));
        assert!(!choices(7, 1).is_empty());
    }
}
