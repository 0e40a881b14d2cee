//! What a walk knows of the records it works on: only what the contract states.

use std::collections::BTreeMap;

use spec::{
    ClauseKind, Condition, Contract, ErrorCase, Identifier, InputPart, InputRef, Operation,
};

use super::action::{Action, ActionKind, Named, RecordId};
use crate::claims::Clauses;
use crate::scenario::{ClauseRef, Step};

/// A record, or the effect of a call that creates none.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelRecord {
    /// Name of the step that created it, or of the need.
    pub(super) name: String,
    /// Name of the record type; `None` for the effect of a call that creates none.
    pub(super) record_type: Option<String>,
    /// The operation that created it; `None` for a fixture.
    pub(super) created_by: Option<String>,
    /// The records that its creation names.
    pub(super) owners: Named,
    pub(super) identifiers: Vec<(Identifier, String)>,
    /// References to its unique members.
    pub(super) unique: BTreeMap<String, String>,
    /// Its state, if it is known.
    pub(super) state: Option<String>,
    /// Whether its creation must have been accepted.
    pub(super) exists: bool,
    /// Whether its state, or its removal, is certain.
    pub(super) is_certain: bool,
    /// Whether others were created below it. Whether it can be removed then is not stated.
    pub(super) is_owner: bool,
    /// Whether a call may have moved it since it was created. What other operations do with it in
    /// another state is then not stated.
    pub(super) is_touched: bool,
    pub(super) is_removed: bool,
    /// References to the texts that it was created with, by member.
    pub(super) texts: BTreeMap<String, String>,
    pub(super) updated: Option<Updated>,
    /// Clause and new state of its last move.
    pub(super) moved: Option<(ClauseRef, Option<String>)>,
}

#[derive(Clone, Debug)]
pub(super) struct Updated {
    pub(super) clause: ClauseRef,
    pub(super) new: String,
    pub(super) old: String,
}

/// The records of a walk, and the steps so far.
pub(super) struct Model<'a> {
    pub(super) contract: &'a Contract,
    pub(super) clauses: &'a Clauses,
    pub(super) records: BTreeMap<RecordId, ModelRecord>,
    /// Calls that remove what was created, the last first.
    pub(super) finally: Vec<Step>,
}

impl ModelRecord {
    /// A fixture: nothing is known of its state.
    pub(super) fn fixture(
        name: String,
        record_type: &str,
        identifiers: Vec<(Identifier, String)>,
    ) -> Self {
        Self {
            name,
            record_type: Some(record_type.to_owned()),
            identifiers,
            exists: true,
            is_certain: true,
            ..Self::default()
        }
    }

    pub(super) fn owner_ids(&self) -> impl Iterator<Item = RecordId> {
        self.owners.values().map(|(id, _)| *id)
    }

    fn forget_state(&mut self) {
        (self.state, self.moved, self.updated) = (None, None, None);
        self.is_certain = false;
    }

    pub(super) fn is_fixture(&self) -> bool {
        self.created_by.is_none()
    }

    /// Whether the walk created it, and has not moved or removed it.
    fn is_as_created(&self) -> bool {
        !self.is_fixture() && self.exists && !self.is_touched && !self.is_removed
    }

    /// Whether it is in the state that the operation moves it from, if it does.
    fn can_move(&self, operation: &Operation) -> bool {
        operation.transitions.iter().filter(|moved| moved.trigger.is_none()).all(|moved| {
            self.record_type.as_ref() != Some(&moved.record)
                || (moved.except.is_none()
                    && (moved.from.is_none()
                        || self.state.as_ref().is_some_and(|state| moved.starts_in(state))))
        })
    }

    pub(super) fn identifier(&self, kind: Identifier) -> Option<&str> {
        self.identifiers.iter().find(|(known, _)| *known == kind).map(|(_, text)| text.as_str())
    }

    /// A text that a response about it contains: a unique member, or else its identifier.
    pub(super) fn locator(&self) -> Option<String> {
        let unique = self.unique.values().next().map(String::as_str);
        let mut texts = [Identifier::Uuid, Identifier::String].into_iter();
        unique.or_else(|| texts.find_map(|kind| self.identifier(kind))).map(str::to_owned)
    }
}

impl<'a> Model<'a> {
    /// A walk that has not made a call yet.
    pub(super) fn new(
        contract: &'a Contract,
        clauses: &'a Clauses,
        records: BTreeMap<RecordId, ModelRecord>,
    ) -> Self {
        Self { contract, clauses, records, finally: Vec::new() }
    }

    /// Adds an action. `None` if it is not possible, or nothing is stated about its outcome; nothing
    /// is changed then.
    pub(super) fn apply(&mut self, action: &Action) -> Option<Step> {
        let operation = self.contract.operation(&action.operation)?;
        match &action.kind {
            ActionKind::Create => self.create(action, operation),
            ActionKind::CreateSame { record, field } => {
                self.create_same(action, operation, *record, field)
            }
            ActionKind::Read => self.read(action, operation),
            ActionKind::ReadElsewhere { key } => self.read_elsewhere(action, operation, key),
            ActionKind::LookUpIdentifier { from } => {
                self.look_up_identifier(action, operation, *from)
            }
            ActionKind::List { removed } => self.list(operation, *removed),
            ActionKind::Move { transition } => {
                self.change_state(action, operation, transition.as_deref())
            }
            ActionKind::Update { field } => self.update(action, operation, field),
            ActionKind::Remove => self.remove(action, operation),
            ActionKind::Unknown { form } => unknown(operation, *form),
        }
    }

    /// The call with the identifiers of what it names; `None` if one is not known.
    pub(super) fn call(&self, operation: &Operation, named: &Named) -> Option<Step> {
        let mut step = Step::call(&operation.id);
        for (input, (record, form)) in named {
            let text = self.records.get(record)?.identifier(*form)?;
            step = match input.part {
                InputPart::Path => step.path(&input.name, text),
                InputPart::Body => step.body(&input.name, text),
                InputPart::Query | InputPart::Header => return None,
            };
        }
        Some(step)
    }

    /// What the last input names that identifies a record: what the call acts on.
    pub(super) fn target(
        &self,
        operation: &Operation,
        named: &Named,
    ) -> Option<(RecordId, &ModelRecord)> {
        let (input, _) = crate::contract::target_input(operation)?;
        let (id, _) = named.get(&input)?;
        Some((*id, self.records.get(id)?))
    }

    /// Whether the contract says that a call is accepted that names only these records, each as it
    /// was created: it names no other condition.
    pub(super) fn is_plain(&self, operation: &Operation, named: &Named) -> bool {
        let mut records = named.values().filter_map(|(id, _)| self.records.get(id));
        named.len() <= 1
            && has_no_open_refusal(operation)
            && records.all(|record| record.is_as_created() && record.can_move(operation))
    }

    /// The refusal for the state of one of the records, if their states are known.
    pub(super) fn refusal_by_state<'o>(
        &self,
        operation: &'o Operation,
        named: &Named,
    ) -> Option<&'o ErrorCase> {
        let state_of = |record_type: &str| {
            let mut records = named.values().filter_map(|(id, _)| self.records.get(id));
            let record =
                records.find(|record| record.record_type.as_deref() == Some(record_type))?;
            record.state.as_deref().filter(|_| record.exists && record.is_certain)
        };
        operation.errors.iter().find(|case| match case.when.stated() {
            Some(Condition::InState { record, state }) => state_of(record) == Some(state),
            Some(Condition::NotInState { record, state }) => {
                state_of(record).is_some_and(|found| found != state)
            }
            _ => false,
        })
    }

    /// A clause, if the contract has it and it can be tested.
    pub(super) fn clause(&self, operation: &str, kind: &ClauseKind) -> Option<ClauseRef> {
        let clause = ClauseRef { operation: Some(operation.to_owned()), kind: kind.clone() };
        self.clauses.get(&clause.id()).filter(|known| known.testable()).map(|_| clause)
    }

    /// The clause about the removal of a record.
    pub(super) fn removal(&self, record: &str) -> Option<ClauseRef> {
        let removes = |operation: &&Operation| operation.removes.as_deref() == Some(record);
        let operation = self.contract.operations().find(removes)?;
        self.clause(&operation.id, &ClauseKind::Removal)
    }

    /// What a call does to the records above and below the one that it acts on is not stated: their
    /// state may be another one afterwards, and after a move, what operations do with them.
    pub(super) fn forget_states_of_relatives(&mut self, id: RecordId, is_move: bool) {
        let owners: Vec<_> =
            self.records.get(&id).into_iter().flat_map(ModelRecord::owner_ids).collect();
        for (other, record) in &mut self.records {
            let is_below = record.owner_ids().any(|owner| owner == id);
            if *other != id && !record.is_removed && (is_below || owners.contains(other)) {
                record.forget_state();
                record.is_touched |= is_move;
            }
        }
    }
}

/// A call that names nothing, which is refused where the contract says as what.
fn unknown(operation: &Operation, form: Identifier) -> Option<Step> {
    let (input, _, _) = identified_inputs(operation).next()?;
    let case = case_when(operation, &Condition::Unknown(input.clone()))?;
    let step = Step::call(&operation.id);
    let value = format!("{{unknown {}}}", form.name());
    Some(step.input(input.part, &input.name, value).refused(&case.id))
}

/// Whether the contract says when each error of the operation is returned.
pub(super) fn has_no_open_refusal(operation: &Operation) -> bool {
    operation.errors.iter().all(|case| case.when.stated().is_some())
}

pub(super) fn case_when<'o>(
    operation: &'o Operation,
    condition: &Condition,
) -> Option<&'o ErrorCase> {
    operation.errors.iter().find(|case| case.when.stated() == Some(condition))
}

/// The inputs that must identify a record: input, record, and the accepted identifiers.
pub(super) fn identified_inputs(
    operation: &Operation,
) -> impl Iterator<Item = (InputRef, &str, &[Identifier])> {
    let path = operation.path_parameters.iter().map(|parameter| {
        let input = InputRef::new(InputPart::Path, &parameter.name);
        (input, parameter.record.as_str(), parameter.identifiers.as_slice())
    });
    let body = operation.body.iter().filter(|field| field.required).filter_map(|field| {
        let input = InputRef::new(InputPart::Body, &field.wire);
        Some((input, field.record.as_deref()?, field.identifiers.as_slice()))
    });
    path.chain(body)
}
