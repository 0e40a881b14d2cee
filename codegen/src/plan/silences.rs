//! What is not shown of most operations: said once, at the root of the models, and only named at each operation.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Gap};

use super::docs::{answer, gap_text, gaps_of};

/// The silences that operations of several resources share, and that no overlay has answered.
#[derive(Debug)]
pub struct Silences<'c> {
    contract: &'c Contract,
    /// Their names, by note and readings.
    names: BTreeMap<Said<'c>, String>,
}

/// What is said of a gap: note and readings.
type Said<'c> = (&'c str, &'c [String]);

impl<'c> Silences<'c> {
    /// Those of a contract.
    pub fn new(contract: &'c Contract) -> Self {
        let mut found: BTreeMap<Said<'c>, (BTreeSet<&str>, String)> = BTreeMap::new();
        for resource in &contract.resources {
            for operation in &resource.operations {
                let gaps = gaps_of(contract, &operation.id);
                for gap in gaps.filter(|gap| answer(contract, gap).is_none()) {
                    let name = || (BTreeSet::new(), slot(&operation.id, gap));
                    let (resources, _) = found.entry(said(gap)).or_insert_with(name);
                    resources.insert(&resource.id);
                }
            }
        }
        found.retain(|_, (resources, _)| resources.len() > 1);
        let names = found.into_iter().map(|(said, (_, name))| (said, name));
        Self {
            contract,
            names: names.collect(),
        }
    }

    /// The name of the silence that a gap is one of, if it is.
    pub fn name<'s>(&'s self, gap: &'s Gap) -> Option<&'s str> {
        let name = self.names.get(&said(gap))?;
        answer(self.contract, gap).is_none().then_some(name)
    }

    /// The name of each, and what it is that is not shown.
    pub fn all(&self) -> BTreeSet<(&str, String)> {
        let gaps = self.contract.gaps.iter();
        let named = gaps.filter_map(|gap| Some((self.name(gap)?, gap)));
        named
            .map(|(name, gap)| (name, gap_text(self.contract, gap)))
            .collect()
    }
}

fn said(gap: &Gap) -> Said<'_> {
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
