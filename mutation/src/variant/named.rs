//! The variants that always run.

mod table;

use super::{Choice, Dimension, Variant};

use table::{NAMED_VARIANTS, NamedVariant};

/// The variants that always run.
pub fn named_variants(dimensions: &[Dimension]) -> Vec<Variant> {
    NAMED_VARIANTS.iter().map(|named| build(named, dimensions)).collect()
}

fn build(named: &NamedVariant, dimensions: &[Dimension]) -> Variant {
    let choices = dimensions.iter().filter_map(|dimension| {
        // Several choices for a topic are tried in order.
        let alternative =
            named.choices.iter().filter(|(topic, _)| *topic == dimension.topic).find_map(
                |(_, name)| {
                    let mut alternatives = dimension.alternatives.iter();
                    alternatives.find(|alternative| alternative.name == *name)
                },
            )?;
        Some(Choice::new(dimension, alternative))
    });
    Variant {
        name: named.name.to_owned(),
        description: named.description.to_owned(),
        drawn: false,
        hides: named.hides,
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
        let variants = named_variants(&dimensions(&contract()));
        assert_eq!(variants.len(), NAMED_VARIANTS.len());
        let mut differences = BTreeSet::new();
        for variant in variants {
            let choices: Vec<_> = variant.choices.iter().map(Choice::to_string).collect();
            assert!(!choices.is_empty(), "{}", variant.name);
            assert!(differences.insert(choices), "{} is a copy", variant.name);
        }
    }
}
