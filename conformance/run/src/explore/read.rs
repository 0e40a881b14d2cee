//! Calls that read one record.

use spec::{ClauseKind, Contract, Identifier, Operation, Scope, Type, field_path};

use super::action::{Action, Named, RecordId};
use super::model::{Model, ModelRecord};
use crate::contract;
use crate::scenario::{KeyChoice, Step};

impl Model<'_> {
    /// Reads a record: it is found by each of its identifiers, with what the last call changed.
    pub(super) fn read(&mut self, action: &Action, operation: &Operation) -> Option<Step> {
        let (_, record) = self.target(operation, &action.named)?;
        let step = self.call(operation, &action.named)?;
        if record.is_removed {
            return self.gone(step, operation, record);
        }
        let step = self.accepted(step, operation, &action.named);
        if let Some(step) = shown_state(self.contract, &step, operation, record) {
            return Some(step);
        }
        let step = step.shows(self.shown(record));
        Some(match &record.updated {
            Some(updated) => step.hides([updated.old.clone()]).proves([updated.clause.clone()]),
            None => step,
        })
    }

    /// Reads a record with the key of another account.
    pub(super) fn read_elsewhere(
        &mut self,
        action: &Action,
        operation: &Operation,
        key: &str,
    ) -> Option<Step> {
        let scope = operation.scope.as_ref()?.stated()?;
        let clause = self.clause(&operation.id, &ClauseKind::Scope)?;
        if *scope != Scope::Account || self.names_removed(&action.named) {
            return None;
        }
        let step = self.call(operation, &action.named)?;
        Some(step.key(KeyChoice::Kind(key.to_owned())).refused_any().proves([clause]))
    }

    /// Reads a record by the identifier that a record below it shows.
    pub(super) fn look_up_identifier(
        &mut self,
        action: &Action,
        operation: &Operation,
        from: RecordId,
    ) -> Option<Step> {
        let (id, record) = self.target(operation, &action.named)?;
        let shows = self.shown(record);
        let own = contract::own_identifier(self.contract, record.record_type.as_deref()?);
        let has_own = record.identifier(own).is_some();
        if has_own || record.is_removed || shows.is_empty() || action.named.len() != 1 {
            return None;
        }
        let below = self.records.get(&from)?;
        let reference = shown_identifier(self.contract, below, id)?;
        let (input, _) = contract::target_input(operation)?;
        let name = format!("found_{}", action.id);
        let found = format!("{{{name}.{}.{}}}", input.part.name(), input.name);
        let step = Step::call(&operation.id)
            .named(&name)
            .path(&input.name, &reference)
            .lookup()
            .shows(shows);
        self.records.get_mut(&id)?.identifiers.push((own, found));
        Some(step)
    }

    /// Texts that a response about the record contains.
    fn shown(&self, record: &ModelRecord) -> Vec<String> {
        if record.is_fixture() {
            return Vec::new();
        }
        let updated = record.updated.iter().map(|updated| updated.new.clone());
        record.locator().into_iter().chain(updated).collect()
    }
}

/// The reference to the member of a creation's response that repeats the identifier that the service assigned to an owner.
fn shown_identifier(contract: &Contract, below: &ModelRecord, owner: RecordId) -> Option<String> {
    let operation = contract.operation(below.created_by.as_deref()?)?;
    let by_email = |named: &Named, input| {
        named.get(input).is_some_and(|(id, form)| *id == owner && *form == Identifier::Email)
    };
    let echo = operation.success.echoes.iter().find(|echo| {
        echo.when.is_some_and(Identifier::is_own) && by_email(&below.owners, &echo.from)
    })?;
    Some(format!("{{{}.response.{}}}", below.name, field_path(&echo.member, &echo.field)))
}

/// The step with the state that the record must show.
fn shown_state(
    contract: &Contract,
    step: &Step,
    operation: &Operation,
    record: &ModelRecord,
) -> Option<Step> {
    let (clause, state) = record.moved.as_ref().filter(|_| record.is_certain)?;
    let state = state.as_ref()?;
    let spec_record = contract.record(record.record_type.as_deref()?)?;
    let member = spec_record.lifecycle.as_ref()?.shown_in.stated()?;
    let field = spec_record.fields.iter().find(|field| field.wire == *member)?;
    let is_a_value = matches!(&field.ty, Type::Enumeration(values) if values.contains(state));
    let ty = Type::Record(spec_record.name.clone());
    let path = field_path(contract::member_of_type(operation, &ty)?, &field.wire);
    is_a_value.then(|| step.clone().equals(&path, state).proves([clause.clone()]))
}
