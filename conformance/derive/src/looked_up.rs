//! Identifiers of created records whose own creation does not show them: a response that repeats an identifier may hold it.

use conformance_model::contract::own_identifier;
use spec::{Contract, Echo, Identifier, Operation, field_path};

use super::lifecycle::Reader;
use super::record_input::{RecordInput, record_inputs};
use super::subject::Subject;
use conformance_model::scenario::Step;

impl Subject {
    /// The same with the identifier that the service assigns, if a response may show it. Calls by that are sent only if a
    /// read by it shows the record.
    pub(crate) fn with_looked_up_identifier(
        mut self,
        contract: &Contract,
        record: &str,
        name: &str,
    ) -> Self {
        if self.own_identifier().is_none()
            && let Some((calls, identifier)) = look_up(contract, record, &self, name)
        {
            self.include(&calls);
            self.identifiers.push((own_identifier(contract, record), identifier));
        }
        self
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
        let place = echo_of_own(&target)?;
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

/// The place in the response that repeats an identifier of the service, if another one may be sent instead.
fn echo_of_own(target: &RecordInput<'_>) -> Option<String> {
    target.identifiers.contains(&Identifier::Email).then_some(())?;
    let input = target.input();
    let mut echoes = target.operation.success.echoes.iter();
    let is_own = |echo: &&Echo| echo.from == input && echo.when.is_some_and(Identifier::is_own);
    let echo = echoes.find(is_own)?;
    Some(field_path(&echo.member, &echo.field))
}

fn is_removable(contract: &Contract, creation: &Operation) -> bool {
    let created = creation.creates.as_deref();
    created.is_some() && contract.operations().any(|removal| removal.removes.as_deref() == created)
}
