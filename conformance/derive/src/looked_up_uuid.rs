//! UUIDs of created records whose own creation does not show them: a response that repeats an identifier may hold it.

use spec::{Contract, Identifier, Operation};

use super::lifecycle::Reader;
use super::record_input::{RecordInput, record_inputs};
use super::subject::Subject;
use conformance_model::scenario::Step;

impl Subject {
    /// The same with its UUID, if a response may show it. Calls by the UUID are sent only if a read by it shows the record.
    pub(crate) fn with_looked_up_uuid(
        mut self,
        contract: &Contract,
        record: &str,
        name: &str,
    ) -> Self {
        if self.identifier(Identifier::Uuid).is_none() {
            let lookup = look_up(contract, record, &self, name);
            self.append(lookup);
        }
        self
    }

    fn append(&mut self, lookup: Option<(Self, String)>) {
        if let Some((calls, identifier)) = lookup {
            self.include(&calls);
            self.identifiers.push((Identifier::Uuid, identifier));
        }
    }
}

/// A record that refers to this one and repeats its identifier in the response; and a read by what the response holds.
fn look_up(
    contract: &Contract,
    record: &str,
    subject: &Subject,
    name: &str,
) -> Option<(Subject, String)> {
    let email = subject.identifier(Identifier::Email)?;
    let reader = Reader::find(contract, record)?;
    let mut creations = record_inputs(contract, record).filter_map(|target| {
        let place = echo_of_uuid(&target)?;
        is_removable(contract, target.operation).then_some((target, place))
    });
    let (target, place) = creations.next()?;
    let (added, found) = (format!("{name}_added"), format!("{name}_found"));
    let given = [(target.input(), email)];
    let mut calls = Subject::create_by(contract, target.operation, &added, &given, &[])?;
    let read: Step = reader.target.call(&format!("{{{added}.response.{place}}}"))?;
    calls.steps.push(read.named(&found).lookup().shows([email]));
    Some((calls, format!("{{{found}.path.{}}}", reader.target.name)))
}

/// The place in the response that repeats a UUID that is sent, if another identifier may be sent instead.
fn echo_of_uuid(target: &RecordInput<'_>) -> Option<String> {
    target.identifiers.contains(&Identifier::Email).then_some(())?;
    let input = target.input();
    let mut echoes = target.operation.success.echoes.iter();
    let echo = echoes.find(|echo| echo.from == input && echo.when == Some(Identifier::Uuid))?;
    Some(format!("{}.{}", echo.member, echo.field))
}

fn is_removable(contract: &Contract, creation: &Operation) -> bool {
    let created = creation.creates.as_deref();
    created.is_some() && contract.operations().any(|removal| removal.removes.as_deref() == created)
}
