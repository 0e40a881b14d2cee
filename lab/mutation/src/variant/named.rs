//! The variants that always run.

use serde::Deserialize;

use super::{Choice, Dimension, Topic, Variant};

/// A variant with a fixed set of choices, as `named.json` lists them.
#[derive(Deserialize)]
struct NamedVariant {
    name: String,
    description: String,
    /// Whether it returns less than the server.
    #[serde(default)]
    hides: bool,
    /// Topics and names of alternatives. Several choices for a topic are tried in order.
    choices: Vec<(Topic, String)>,
}

/// The variants that always run.
pub fn named_variants(dimensions: &[Dimension]) -> Vec<Variant> {
    // The list is a part of the program, and the tests parse it.
    let named: Vec<NamedVariant> =
        serde_json::from_str(include_str!("named.json")).unwrap_or_default();
    named.into_iter().map(|named| build(named, dimensions)).collect()
}

fn build(named: NamedVariant, dimensions: &[Dimension]) -> Variant {
    let choices = dimensions.iter().filter_map(|dimension| {
        let mut names = named.choices.iter().filter(|(topic, _)| *topic == dimension.topic);
        let alternative = names.find_map(|(_, name)| {
            let mut alternatives = dimension.alternatives.iter();
            alternatives.find(|alternative| alternative.name == *name)
        })?;
        Some(Choice::new(dimension, alternative))
    });
    let choices = choices.collect();
    let NamedVariant { name, description, hides, .. } = named;
    Variant { name, description, drawn: false, hides, choices }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tests::contract;
    use crate::variant::dimensions;

    #[test]
    fn named_variants_are_distinct() {
        let variants = named_variants(&dimensions(&contract()));
        assert_eq!(variants.len(), 22);
        let mut differences = BTreeSet::new();
        for variant in variants {
            let choices: Vec<_> = variant.choices.iter().map(Choice::to_string).collect();
            assert!(!choices.is_empty(), "{}", variant.name);
            assert!(differences.insert(choices), "{} is a copy", variant.name);
        }
    }
}
