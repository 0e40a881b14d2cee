//! The variants that are always tried, each extreme in its own way.

use super::{Choice, Dimension, Topic, Variant};

/// Name, and what is chosen in the gaps of a topic, where that is among the options.
type Named = (&'static str, &'static [(Topic, &'static str)]);

const NAMED: [Named; 3] = [
    (
        "bare",
        &[
            (Topic::Body, "bare"),
            (Topic::SuccessStatus, "201"),
            (Topic::Order, "reversed"),
            (Topic::Refusal, "403"),
            (Topic::ErrorMembers, "more"),
            (Topic::Wording, "source 2"),
            (Topic::ErrorStatus, "409"),
        ],
    ),
    (
        "nested",
        &[
            (Topic::Body, "nested"),
            (Topic::FurtherMembers, "more"),
            (Topic::PageSize, "default of 1"),
            (Topic::Meta, "text"),
            (Topic::Words, "other words"),
            (Topic::Identifiers, "long"),
            (Topic::Spelling, "reversed"),
        ],
    ),
    (
        "empty",
        &[
            (Topic::Body, "empty"),
            (Topic::SuccessStatus, "204"),
            (Topic::Guard, "accepted"),
            (Topic::Member, "left out"),
            (Topic::FurtherMembers, "none"),
            (Topic::ErrorStatus, "418"),
        ],
    ),
];

/// The variants that are always tried.
#[must_use]
pub fn named(dimensions: &[Dimension]) -> Vec<Variant> {
    let variants = NAMED.iter().map(|(name, wanted)| {
        let choices = dimensions.iter().filter_map(|dimension| {
            let (_, option) = wanted.iter().find(|(topic, _)| *topic == dimension.topic)?;
            let filling = dimension
                .options
                .iter()
                .find(|filling| filling.name == *option)?;
            Some(Choice {
                gap: dimension.gap.clone(),
                operation: dimension.operation.clone(),
                filling: filling.clone(),
            })
        });
        Variant {
            name: (*name).to_owned(),
            choices: choices.collect(),
        }
    });
    variants.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::contract;
    use crate::variant::dimensions;

    #[test]
    fn named_variants_differ_somewhere() {
        let variants = named(&dimensions(&contract()));
        assert_eq!(variants.len(), NAMED.len());
        for variant in variants {
            assert!(!variant.choices.is_empty(), "{}", variant.name);
        }
    }
}
