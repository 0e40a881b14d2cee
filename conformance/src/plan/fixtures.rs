//! Handing out fixtures: each need of a scenario gets one of its own, and one that is used up is
//! given once.

use std::collections::{BTreeMap, BTreeSet};

use spec::Contract;

use crate::scenario::{Need, Scenario};
use crate::target::Supplied;

pub(super) struct Store<'a> {
    supplied: &'a BTreeMap<String, Vec<Supplied>>,
    consumed_kinds: BTreeSet<&'a str>,
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
            gone: BTreeSet::new(),
        }
    }

    /// A fixture for each need. Nothing is used up unless all needs can be met.
    pub(super) fn hand_out(
        &mut self,
        scenario: &Scenario,
    ) -> Result<BTreeMap<String, Supplied>, String> {
        let mut given: BTreeMap<String, Supplied> = BTreeMap::new();
        let mut taken = self.gone.clone();
        for need in &scenario.needs {
            let all = self.supplied.get(&need.kind).map_or(&[][..], Vec::as_slice);
            let free = all.iter().find(|fixture| {
                fixture.account == need.account
                    && tells(fixture, need)
                    && !taken.contains(&(need.kind.clone(), fixture.id.clone()))
            });
            let fixture = free.ok_or_else(|| wanted(need, scenario))?;
            taken.insert((need.kind.clone(), fixture.id.clone()));
            given.insert(need.name.clone(), fixture.clone());
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
}

fn tells(fixture: &Supplied, need: &Need) -> bool {
    need.facts.iter().all(|fact| fixture.fact(fact).is_some())
}

fn wanted(need: &Need, scenario: &Scenario) -> String {
    let same = |other: &&Need| other.kind == need.kind && other.account == need.account;
    let facts: Vec<_> = need
        .facts
        .iter()
        .filter(|fact| *fact != "id")
        .cloned()
        .collect();
    let count = scenario.needs.iter().filter(same).count();
    let mut wanted = match count {
        1 => format!("a fixture of kind `{}`", need.kind),
        count => format!("{count} fixtures of kind `{}`", need.kind),
    };
    wanted.push_str(&format!(" of account `{}`", need.account));
    if !facts.is_empty() {
        wanted.push_str(&format!(" with `{}`", facts.join("`, `")));
    }
    wanted
}
