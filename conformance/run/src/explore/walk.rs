//! Walks, and their scenarios.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use spec::{Contract, Identifier};

use super::action::{Action, RecordId};
use super::draw::Draw;
use super::model::{Model, ModelRecord};
use crate::claims::Clauses;
use crate::contract::{fixture, own_identifier, usual_key};
use crate::depth::Depth;
use crate::level::Level;
use crate::scenario::{Need, Scenario, Step};

/// Calls of one walk. Longer ones find little more, and all of their responses are compared.
const WALK_STEPS: usize = 30;

/// What walks may use.
#[derive(Clone, Debug)]
pub struct WalkOptions {
    /// How much they may change.
    pub level: Level,
    /// Number of calls of all walks together, without those that clean up.
    pub steps: usize,
    /// Seed of the draws.
    pub seed: u64,
    /// Kinds of fixtures that the target has for the first kind of key, with the facts of each.
    pub fixtures: Vec<(String, BTreeSet<String>)>,
    /// Kinds of keys of other accounts.
    pub other_accounts: Vec<String>,
}

/// A sequence of calls.
#[derive(Clone, Debug)]
pub struct Walk {
    seed: u64,
    number: usize,
    fixtures: BTreeMap<RecordId, ModelRecord>,
    /// Name and kind, by id of the fixture.
    needs: BTreeMap<RecordId, (String, String)>,
    actions: Vec<Action>,
}

/// Draws walks with as many calls as the options say. The same options give the same walks.
#[must_use]
pub fn walks(contract: &Contract, clauses: &Clauses, options: &WalkOptions) -> Vec<Walk> {
    let (needs, fixtures) = records(contract, options);
    let mut walks = Vec::new();
    let mut left = options.steps;
    while left > 0 {
        let number = walks.len() + 1;
        let mut model = Model::new(contract, clauses, fixtures.clone());
        let mut draw = Draw {
            contract,
            other_accounts: &options.other_accounts,
            writes: options.level > Level::Read,
            last: None,
            rng: Rng::with_seed(options.seed ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        };
        let first = fixtures.len();
        let actions = draw.actions(&mut model, first, left.min(WALK_STEPS));
        if actions.is_empty() {
            break;
        }
        left -= actions.len();
        let (fixtures, needs) = (fixtures.clone(), needs.clone());
        walks.push(Walk { seed: options.seed, number, fixtures, needs, actions });
    }
    walks
}

/// The fixtures that walks use: one of each kind that is not used up.
fn records(
    contract: &Contract,
    options: &WalkOptions,
) -> (BTreeMap<RecordId, (String, String)>, BTreeMap<RecordId, ModelRecord>) {
    let usable = options.fixtures.iter().filter_map(|(kind, facts)| {
        let kind = fixture(contract, kind).filter(|kind| !kind.consumed)?;
        Some((kind, facts))
    });
    let records = usable.enumerate().map(|(id, (kind, facts))| {
        let name = format!("fixture_{}", kind.kind);
        let own = own_identifier(contract, &kind.record);
        let mut identifiers = vec![(own, format!("{{{name}.id}}"))];
        let email = Identifier::Email.name();
        if facts.contains(email) {
            identifiers.push((Identifier::Email, format!("{{{name}.{email}}}")));
        }
        let record = ModelRecord::fixture(name.clone(), &kind.record, identifiers);
        ((id, (name, kind.kind.clone())), (id, record))
    });
    records.unzip()
}

impl Walk {
    /// Number of calls.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there are no calls.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The walk with only some of its calls.
    pub(super) fn with(&self, keeps: impl Fn(usize) -> bool) -> Self {
        let actions = self.actions.iter().enumerate().filter(|(index, _)| keeps(*index));
        Self { actions: actions.map(|(_, action)| action.clone()).collect(), ..self.clone() }
    }

    /// The scenario of the walk, if any step of it can show something. `attempt` tells apart the
    /// scenarios of one walk.
    #[must_use]
    pub fn scenario(
        &self,
        contract: &Contract,
        clauses: &Clauses,
        attempt: usize,
    ) -> Option<Scenario> {
        let mut model = Model::new(contract, clauses, self.fixtures.clone());
        let steps = self.actions.iter().filter_map(|action| model.apply(action)).collect();
        let (steps, finally) = (used(steps, &model.finally), model.finally);
        if steps.is_empty() {
            return None;
        }
        let refers = |name: &str| steps.iter().chain(&finally).any(|step| step.refers_to(name));
        let account = usual_key(contract).unwrap_or_default();
        let needs = self.needs.values().filter(|(name, _)| refers(name));
        let needs: Vec<_> = needs.map(|(name, kind)| Need::new(name, kind, account)).collect();
        let (seed, number) = (self.seed, self.number);
        let id = format!("walks/{seed}/walk_{number:04}");
        let id = if attempt == 0 { id } else { format!("{id}_{attempt:03}") };
        let scenario = Scenario {
            path: format!("{id}.yaml"),
            id,
            title: format!("Walk {number} of seed {seed}"),
            about: None,
            level: Level::Read,
            depth: Depth::Quick,
            needs,
            steps,
            finally: finally.into_iter().map(Step::final_call).collect(),
            span: None,
        };
        Some(scenario.complete(contract, true))
    }
}

/// The steps without names that no step refers to, and without steps that are only for such steps.
fn used(mut steps: Vec<Step>, finally: &[Step]) -> Vec<Step> {
    loop {
        let refers = |name: &str| steps.iter().chain(finally).any(|step| step.refers_to(name));
        let names = steps.iter().filter_map(|step| step.name.clone());
        let unused: BTreeSet<_> = names.filter(|name| !refers(name)).collect();
        if unused.is_empty() {
            return steps;
        }
        let is_unused = |step: &Step| step.name.as_ref().is_some_and(|name| unused.contains(name));
        steps.retain(|step| !(step.lookup && is_unused(step)));
        for step in &mut steps {
            if is_unused(step) {
                step.name = None;
            }
        }
    }
}
