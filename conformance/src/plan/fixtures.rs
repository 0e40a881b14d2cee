//! Handing out fixtures: each need of a scenario gets one of its own, and one that is used up is
//! given once.

use std::collections::{BTreeMap, BTreeSet};

use spec::Contract;

use super::wanted::{Lack, Wanted};
use crate::contract;
use crate::fact;
use crate::scenario::{Need, Scenario};
use crate::target::Supplied;

pub(super) struct Store<'a> {
    supplied: &'a BTreeMap<String, Vec<Supplied>>,
    consumed_kinds: BTreeSet<&'a str>,
    usual_account: Option<&'a str>,
    /// Kind and id of what is used up.
    gone: BTreeSet<(String, String)>,
}

impl<'a> Store<'a> {
    pub(super) fn new(
        contract: &'a Contract,
        supplied: &'a BTreeMap<String, Vec<Supplied>>,
    ) -> Self {
        let kinds = contract
            .service
            .fixtures
            .iter()
            .filter(|kind| kind.consumed);
        let consumed_kinds = kinds.map(|kind| kind.kind.as_str()).collect();
        Self {
            supplied,
            consumed_kinds,
            usual_account: contract::usual_key(contract),
            gone: BTreeSet::new(),
        }
    }

    /// A fixture for each need, or else all that is wanting. Nothing is used up unless all needs can
    /// be met.
    pub(super) fn hand_out(
        &mut self,
        scenario: &Scenario,
    ) -> Result<BTreeMap<String, Supplied>, Vec<Wanted>> {
        let mut given: BTreeMap<String, Supplied> = BTreeMap::new();
        let mut wanting = Vec::new();
        let mut taken = self.gone.clone();
        for need in &scenario.needs {
            let all = self.supplied.get(&need.kind).map_or(&[][..], Vec::as_slice);
            let free = all.iter().find(|fixture| {
                fixture.account == need.account
                    && tells(fixture, need)
                    && !taken.contains(&(need.kind.clone(), fixture.id.clone()))
            });
            let Some(fixture) = free else {
                wanting.push(need);
                continue;
            };
            taken.insert((need.kind.clone(), fixture.id.clone()));
            given.insert(need.name.clone(), fixture.clone());
        }
        if !wanting.is_empty() {
            return Err(self.wanted(&wanting));
        }
        for need in &scenario.needs {
            if let Some(fixture) = given.get(&need.name)
                && self.consumed_kinds.contains(need.kind.as_str())
            {
                self.gone.insert((need.kind.clone(), fixture.id.clone()));
            }
        }
        Ok(given)
    }

    /// Needs in the words of a target file, those of one kind together.
    pub(super) fn wanted(&self, needs: &[&Need]) -> Vec<Wanted> {
        let mut lacks: BTreeMap<(&str, &str, &BTreeMap<String, String>), Lack> = BTreeMap::new();
        for need in needs {
            let lack = lacks.entry((&need.kind, &need.account, &need.given));
            let lack = lack.or_insert_with(|| Lack {
                kind: need.kind.clone(),
                account: Some(need.account.clone())
                    .filter(|account| Some(account.as_str()) != self.usual_account),
                facts: BTreeSet::new(),
                given: need.given.clone(),
                consumed: self.consumed_kinds.contains(need.kind.as_str()),
                count: 0,
            });
            let is_open = |fact: &&String| *fact != "id" && !need.given.contains_key(*fact);
            lack.facts
                .extend(need.facts.iter().filter(is_open).cloned());
            lack.count += 1;
        }
        lacks.into_values().map(Wanted::Fixture).collect()
    }
}

/// Whether the fixture tells what steps refer to, and is as it must be.
fn tells(fixture: &Supplied, need: &Need) -> bool {
    let mut given = need.given.iter();
    need.facts.iter().all(|fact| fixture.fact(fact).is_some())
        && given.all(|(name, wanted)| {
            let told = fixture.fact(name);
            told.is_some_and(|told| fact::equal(told, wanted))
        })
}
