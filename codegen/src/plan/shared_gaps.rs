//! Gaps that several resources share: described once at the root of the models, and named at each operation.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Gap};

use super::docs::{answer, gap_text, gaps_of};

/// The gaps that operations of several resources share, and that no overlay answers.
#[derive(Debug)]
pub struct SharedGaps<'c> {
    contract: &'c Contract,
    /// Their names, by note and interpretations.
    names: BTreeMap<GapText<'c>, String>,
}

/// Note and interpretations of a gap.
type GapText<'c> = (&'c str, &'c [String]);

impl<'c> SharedGaps<'c> {
    /// The shared gaps of a contract.
    pub fn new(contract: &'c Contract) -> Self {
        let mut found: BTreeMap<GapText<'c>, (BTreeSet<&str>, String)> = BTreeMap::new();
        for resource in &contract.resources {
            for operation in &resource.operations {
                let gaps = gaps_of(contract, &operation.id);
                for gap in gaps.filter(|gap| answer(contract, gap).is_none()) {
                    let name = || (BTreeSet::new(), slot(&operation.id, gap));
                    let (resources, _) = found.entry(gap_key(gap)).or_insert_with(name);
                    resources.insert(&resource.id);
                }
            }
        }
        found.retain(|_, (resources, _)| resources.len() > 1);
        let names = found.into_iter().map(|(text, (_, name))| (text, name));
        Self { contract, names: names.collect() }
    }

    /// The name of a gap, if it is shared.
    pub fn name<'s>(&'s self, gap: &'s Gap) -> Option<&'s str> {
        let name = self.names.get(&gap_key(gap))?;
        answer(self.contract, gap).is_none().then_some(name)
    }

    /// Names and descriptions of all shared gaps.
    pub fn all(&self) -> BTreeSet<(&str, String)> {
        let gaps = self.contract.gaps.iter();
        let named = gaps.filter_map(|gap| Some((self.name(gap)?, gap)));
        named.map(|(name, gap)| (name, gap_text(self.contract, gap))).collect()
    }
}

fn gap_key(gap: &Gap) -> GapText<'_> {
    (&gap.note, &gap.interpretations)
}

/// The slot of an operation's gap, whichever of its parts it is of: `errors.status`.
fn slot(operation: &str, gap: &Gap) -> String {
    let slot = gap.id.strip_prefix(operation).unwrap_or(&gap.id);
    let slot = slot.trim_start_matches('.');
    match (slot.split_once('.'), slot.rsplit_once('.')) {
        (Some((first, _)), Some((_, last))) => format!("{first}.{last}"),
        _ => slot.to_owned(),
    }
}
