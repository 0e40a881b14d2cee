//! Calls that read one record.

use spec::{ClauseKind, Contract, EnvelopeMember, Identifier, Operation, Scope, Type};

use super::action::{Action, Named, ThingId};
use super::model::{Model, Thing};
use crate::contract;
use crate::scenario::{KeyChoice, Step};

impl Model<'_> {
    /// Reads a record: it is found by each of its identifiers, with what the last call changed.
    pub(super) fn read(&mut self, action: &Action, operation: &Operation) -> Option<Step> {
        let (_, thing) = self.target(operation, &action.named)?;
        let step = self.call(operation, &action.named)?;
        if thing.is_removed {
            return self.gone(step, operation, thing);
        }
        let step = self.accepted(step, operation, &action.named);
        if let Some(step) = shown_state(self.contract, &step, operation, thing) {
            return Some(step);
        }
        let step = step.shows(self.shown(thing));
        Some(match &thing.updated {
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
    pub(super) fn learn(
        &mut self,
        action: &Action,
        operation: &Operation,
        from: ThingId,
    ) -> Option<Step> {
        let (id, thing) = self.target(operation, &action.named)?;
        let shows = self.shown(thing);
        let has_uuid = thing.identifier(Identifier::Uuid).is_some();
        if has_uuid || thing.is_removed || shows.is_empty() || action.named.len() != 1 {
            return None;
        }
        let below = self.things.get(&from)?;
        let reference = shown_uuid(self.contract, below, id)?;
        let (input, _) = contract::target_input(operation)?;
        let name = format!("found_{}", action.id);
        let found = format!("{{{name}.{}.{}}}", input.part.name(), input.name);
        let step = Step::call(&operation.id)
            .named(&name)
            .path(&input.name, &reference)
            .lookup()
            .shows(shows);
        self.thing_mut(id)?.identifiers.push((Identifier::Uuid, found));
        Some(step)
    }

    /// Texts that an answer about the record contains.
    fn shown(&self, thing: &Thing) -> Vec<String> {
        if thing.is_fixture() {
            return Vec::new();
        }
        let updated = thing.updated.iter().map(|updated| updated.new.clone());
        thing.locator().into_iter().chain(updated).collect()
    }
}

/// The reference to the member of a creation's answer that repeats the UUID of an owner.
fn shown_uuid(contract: &Contract, below: &Thing, owner: ThingId) -> Option<String> {
    let operation = contract.operation(below.created_by.as_deref()?)?;
    let by_email = |named: &Named, input| {
        named.get(input).is_some_and(|(id, form)| *id == owner && *form == Identifier::Email)
    };
    let echo =
        operation.success.echoes.iter().find(|echo| {
            echo.when == Some(Identifier::Uuid) && by_email(&below.owners, &echo.from)
        })?;
    Some(format!("{{{}.response.{}.{}}}", below.name, echo.member, echo.field))
}

/// The step with the state that the record must show.
fn shown_state(
    contract: &Contract,
    step: &Step,
    operation: &Operation,
    thing: &Thing,
) -> Option<Step> {
    let (clause, state) = thing.moved.as_ref().filter(|_| thing.is_certain)?;
    let state = state.as_ref()?;
    let record = contract.record(thing.record.as_deref()?)?;
    let member = record.lifecycle.as_ref()?.shown_in.stated()?;
    let field = record.fields.iter().find(|field| field.wire == *member)?;
    let is_a_value = matches!(&field.ty, Type::Enumeration(values) if values.contains(state));
    let is_own = |member: &&EnvelopeMember| member.ty == Type::Record(record.name.clone());
    let envelope = contract::envelope(operation)?.iter().find(is_own)?;
    let path = format!("{}.{}", envelope.wire, field.wire);
    is_a_value.then(|| step.clone().equals(&path, state).proves([clause.clone()]))
}
