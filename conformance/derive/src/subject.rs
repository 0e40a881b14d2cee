//! How a scenario obtains a record: it creates one, or uses a fixture.

use conformance_model::contract::{member_of_type, own_identifier};
use spec::{
    Condition, Contract, Field, Fixture, Format, Identifier, InputField, InputPart, InputRef,
    Operation, Type, field_path,
};

use crate::removable::before_removal;
use conformance_model::scenario::Step;
use conformance_model::values::{has_known_inputs, takes_words};

/// A record that a scenario works on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subject {
    /// The fixtures that it needs: name for the steps, and kind.
    pub(crate) needs: Vec<(String, String)>,
    /// The calls that create it.
    pub(crate) steps: Vec<Step>,
    /// The calls that remove it.
    pub(crate) finally: Vec<Step>,
    /// References to its identifiers.
    pub(crate) identifiers: Vec<(Identifier, String)>,
    /// The state that the calls bring it into, if they move it.
    pub(crate) state: Option<String>,
}

impl Subject {
    /// A reference to the identifier of this kind.
    pub(crate) fn identifier(&self, kind: Identifier) -> Option<&str> {
        self.identifiers.iter().find(|(known, _)| *known == kind).map(|(_, text)| text.as_str())
    }

    /// A reference to the identifier that the service assigned.
    pub(crate) fn own_identifier(&self) -> Option<&str> {
        let mut known = self.identifiers.iter();
        known.find(|(kind, _)| kind.is_own()).map(|(_, text)| text.as_str())
    }

    /// A reference to an identifier that the input accepts; the first one, because one that is looked up may be
    /// missing.
    pub(crate) fn accepted_by(&self, kinds: &[Identifier]) -> Option<&str> {
        self.each_accepted_by(kinds).next().map(|(_, text)| text)
    }

    /// References to all identifiers that the input accepts.
    pub(crate) fn each_accepted_by(
        &self,
        kinds: &[Identifier],
    ) -> impl Iterator<Item = (Identifier, &str)> {
        let accepted = self.identifiers.iter().filter(|(kind, _)| kinds.contains(kind));
        accepted.map(|(kind, text)| (*kind, text.as_str()))
    }

    /// Creates a record with the given members of the body, besides the required ones. Steps and needs are called
    /// `name`, or begin with it. `None` if no operation creates such a record from what a scenario has, or a created one
    /// cannot be identified.
    pub(crate) fn create(
        contract: &Contract,
        record: &str,
        name: &str,
        body: &[(&str, &str)],
    ) -> Option<Self> {
        let creation =
            contract.operations().find(|operation| operation.creates.as_deref() == Some(record))?;
        Self::create_by(contract, creation, name, &[], body)
    }

    /// The same by one operation, for the records that some of its inputs are given.
    pub(crate) fn create_by(
        contract: &Contract,
        creation: &Operation,
        name: &str,
        given: &[(InputRef, &str)],
        body: &[(&str, &str)],
    ) -> Option<Self> {
        if !has_known_inputs(contract, creation) {
            return None;
        }
        let known = |part, name: &str| {
            let known = given.iter().find(|(input, _)| *input == InputRef::new(part, name));
            known.map(|(_, reference)| *reference)
        };
        let mut owners = Vec::new();
        let mut step = Step::call(&creation.id).named(name);
        for parameter in &creation.path_parameters {
            if let Some(reference) = known(InputPart::Path, &parameter.name) {
                step = step.path(&parameter.name, reference);
                continue;
            }
            let owner =
                Self::shared(contract, &parameter.record, &format!("{name}_{}", parameter.name))?;
            step = step.path(&parameter.name, owner.accepted_by(&parameter.identifiers)?);
            owners.push(owner);
        }
        for field in creation.body_fields().filter(|field| creation.always_has(field)) {
            if let Some(reference) = known(InputPart::Body, &field.wire) {
                step = step.body(&field.wire, reference);
            } else if let Some(record) = &field.record {
                let part = Self::shared(
                    contract,
                    record,
                    &format!("{name}_{}", field.name.replace('.', "_")),
                )?;
                step = step.body(&field.wire, part.accepted_by(&field.identifiers)?);
                owners.push(part);
            }
        }
        for (member, value) in body {
            step = step.body(member, *value);
        }
        let mut subject = Self::created_by(contract, creation, name, step);
        for owner in owners.iter().rev() {
            subject.needs.extend(owner.needs.iter().cloned());
            subject.steps.splice(0..0, owner.steps.iter().cloned());
            subject.finally.extend(owner.finally.iter().cloned());
        }
        (!subject.identifiers.is_empty()).then_some(subject)
    }

    /// The record that the step `name` creates.
    pub(crate) fn created_by(
        contract: &Contract,
        creation: &Operation,
        name: &str,
        step: Step,
    ) -> Self {
        let record = creation.creates.as_deref().unwrap_or_default();
        let mut subject = Self {
            steps: vec![step],
            identifiers: created_identifiers(contract, creation, record, name),
            ..Self::default()
        };
        if let Some((operation, step)) = removal(contract, record, &subject, creation, name) {
            let accepted_by = |kinds: &[Identifier]| subject.accepted_by(kinds).map(str::to_owned);
            let change = before_removal(contract, record, operation, accepted_by);
            subject.finally.extend(change.into_iter().chain([step]));
        }
        subject
    }

    /// A fixture of the kind.
    pub(crate) fn fixture(contract: &Contract, fixture: &Fixture, name: &str) -> Self {
        let own = own_identifier(contract, &fixture.record);
        let mut identifiers = vec![(own, format!("{{{name}.id}}"))];
        if fixture.facts.iter().any(|fact| fact.name == Identifier::Email.name()) {
            identifiers.push((Identifier::Email, format!("{{{name}.email}}")));
        }
        Self {
            needs: vec![(name.to_owned(), fixture.kind.clone())],
            identifiers,
            ..Self::default()
        }
    }

    /// A new record if a scenario can create one, or else a fixture that it does not use up.
    pub(crate) fn any(contract: &Contract, record: &str, name: &str) -> Option<Self> {
        Self::create(contract, record, name, &[])
            .or_else(|| Some(Self::fixture(contract, kinds(contract, record).next()?, name)))
    }

    /// The call of the operation among those that remove it.
    pub(crate) fn removal_by(&self, removal: &Operation) -> Option<Step> {
        self.finally.iter().find(|step| step.calls(&removal.id)).cloned()
    }

    /// The removal of what the operation creates as well, if the record is part of one already.
    pub(crate) fn removal_of_same(
        &self,
        creation: &Operation,
        contract: &Contract,
    ) -> Option<Step> {
        let mut removals = contract.operations().filter(|removal| removal.removes.is_some());
        self.removal_by(removals.find(|removal| removal.removes == creation.creates)?)
    }

    /// Takes over the needs, the calls and the removal of another.
    pub(crate) fn include(&mut self, other: &Self) {
        self.needs.extend(other.needs.iter().cloned());
        self.steps.extend(other.steps.iter().cloned());
        self.finally.splice(0..0, other.finally.iter().cloned());
    }

    /// The same, but the scenario uses a fixture under the name of its kind, so that all calls share it.
    pub(crate) fn shared(contract: &Contract, record: &str, name: &str) -> Option<Self> {
        Self::create(contract, record, name, &[]).or_else(|| {
            let fixture = kinds(contract, record).next()?;
            Some(Self::fixture(contract, fixture, &fixture.kind))
        })
    }
}

/// The kinds of fixtures of a record that a scenario does not use up.
pub(crate) fn kinds<'c>(
    contract: &'c Contract,
    record: &'c str,
) -> impl Iterator<Item = &'c Fixture> {
    contract
        .service
        .fixtures
        .iter()
        .filter(move |fixture| fixture.record == record && !fixture.consumed)
}

/// The member of the body that holds an address by which the record is identified.
pub(crate) fn address_member(creation: &Operation) -> Option<&InputField> {
    creation
        .body
        .iter()
        .find(|field| field.required && field.unique && field.ty == Type::Text(Some(Format::Email)))
}

/// References to the identifiers of a record that the step `name` created.
fn created_identifiers(
    contract: &Contract,
    creation: &Operation,
    record: &str,
    name: &str,
) -> Vec<(Identifier, String)> {
    let mut identifiers = Vec::new();
    let ty = Type::Record(record.to_owned());
    let shown = member_of_type(creation, &ty).zip(shown_identifier(contract, record));
    if let Some((member, id)) = shown {
        let reference = format!("{{{name}.response.{}}}", field_path(member, &id.wire));
        identifiers.push((own_identifier(contract, record), reference));
    }
    if let Some(field) = address_member(creation) {
        identifiers.push((Identifier::Email, format!("{{{name}.body.{}}}", field.wire)));
    }
    identifiers
}

/// The call that removes what the step `name` created, if there is one whose path it can fill.
fn removal<'c>(
    contract: &'c Contract,
    record: &str,
    subject: &Subject,
    creation: &Operation,
    name: &str,
) -> Option<(&'c Operation, Step)> {
    let removal =
        contract.operations().find(|operation| operation.removes.as_deref() == Some(record))?;
    let mut step = Step::call(&removal.id);
    for parameter in &removal.path_parameters {
        if parameter.record == record {
            step = step.path(&parameter.name, subject.accepted_by(&parameter.identifiers)?);
        } else {
            // The owner that the creation names.
            let owner =
                creation.path_parameters.iter().find(|known| known.record == parameter.record)?;
            let reference = format!("{{{name}.{}.{}}}", InputPart::Path.name(), owner.name);
            step = step.path(&parameter.name, reference);
        }
    }
    Some((removal, step))
}

/// The member of a record that always shows its identifier.
pub(crate) fn shown_identifier<'c>(contract: &'c Contract, record: &str) -> Option<&'c Field> {
    let field = contract.record(record)?.identifier()?;
    (field.present.stated() == Some(&true)).then_some(field)
}

/// A member of the creation that updates change as well: a plain text, so that a scenario can look for it.
pub(crate) fn text_member<'c>(contract: &'c Contract, record: &str) -> Option<&'c str> {
    let of = |is_it: fn(&Operation) -> Option<&str>| {
        contract.operations().find(move |operation| is_it(operation) == Some(record))
    };
    let creation = of(|operation| operation.creates.as_deref())?;
    let update = of(|operation| operation.updates.as_deref())?;
    let is_plain = |field: &&InputField| takes_words(field) && !field.unique;
    let mut common = update
        .body
        .iter()
        .filter(is_plain)
        .filter(|field| creation.body_field(&field.wire).is_some_and(|field| is_plain(&field)));
    common.next().map(|field| field.wire.as_str())
}

/// The unique members of a creation, each with the case of a value that is taken.
pub(crate) fn taken_members(creation: &Operation) -> impl Iterator<Item = (&str, &str)> {
    creation.errors.iter().filter_map(|case| match case.when.stated() {
        Some(Condition::Taken(input)) if input.part == InputPart::Body => {
            Some((input.name.as_str(), case.id.as_str()))
        }
        _ => None,
    })
}
