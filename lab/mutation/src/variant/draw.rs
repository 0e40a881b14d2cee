//! Random variants.

use fastrand::Rng;

use super::{Choice, Dimension, Variant};

/// The variant with this number of a seed. It differs in half of the dimensions, on average.
pub fn draw(dimensions: &[Dimension], seed: u64, number: u32) -> Variant {
    let mut rng = Rng::with_seed(Rng::with_seed(seed).u64(..) ^ u64::from(number));
    let choices = dimensions
        .iter()
        .filter_map(|dimension| {
            let alternative = rng.bool().then(|| rng.choice(&dimension.alternatives))??;
            Some(Choice::new(dimension, alternative))
        })
        .collect();
    Variant {
        choices,
        name: format!("draw {number} of seed {seed}"),
        description: "random choices".to_owned(),
        drawn: true,
        hides: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::contract;
    use crate::variant::dimensions;

    #[test]
    fn draws_are_repeatable() {
        let dimensions = dimensions(&contract());
        let choices = |seed, number| {
            let variant = draw(&dimensions, seed, number);
            let choices = variant.choices.iter().map(Choice::to_string);
            choices.collect::<Vec<_>>()
        };
        assert_eq!(choices(7, 1), choices(7, 1));
        assert_ne!(choices(7, 1), choices(7, 2));
        assert_ne!(choices(7, 1), choices(8, 1));
        assert!(!choices(7, 1).is_empty());
    }
}
