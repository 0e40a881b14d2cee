//! The records that are there at the start: fixtures, and records that no operation creates.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conformance_model::json::Json;
use conformance_model::target::{Fixtures, TargetFixture};
use spec::{
    Clause, Condition, Constraints, Contract, ErrorCase, FactDeclaration, FactUsage, Field, Filter,
    Fixture, InputField, InputPart, InputRef, Operation, Transition, Type,
};
use wildmatch::WildMatch;

use crate::call::Call;
use crate::choices;
use crate::effects::{add, apply, shown_state};
use crate::formats::{is_of_type, is_well_formed, shown};
use crate::states::moves;
use crate::store::{Record, Role, Store};
use crate::values::Values;

/// Fixtures of a kind that a run consumes, and of another kind.
const CONSUMED: usize = 24;
const KEPT: usize = 3;
/// Records of each type that no operation creates.
const UNCREATED: usize = 3;
/// Records that are made for a record within them, for these, and so on.
const MAX_DEPTH: u8 = 4;

/// Makes the first records.
pub(crate) struct Stock<'c> {
    pub contract: &'c Contract,
    pub values: Values<'c>,
    /// Kinds of the keys of the accounts.
    pub accounts: &'c [String],
    pub parameters: &'c BTreeMap<String, String>,
    pub store: &'c mut Store,
}

impl Stock<'_> {
    /// Makes the fixtures of all kinds, and records of each type that no operation creates.
    pub(crate) fn fill(&mut self) -> Fixtures {
        let clauses = self.contract.clauses();
        let contract = self.contract;
        let kinds = contract.service.fixtures.iter();
        let fixtures = kinds.map(|kind| {
            let count = if kind.consumed { CONSUMED } else { KEPT };
            let made = (0..count).map(|_| self.fixture(kind, &clauses)).collect();
            (kind.kind.clone(), made)
        });
        let fixtures = fixtures.collect();
        for ty in uncreated(contract) {
            for account in 0..self.accounts.len() {
                for _ in 0..UNCREATED {
                    self.record(ty, account, 0);
                }
            }
        }
        fixtures
    }

    fn fixture(&mut self, kind: &Fixture, clauses: &[Clause]) -> TargetFixture {
        let mut globs = kind.clauses.iter().map(|glob| WildMatch::new(&glob.value));
        let globs: Vec<_> = globs.by_ref().collect();
        let is_shown_by = |clause: &&Clause| globs.iter().any(|glob| glob.matches(&clause.id));
        let shown_by: Vec<&Clause> = clauses.iter().filter(is_shown_by).collect();
        let is_elsewhere = all_have(&shown_by, ".scope");
        let account = usize::from(is_elsewhere && self.accounts.len() > 1);
        let number = self.record(&kind.record, account, 0);
        let role = role(self.contract, &shown_by);
        let declaration = self.contract.record(&kind.record);
        let mut id = String::new();
        let mut facts = BTreeMap::new();
        if let Some(record) = self.store.get_mut(number) {
            id.clone_from(&record.id);
            if let Some(state) = state(self.contract, &kind.record, &shown_by) {
                if let Some(member) = declaration.and_then(shown_state) {
                    record.set(member, Json::Text(state.clone()));
                }
                record.state = Some(state);
            }
            for told in &kind.discriminated_by {
                let field = declaration
                    .and_then(|it| it.fields.iter().find(|field| field.wire == told.member));
                let text = Json::Text(told.value.value.clone());
                record.set(&told.member, field.map_or(text.clone(), |it| shown(&it.ty, &text)));
                if Some(told.member.as_str()) == declaration.and_then(shown_state) {
                    record.state = Some(told.value.value.clone());
                }
            }
            let told = kind.facts.iter();
            facts = told.map(|it| (it.name.clone(), fact(self.values, record, it))).collect();
            record.role = Role { facts: facts.clone(), ..role };
        }
        let account = self.accounts.get(account).cloned().unwrap_or_default();
        TargetFixture { id, account, facts: Arc::new(facts) }
    }

    /// Makes a record as a request for it would, with all inputs, and the records that it is within.
    fn record(&mut self, ty: &str, account: usize, depth: u8) -> u64 {
        let contract = self.contract;
        let creating = contract.operations().find(|it| it.creates.as_deref() == Some(ty));
        let Some(operation) = creating.filter(|_| depth < MAX_DEPTH) else {
            let within = self.parents(ty, account, depth);
            return add(self.store, self.values, ty, account, within);
        };
        let mut inputs = BTreeMap::new();
        for path in &operation.path_parameters {
            let number = self.record(&path.record, account, depth + 1);
            let id = self.id(number);
            inputs.insert(InputRef::new(InputPart::Path, &path.name), Json::Text(id));
        }
        for path in operation.open_path_values() {
            let value = self.parameters.get(&path.name).cloned().unwrap_or_default();
            inputs.insert(InputRef::new(InputPart::Path, &path.name), Json::Text(value));
        }
        let number = self.store.next_number();
        for field in &operation.body {
            let value = self.input(field, account, depth, number);
            inputs.insert(InputRef::new(InputPart::Body, &field.wire), value);
        }
        let mut call = Call::made(contract, operation, account, inputs);
        let _ = call.address(self.store, InputPart::Path);
        let _ = call.address(self.store, InputPart::Body);
        let moves = moves(&call, self.store).unwrap_or_default();
        apply(&call, self.store, self.values, moves).created.unwrap_or_default()
    }

    /// A value of an input of the body: the identifier of a new record, or a plausible value.
    fn input(&mut self, field: &InputField, account: usize, depth: u8, number: u64) -> Json {
        if let Some(record) = &field.record {
            let number = self.record(record, account, depth + 1);
            return shown(&field.ty, &Json::Text(self.id(number)));
        }
        if !field.is_object() {
            return self.values.plausible(&field.wire, &field.ty, &field.constraints, number);
        }
        let members = field.members.iter().map(|member| {
            (member.own_name().to_owned(), self.input(member, account, depth, number))
        });
        Json::Map(members.collect())
    }

    fn id(&self, number: u64) -> String {
        self.store.get(number).map(|record| record.id.clone()).unwrap_or_default()
    }

    /// The parents of a record that no operation creates, by the path of the operation that lists or reads it.
    fn parents(&mut self, ty: &str, account: usize, depth: u8) -> Vec<(String, String)> {
        let contract = self.contract;
        let mut operations = contract.operations();
        let list = operations.find(|operation| operation.lists.as_deref() == Some(ty));
        let Some(operation) = list.filter(|_| depth < MAX_DEPTH) else { return Vec::new() };
        let mut within = Vec::new();
        for path in &operation.path_parameters {
            let number = self.record(&path.record, account, depth + 1);
            within.push((path.record.clone(), self.id(number)));
        }
        for path in operation.open_path_values() {
            let value = self.parameters.get(&path.name).cloned().unwrap_or_default();
            within.push((path.name.clone(), value));
        }
        within
    }
}

/// The types of records that operations list or name, and none creates.
fn uncreated(contract: &Contract) -> BTreeSet<&str> {
    let named = |operation: &'_ Operation| -> Vec<String> {
        let path = operation.path_parameters.iter().map(|path| path.record.clone());
        let body = operation.body_fields().filter_map(|field| field.record.clone());
        path.chain(body).chain(operation.lists.clone()).collect()
    };
    let known: BTreeSet<String> = contract.operations().flat_map(named).collect();
    let is_created = |ty: &str| contract.operations().any(|it| it.creates.as_deref() == Some(ty));
    let records = contract.records().map(|record| record.name.as_str());
    records.filter(|ty| known.contains(*ty) && !is_created(ty)).collect()
}

/// Whether there are clauses, all of which have this part in their ids.
fn all_have(clauses: &[&Clause], part: &str) -> bool {
    !clauses.is_empty() && clauses.iter().all(|clause| clause.id.contains(part))
}

/// What the clauses that depend on a fixture say of it: operations that never return it, and such that refuse it for a
/// reason in prose.
fn role(contract: &Contract, clauses: &[&Clause]) -> Role {
    let mut role = Role::default();
    let (is_hidden, is_refused) = (all_have(clauses, ".hides."), all_have(clauses, ".errors."));
    for operation in contract.operations() {
        let has = |suffix: &str| {
            let id = format!("{}.{suffix}", operation.id);
            clauses.iter().any(|clause| clause.id == id)
        };
        if is_hidden && operation.hidden.iter().any(|hidden| has(&format!("hides.{}", hidden.id))) {
            role.hidden.insert(operation.id.clone());
        }
        let in_prose = operation
            .errors
            .iter()
            .filter(|case| matches!(case.when.value(), Some(Condition::Prose(_)) | None));
        for case in
            in_prose.filter(|case| is_refused && has(&format!("errors.{}.refused", case.id)))
        {
            role.refused.insert((operation.id.clone(), case.id.clone()));
        }
    }
    role
}

/// The state that a fixture needs for the clauses that depend on it; `None` if a new record is right for one of them.
fn state(contract: &Contract, ty: &str, clauses: &[&Clause]) -> Option<String> {
    let record = contract.record(ty)?;
    let states = &record.lifecycle.as_ref()?.states.value;
    let has = |id: String| clauses.iter().any(|clause| clause.id == id);
    let mut wanted: Vec<Vec<&String>> = Vec::new();
    for operation in contract.operations() {
        let id = &operation.id;
        let refused = |case: &&ErrorCase| has(format!("{id}.errors.{}.refused", case.id));
        for case in operation.errors.iter().filter(refused) {
            wanted.push(states.iter().filter(|state| is_refused_in(case, ty, state)).collect());
        }
        let moved = |transition: &&Transition| {
            let name = transition.name.as_ref().map_or(String::new(), |name| format!("{name}."));
            transition.record == ty && has(format!("{id}.transition.{name}allowed"))
        };
        for transition in operation.transitions.iter().filter(moved) {
            wanted.push(states.iter().filter(|state| transition.starts_in(state)).collect());
        }
    }
    let initial = choices::initial_state(record)?;
    let is_right = wanted.iter().any(|wanted| wanted.iter().any(|state| *state == initial));
    wanted.into_iter().flatten().next().filter(|_| !is_right).cloned()
}

/// Whether an error case refuses records of a type in a state.
fn is_refused_in(case: &ErrorCase, ty: &str, state: &str) -> bool {
    match case.when.value() {
        Some(Condition::InState { record, state: refused }) => record == ty && refused == state,
        Some(Condition::NotInState { record, state: wanted }) => record == ty && wanted != state,
        _ => false,
    }
}

/// The value of a fact: of the member of that name, or of the one that it is about. A member whose type is not shown gets a
/// value that can be such a fact.
fn fact(values: Values<'_>, record: &mut Record, fact: &FactDeclaration) -> String {
    let contract = values.contract;
    let fields = contract.record(&record.ty).map_or(&[][..], |it| &it.fields);
    let about = fact.usages.iter().find_map(|usage| match usage {
        FactUsage::Passes(filter) => {
            let mut queries = contract.operations().flat_map(|operation| &operation.query);
            let query = queries.find(|query| query.name == filter.value)?;
            match query.filter.as_ref()? {
                Filter::Equals { field } => Some(field.as_str()),
                Filter::Compares { .. } | Filter::Includes { .. } | Filter::Meaning(_) => None,
            }
        }
        FactUsage::Fails(_) | FactUsage::AddedBy(_) | FactUsage::SortKey => None,
    });
    let named = fields.iter().find(|field| field.name == fact.name || field.wire == fact.name);
    let member = about.or(named.map(|field| field.wire.as_str()));
    let known = member.and_then(|member| record.get(member)).cloned();
    let is_fact = |value: &Json| is_of_type(&fact.ty, value) && is_well_formed(&fact.ty, value);
    let value = known.filter(is_fact).unwrap_or_else(|| {
        let no_limits = Constraints::default();
        values.plausible(&fact.name, &fact.ty, &no_limits, record.number)
    });
    let is_open = |field: &&Field| matches!(field.ty, Type::Unknown(_));
    if let Some(field) = named.filter(is_open) {
        record.set(&field.wire, value.clone());
    }
    value.identifier().map_or_else(|| value.to_string(), str::to_owned)
}
