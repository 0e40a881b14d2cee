//! Calls that create records: what exists afterwards, and what must be refused then.

use std::collections::BTreeMap;
use std::iter::empty;

use conformance_model::values::takes_words;
use spec::{
    ClauseKind, Condition, Format, Identifier, InputField, InputPart, InputRef, Operation, Type,
    field_path,
};

use super::action::{Action, Named, RecordId};
use super::model::{Model, ModelRecord, case_when};
use crate::contract;
use crate::scenario::Step;

impl Model<'_> {
    /// Creates a record. For owners that have one, it is a repetition.
    pub(super) fn create(&mut self, action: &Action, operation: &Operation) -> Option<Step> {
        let is_unusable = self.names_removed(&action.named)
            || self.moves_fixture(operation, &action.named)
            || self.is_shared(&action.named);
        if is_unusable {
            return None;
        }
        let step = self.call(operation, &action.named)?;
        if let Some(case) = self.refusal_by_state(operation, &action.named) {
            return Some(step.refused(&case.id));
        }
        let repeated = case_when(operation, &Condition::Repeated);
        if let Some(earlier) = self.of_same_owners(action, false) {
            return self.repeat(action, operation, earlier, &repeated?.id);
        }
        let is_plain = self.is_plain(operation, &action.named);
        let mut step = self.accepted(step, operation, &action.named);
        if let Some(removed) = self.of_same_owners(action, true)
            && let Some(case) = repeated
            && removed.is_certain
        {
            step = self.shows_removal(step, removed, &case.id);
        }
        let texts = changeable_texts(self, operation);
        for (member, text) in &texts {
            step = step.body(member, text);
        }
        self.add(action, operation, BTreeMap::new(), texts.into_keys(), is_plain);
        self.forget_states_of_relatives(action.id, false);
        self.move_owners(operation, &action.named, is_plain);
        Some(step.named(&created_name(action, operation)))
    }

    /// Creates a record with the unique member of another. If that exists, it is refused.
    pub(super) fn create_same(
        &mut self,
        action: &Action,
        operation: &Operation,
        other: RecordId,
        field: &str,
    ) -> Option<Step> {
        let other = self.records.get(&other)?;
        let value = other.unique.get(field)?.clone();
        let input = InputRef::new(InputPart::Body, field);
        let case = case_when(operation, &Condition::Taken(input))?;
        let is_same = |record: &&ModelRecord| record.unique.get(field) == Some(&value);
        let step = self.call(operation, &action.named)?.body(field, &value);
        let mut same = self.records.values().filter(is_same);
        if let Some(existing) = same.find(|record| !record.is_removed) {
            // In a state without a name it may be gone.
            let exists = existing.exists && (!existing.is_touched || existing.state.is_some());
            return exists.then(|| step.refused(&case.id));
        }
        if self.records.values().filter(is_same).any(|record| !record.is_certain) {
            return None;
        }
        let step = self.shows_removal(step, other, &case.id);
        let is_plain = self.is_plain(operation, &action.named);
        self.add(action, operation, [(field.to_owned(), value)].into(), empty(), is_plain);
        Some(step.named(&created_name(action, operation)))
    }

    /// Adds the expectation of acceptance, where it is stated.
    pub(super) fn accepted(&self, step: Step, operation: &Operation, named: &Named) -> Step {
        if self.is_plain(operation, named) { step } else { step.may_be_refused() }
    }

    pub(super) fn names_removed(&self, named: &Named) -> bool {
        named.values().any(|(id, _)| self.records.get(id).is_none_or(|record| record.is_removed))
    }

    /// What the same operation created for the same owners.
    fn of_same_owners(&self, action: &Action, removed: bool) -> Option<&ModelRecord> {
        let owners: Vec<_> = action.named.values().map(|(id, _)| *id).collect();
        self.records.values().rev().find(|record| {
            record.created_by.as_ref() == Some(&action.operation)
                && !owners.is_empty()
                && record.owner_ids().eq(owners.iter().copied())
                && record.is_removed == removed
        })
    }

    /// The same creation again, possibly with other identifiers of the same records. It is sent only
    /// if the first was accepted: an input comes from its response, unless it must have been.
    fn repeat(
        &self,
        action: &Action,
        operation: &Operation,
        earlier: &ModelRecord,
        case: &str,
    ) -> Option<Step> {
        if !self.are_as_before(&action.named) {
            return None;
        }
        let mut step = self.call(operation, &action.named)?;
        if !earlier.exists {
            let (input, text) = echoed(operation, earlier, &action.named)?;
            step = step.input(input.part, &input.name, &text);
        }
        let step = step.refused(case);
        let is_same = earlier.owners == action.named;
        Some(if is_same { step } else { step.repeats(&earlier.name) })
    }

    /// Whether another walk may create the same, because only fixtures are named.
    fn is_shared(&self, named: &Named) -> bool {
        let mut records = named.values().filter_map(|(id, _)| self.records.get(id));
        !named.is_empty() && records.all(ModelRecord::is_fixture)
    }

    /// Whether the creation would move a fixture, which the walk could not restore.
    fn moves_fixture(&self, operation: &Operation, named: &Named) -> bool {
        let mut fixtures =
            named.values().filter_map(|(id, _)| self.records.get(id)).filter(|it| it.is_fixture());
        fixtures.any(|fixture| {
            let records = operation.transitions.iter().map(|moved| &moved.record);
            records.into_iter().any(|record| fixture.record_type.as_ref() == Some(record))
        })
    }

    fn are_as_before(&self, named: &Named) -> bool {
        let mut records = named.values().filter_map(|(id, _)| self.records.get(id));
        records.all(|record| !record.is_touched)
    }

    /// That it can be created again shows that it was removed.
    fn shows_removal(&self, step: Step, removed: &ModelRecord, case: &str) -> Step {
        match removed.record_type.as_deref().and_then(|record| self.removal(record)) {
            Some(clause) => step.proves([clause]).disproved_by(case),
            None => step,
        }
    }

    fn add(
        &mut self,
        action: &Action,
        operation: &Operation,
        given: BTreeMap<String, String>,
        texts: impl Iterator<Item = String>,
        exists: bool,
    ) {
        let name = created_name(action, operation);
        let sent = |wire: &str| format!("{{{name}.body.{wire}}}");
        let unique = operation.body.iter().filter(|field| field.unique && field.required);
        let mut unique: BTreeMap<_, _> =
            unique.map(|field| (field.wire.clone(), sent(&field.wire))).collect();
        unique.extend(given);
        let record_type = operation.creates.clone();
        let lifecycle = record_type.as_deref().and_then(|record| self.contract.record(record));
        let lifecycle = lifecycle.and_then(|record| record.lifecycle.as_ref());
        let created = ModelRecord {
            identifiers: self.created_identifiers(operation, &name, &unique),
            created_by: Some(operation.id.clone()),
            owners: action.named.clone(),
            state: lifecycle.and_then(|lifecycle| lifecycle.initial.stated().cloned()),
            exists,
            is_certain: true,
            texts: texts.map(|wire| (wire.clone(), sent(&wire))).collect(),
            unique,
            record_type,
            name,
            ..ModelRecord::default()
        };
        for (id, _) in action.named.values() {
            if let Some(owner) = self.records.get_mut(id) {
                owner.is_owner = true;
            }
        }
        let removal = self.removal_call(&created);
        self.finally.splice(0..0, removal);
        self.records.insert(action.id, created);
    }

    fn created_identifiers(
        &self,
        operation: &Operation,
        name: &str,
        unique: &BTreeMap<String, String>,
    ) -> Vec<(Identifier, String)> {
        let members = contract::envelope(operation).unwrap_or_default();
        let shown = members.iter().find_map(|member| {
            let Type::Record(record) = &member.ty else { return None };
            let is_own = operation.creates.as_deref() == Some(record);
            let field = self.contract.record(record).filter(|_| is_own)?.identifier()?;
            let is_stated = field.present.stated() == Some(&true);
            let reference = || {
                let path = field_path(&member.wire, &field.wire);
                format!("{{{name}.response.{path}}}")
            };
            is_stated.then(|| (contract::own_identifier(self.contract, record), reference()))
        });
        let is_email = |field: &&InputField| field.ty == Type::Text(Some(Format::Email));
        let email = operation.body.iter().filter(is_email);
        let mut email = email.filter_map(|field| unique.get(&field.wire).cloned());
        shown.into_iter().chain(email.next().map(|text| (Identifier::Email, text))).collect()
    }

    /// The call that removes a created record, if there is one whose path can be filled.
    fn removal_call(&self, created: &ModelRecord) -> Option<Step> {
        let record_type = created.record_type.as_deref()?;
        let removes = |operation: &&Operation| operation.removes.as_deref() == Some(record_type);
        let operation = self.contract.operations().find(removes)?;
        let mut step = Step::call(&operation.id);
        for parameter in &operation.path_parameters {
            let text = if parameter.record == record_type {
                parameter.identifiers.iter().find_map(|kind| created.identifier(*kind))?.to_owned()
            } else {
                let mut owners = created.owners.values();
                owners.find_map(|(id, _)| {
                    let owner = self.records.get(id)?;
                    let is_owner = owner.record_type.as_ref() == Some(&parameter.record);
                    let mut forms = parameter.identifiers.iter().filter(|_| is_owner);
                    forms.find_map(|kind| owner.identifier(*kind)).map(str::to_owned)
                })?
            };
            step = step.path(&parameter.name, &text);
        }
        Some(step)
    }

    /// A creation may move a record that it names: a book is lent.
    fn move_owners(&mut self, operation: &Operation, named: &Named, is_plain: bool) {
        for transition in operation.transitions.iter().filter(|it| it.trigger.is_none()) {
            let kind = ClauseKind::TransitionDone { transition: transition.name.clone() };
            let clause = self.clause(&operation.id, &kind);
            for (id, _) in named.values() {
                let Some(record) = self.records.get_mut(id) else { continue };
                if record.record_type.as_ref() == Some(&transition.record) {
                    record.move_to(transition, clause.clone(), is_plain);
                }
            }
        }
    }
}

/// An input that the response to the creation repeats, as a reference to that answer.
fn echoed(
    operation: &Operation,
    earlier: &ModelRecord,
    named: &Named,
) -> Option<(InputRef, String)> {
    let echo = operation.success.echoes.iter().find(|echo| {
        let form = named.get(&echo.from).map(|(_, form)| *form);
        form.is_some() && (echo.when.is_none() || echo.when == form)
    })?;
    let reference =
        format!("{{{}.response.{}}}", earlier.name, field_path(&echo.member, &echo.field));
    Some((echo.from.clone(), reference))
}

fn created_name(action: &Action, operation: &Operation) -> String {
    let what = operation.creates.as_deref().unwrap_or("call").to_ascii_lowercase();
    format!("{what}_{}", action.id)
}

/// Texts for the members that an update can change, so that the change is seen.
fn changeable_texts(model: &Model<'_>, operation: &Operation) -> BTreeMap<String, String> {
    let record = operation.creates.as_deref();
    let mut updates = model
        .contract
        .operations()
        .filter(|update| record.is_some() && update.updates.as_deref() == record);
    let fields = updates.next().into_iter().flat_map(|update| &update.body);
    let is_plain_text = |wire: &str| {
        operation.body_field(wire).is_some_and(|field| takes_words(field) && !field.unique)
    };
    let fields = fields.filter(|field| takes_words(field) && is_plain_text(&field.wire));
    fields.map(|field| (field.wire.clone(), "Before {unique}".to_owned())).collect()
}
