//! Changes of records that a scenario can undo, and how it sees them.

use conformance_model::contract::member_of_type;
use spec::{Contract, Operation, Type, field_path};

use super::call::{Call, reader, text_members};
use super::reading::whole;
use conformance_model::scenario::Step;

/// An update of one member that holds free text.
pub(crate) struct Change<'c> {
    pub(crate) operation: &'c Operation,
    /// A record that the scenario creates, or a fixture that it restores.
    pub(crate) call: Call,
    /// The member, by its name on the wire.
    pub(crate) member: &'c str,
    /// The call that restores the value of a fixture.
    pub(crate) restore: Option<Step>,
}

impl<'c> Change<'c> {
    /// `None` if the operation changes no such member, or what it changes could not be restored.
    pub(crate) fn of(contract: &'c Contract, operation: &'c Operation) -> Option<Self> {
        operation.updates.as_ref()?;
        let call = Call::new(contract, operation, "")?;
        let is_created = call.subjects.iter().any(|subject| !subject.steps.is_empty());
        text_members(operation).find_map(|field| {
            let member = field.wire.as_str();
            let restore = if is_created {
                None
            } else {
                let value = known_value(contract, &call, member)?;
                Some(call.step.clone().body(member, value))
            };
            Some(Self { operation, call: call.clone(), member, restore })
        })
    }

    /// The call with a value.
    pub(crate) fn to(&self, value: &str) -> Step {
        self.call.step.clone().body(self.member, value)
    }

    /// A call that shows the changed record.
    pub(crate) fn read(&self, contract: &Contract) -> Option<Step> {
        let (operation, parameter) = reader(contract, self.operation.updates.as_deref()?)?;
        let subject = self.call.subjects.last()?;
        let identifiers = &operation.path_parameter(parameter)?.identifiers;
        Some(Step::call(&operation.id).path(parameter, subject.accepted_by(identifiers)?))
    }

    /// A call whose response has the member at a documented place, and the place.
    pub(crate) fn read_member(&self, contract: &Contract) -> Option<(Step, String)> {
        let record = contract.record(self.operation.updates.as_deref()?)?;
        let field = record.fields.iter().find(|field| field.wire == self.member)?;
        field.present.stated().filter(|present| **present)?;
        let ty = Type::Record(record.name.clone());
        let (shows, _) = reader(contract, &record.name)?;
        if let Some(member) = member_of_type(shows, &ty) {
            return Some((self.read(contract)?, field_path(member, self.member)));
        }
        let (name, _) = self.call.subjects.last()?.needs.last()?;
        let ty = Type::List(Box::new(ty));
        contract.operations().filter(|operation| operation.lists.is_some()).find_map(|list| {
            let place = format!("{}[{name}.id].{}", member_of_type(list, &ty)?, self.member);
            Some((whole(list)?, place))
        })
    }
}

/// A reference to the value that a member of a fixture has before the run.
fn known_value(contract: &Contract, call: &Call, member: &str) -> Option<String> {
    let (name, kind) = call.subjects.last()?.needs.last()?;
    let fixture = contract.service.fixtures.iter().find(|fixture| fixture.kind == *kind)?;
    let fact = fixture.facts.iter().find(|fact| fact.name == member)?;
    Some(format!("{{{name}.{}}}", fact.name))
}
