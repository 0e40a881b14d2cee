//! The variants that are always tried, each extreme in its own way.

mod table;

use super::{Choice, Dimension, Variant};

use table::{NAMED_VARIANTS, NamedVariant};

/// The variants that are always tried.
#[must_use]
pub fn named(dimensions: &[Dimension]) -> Vec<Variant> {
    NAMED_VARIANTS
        .iter()
        .map(|house| built(house, dimensions))
        .collect()
}

fn built(house: &NamedVariant, dimensions: &[Dimension]) -> Variant {
    let choices = dimensions.iter().filter_map(|dimension| {
        // Of several wishes for a topic, the first that this gap can be filled with.
        let choices = house
            .choices
            .iter()
            .filter(|(topic, _)| *topic == dimension.topic);
        let mut fillings = choices.filter_map(|(_, wish)| {
            let mut options = dimension.options.iter();
            options.find(|alternative| alternative.name == *wish)
        });
        Some(Choice {
            topic: dimension.topic,
            gap: dimension.gap.clone(),
            operation: dimension.operation.clone(),
            alternative: fillings.next()?.clone(),
        })
    });
    Variant {
        name: house.name.to_owned(),
        about: house.about.to_owned(),
        drawn: false,
        hides: house.hides,
        choices: choices.collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::testing::contract;
    use crate::variant::dimensions;

    #[test]
    fn named_variants_are_distinct() {
        let variants = named(&dimensions(&contract()));
        assert_eq!(variants.len(), NAMED_VARIANTS.len());
        let mut differences = BTreeSet::new();
        for variant in variants {
            let choices: Vec<_> = variant.choices.iter().map(Choice::to_string).collect();
            assert!(!choices.is_empty(), "{}", variant.name);
            assert!(
                differences.insert(choices),
                "{} is another one",
                variant.name
            );
        }
    }
}
