//! Draws the calls of a walk.

use std::iter::repeat_n;

use fastrand::Rng;
use spec::{Condition, Contract, Identifier, Operation};

use super::action::{Action, ActionKind, Named, RecordId};
use super::model::{Model, ModelRecord, case_when, identified_inputs};
use crate::contract::{own_identifier, target_input};

/// Draws for one call before the walk ends early.
const MAX_DRAWS: usize = 500;

/// Created records that exist at the same time; more would only make the walk longer.
const MAX_RECORDS: usize = 5;

#[derive(Clone, Copy)]
enum Kind {
    Create,
    CreateSame,
    Read,
    ReadElsewhere,
    LookUpIdentifier,
    List,
    Move,
    Update,
    Remove,
    Unknown,
}

/// The kinds of calls, and how often each is drawn in relation to the others.
const KINDS: [(Kind, usize); 10] = [
    (Kind::Create, 4),
    (Kind::CreateSame, 3),
    (Kind::Read, 4),
    (Kind::ReadElsewhere, 1),
    (Kind::LookUpIdentifier, 2),
    (Kind::List, 2),
    (Kind::Move, 4),
    (Kind::Update, 2),
    (Kind::Remove, 2),
    (Kind::Unknown, 1),
];

pub(super) struct Draw<'a> {
    pub(super) contract: &'a Contract,
    pub(super) other_accounts: &'a [String],
    /// Whether the walk may write.
    pub(super) writes: bool,
    pub(super) rng: Rng,
    /// The record of the last call. Every second call is about it as well, if it can be.
    pub(super) last: Option<RecordId>,
}

impl<'a> Draw<'a> {
    /// Draws up to `count` calls that are possible one after the other; `first` numbers the first one.
    pub(super) fn actions(
        &mut self,
        model: &mut Model<'_>,
        first: RecordId,
        count: usize,
    ) -> Vec<Action> {
        let next = |id: RecordId| {
            (0..MAX_DRAWS).find_map(|_| {
                let action = self.action(model, id)?;
                model.apply(&action)?;
                let target =
                    model.target(self.contract.operation(&action.operation)?, &action.named);
                self.last = target.map(|(id, _)| id).or(Some(id));
                Some(action)
            })
        };
        (first..first + count).map_while(next).collect()
    }

    /// A call that may turn out to be impossible.
    fn action(&mut self, model: &Model<'_>, id: RecordId) -> Option<Action> {
        let kinds = KINDS.into_iter().flat_map(|(kind, times)| repeat_n(kind, times));
        let kind = self.rng.choice(kinds.collect::<Vec<_>>())?;
        let operation = self.operation(kind)?;
        let (named, kind) = match kind {
            Kind::Create => (self.owners(model, operation)?, ActionKind::Create),
            Kind::CreateSame => {
                let is_own =
                    |record: &ModelRecord| record.created_by.as_ref() == Some(&operation.id);
                let (record, found) = self.record(model, is_own)?;
                let field = self.rng.choice(found.unique.keys().cloned().collect::<Vec<_>>())?;
                (found.owners.clone(), ActionKind::CreateSame { record, field })
            }
            Kind::Read => (self.target(model, operation)?, ActionKind::Read),
            Kind::ReadElsewhere => {
                let key = self.rng.choice(self.other_accounts)?.clone();
                (self.target(model, operation)?, ActionKind::ReadElsewhere { key })
            }
            Kind::LookUpIdentifier => {
                let (from, below) = self.record(model, |record| !record.owners.is_empty())?;
                let (owner, _) = *self.rng.choice(below.owners.values().collect::<Vec<_>>())?;
                let (input, record) = target_input(operation)?;
                let own = own_identifier(self.contract, record);
                ([(input, (owner, own))].into(), ActionKind::LookUpIdentifier { from })
            }
            Kind::List => (Named::new(), ActionKind::List { removed: self.rng.bool() }),
            Kind::Move => {
                let transition = self.rng.choice(&operation.transitions)?.name.clone();
                (self.target(model, operation)?, ActionKind::Move { transition })
            }
            Kind::Update => {
                let named = self.target(model, operation)?;
                let (_, record) = model.target(operation, &named)?;
                let field = self.rng.choice(record.texts.keys().cloned().collect::<Vec<_>>())?;
                (named, ActionKind::Update { field })
            }
            Kind::Remove => (self.target(model, operation)?, ActionKind::Remove),
            Kind::Unknown => {
                let (_, _, forms) = identified_inputs(operation).next()?;
                (Named::new(), ActionKind::Unknown { form: *self.rng.choice(forms)? })
            }
        };
        Some(Action { id, operation: operation.id.clone(), kind, named })
    }

    /// An operation that makes calls of this kind.
    fn operation(&mut self, kind: Kind) -> Option<&'a Operation> {
        let does = |operation: &&'a Operation| {
            let reads = operation.method.is_safe();
            if operation.open_path_values().next().is_some() {
                return false;
            }
            match kind {
                Kind::Create => {
                    let repeats = case_when(operation, &Condition::Repeated).is_some();
                    operation.creates.is_some() || (!reads && repeats)
                }
                Kind::CreateSame => operation.creates.is_some(),
                Kind::Read | Kind::ReadElsewhere | Kind::LookUpIdentifier => {
                    reads && operation.lists.is_none() && target_input(operation).is_some()
                }
                Kind::List => operation.lists.is_some() && operation.path_parameters.is_empty(),
                Kind::Move => !operation.transitions.is_empty() && operation.creates.is_none(),
                Kind::Update => operation.updates.is_some(),
                Kind::Remove => operation.removes.is_some(),
                Kind::Unknown => identified_inputs(operation).count() == 1,
            }
        };
        let allowed = |operation: &&'a Operation| self.writes || operation.method.is_safe();
        let operations = self.contract.operations().filter(allowed).filter(does);
        self.rng.choice(operations.collect::<Vec<_>>())
    }

    /// Records for the inputs of a creation.
    fn owners(&mut self, model: &Model<'_>, operation: &Operation) -> Option<Named> {
        let exists = |record: &&ModelRecord| !record.is_fixture() && !record.is_removed;
        if model.records.values().filter(exists).count() >= MAX_RECORDS {
            return None;
        }
        let mut named = Named::new();
        for (input, record, forms) in identified_inputs(operation) {
            named
                .insert(input, self.identified(model, record, forms, |record| !record.is_removed)?);
        }
        Some(named)
    }

    /// A record for the target of a call, and for other inputs the owners of the record.
    fn target(&mut self, model: &Model<'_>, operation: &Operation) -> Option<Named> {
        let (target, _) = target_input(operation)?;
        let inputs: Vec<_> = identified_inputs(operation).collect();
        let (_, record, forms) = inputs.iter().find(|(input, ..)| *input == target)?;
        let (id, form) = self.identified(model, record, forms, |_| true)?;
        let owners = &model.records.get(&id)?.owners;
        let mut named: Named = [(target.clone(), (id, form))].into();
        for (input, record, forms) in inputs.iter().filter(|(input, ..)| *input != target) {
            let is_owner = |(id, _): &&(RecordId, Identifier)| {
                let owner = model.records.get(id);
                owner.is_some_and(|owner| owner.record_type.as_deref() == Some(record))
            };
            let (owner, _) = *owners.values().find(is_owner)?;
            named.insert(input.clone(), (owner, self.form(model, owner, forms)?));
        }
        Some(named)
    }

    fn identified(
        &mut self,
        model: &Model<'_>,
        record_type: &str,
        forms: &[Identifier],
        is_wanted: impl Fn(&ModelRecord) -> bool,
    ) -> Option<(RecordId, Identifier)> {
        let is_of_record =
            |record: &ModelRecord| record.record_type.as_deref() == Some(record_type);
        let (id, _) = self.record(model, |record| is_of_record(record) && is_wanted(record))?;
        Some((id, self.form(model, id, forms)?))
    }

    /// One of the accepted identifiers that is known.
    fn form(
        &mut self,
        model: &Model<'_>,
        id: RecordId,
        forms: &[Identifier],
    ) -> Option<Identifier> {
        let record = model.records.get(&id)?;
        let known = forms.iter().copied().filter(|form| record.identifier(*form).is_some());
        self.rng.choice(known.collect::<Vec<_>>())
    }

    fn record<'m>(
        &mut self,
        model: &'m Model<'_>,
        is_wanted: impl Fn(&ModelRecord) -> bool,
    ) -> Option<(RecordId, &'m ModelRecord)> {
        let wanted = model.records.iter().filter(|(_, record)| is_wanted(record));
        let wanted: Vec<_> = wanted.map(|(id, record)| (*id, record)).collect();
        let last = wanted.iter().find(|(id, _)| Some(*id) == self.last).filter(|_| self.rng.bool());
        last.copied().or_else(|| self.rng.choice(&wanted).copied())
    }
}
