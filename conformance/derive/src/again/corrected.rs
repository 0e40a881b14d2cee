//! Refusals that are asked for again and have no effect, and the requests that are corrected afterwards.

use crate::clause;
use spec::{Condition, Contract, Identifier, Operation};

use crate::lifecycle::Reader;
use crate::record_input::{RecordInput, creation_of, record_inputs};
use crate::scenario::Draft;
use crate::subject::{Subject, address_member, taken_members, text_member};
use conformance_model::scenario::Step;

/// For each creation: values that are taken, and records that do not exist yet.
pub(super) fn scenarios(contract: &Contract, creation: &Operation) -> Vec<Draft> {
    let taken = taken_members(creation);
    let taken = taken.filter_map(|(member, case)| taken_value(contract, creation, member, case));
    taken.chain(not_yet(contract, creation)).collect()
}

/// A taken value is refused twice; the first record stays as it is, and with a value of its own the request is accepted.
fn taken_value(
    contract: &Contract,
    creation: &Operation,
    member: &str,
    case: &str,
) -> Option<Draft> {
    let record = creation.creates.as_deref()?;
    let text = text_member(contract, record)?;
    let reader = Reader::find(contract, record)?;
    let first =
        Subject::create_by(contract, creation, "first", &[], &[(text, "First{unique word}")])?;
    let value = format!("{{first.body.{member}}}");
    let (old, new) = (format!("{{first.body.{text}}}"), format!("{{second.body.{text}}}"));
    let refused = |text_sent: &str| {
        let body = [(member, value.as_str()), (text, text_sent)];
        let mut second = Subject::create_by(contract, creation, "second", &[], &body)?;
        Some(second.steps.pop()?.refused(case))
    };
    let third = Subject::create_by(contract, creation, "third", &[], &[(text, new.as_str())])?;
    let read = |subject: &Subject, text: &str| {
        let step = reader.target.call(subject.accepted_by(reader.target.identifiers)?)?;
        Some(step.shows([text]))
    };
    let unchanged =
        read(&first, &old)?.hides([new.clone()]).proves([clause::refusal(creation, case)]);
    let title =
        format!("A taken {member} is refused twice without an effect, and another is accepted");
    Some(
        Draft::new(creation, &format!("{member}_taken"), title)
            .obtain(&first)
            .step(read(&first, &old)?)
            .step(refused("Second{unique word}")?)
            .step(unnamed(refused(&new)?))
            .step(unchanged.clone())
            .obtain(&third)
            .steps(read(&third, &new))
            .step(unchanged)
            .step(unnamed(refused("Third{unique word}")?)),
    )
}

fn unnamed(step: Step) -> Step {
    step.unnamed()
}

/// A record that is unknown is refused twice, and accepted once it was created.
fn not_yet(contract: &Contract, creation: &Operation) -> Option<Draft> {
    creation.creates.as_deref()?;
    let (target, case) = unknown_target(contract, creation)?;
    let mut operations = contract.operations();
    let named = operations.find(|operation| operation.creates.as_deref() == Some(target.record))?;
    let address = address_member(named)?;
    let control = Subject::create(contract, target.record, "control", &[])?;
    let control = Named { contract, target, subject: control }.with_looked_up_identifier("control");
    let early = refused(contract, &target, "later.{scenario}@{email domain}", case)?;
    let sent = format!("{{early.{}}}", target.input());
    let again = refused(contract, &target, &sent, case)?.steps.pop().map(unnamed)?;
    let body = [(address.wire.as_str(), sent.as_str())];
    let later = Subject::create_by(contract, named, "later", &[], &body)?;
    let later = Named { contract, target, subject: later }.with_looked_up_identifier("later");
    let title = format!(
        "A {} that does not exist yet is refused, and accepted once it does",
        target.record
    );
    let scenario = Draft::new(creation, "not_yet", title).obtain(&control.subject);
    let accepted = control.calls("accepted", |step, _| step);
    let scenario = accepted.iter().fold(scenario, Draft::obtain);
    let scenario = scenario.obtain(&early).step(again).obtain(&later.subject);
    let corrected = later.calls("corrected", |step, kind| {
        let step = step.may_be_refused().proves([target.clause(kind)]);
        step.disproved_by(case)
    });
    Some(corrected.iter().fold(scenario, Draft::obtain))
}

/// The input of a creation that is refused if it names an unknown record, by its address.
fn unknown_target<'c>(
    contract: &'c Contract,
    creation: &'c Operation,
) -> Option<(RecordInput<'c>, &'c str)> {
    creation.errors.iter().find_map(|case| {
        let Some(Condition::Unknown(input)) = case.when.stated() else {
            return None;
        };
        let mut all = contract.records().flat_map(|record| record_inputs(contract, &record.name));
        let target = all
            .find(|target| target.operation.id == creation.id && target.input() == *input)
            .filter(|target| target.identifiers.contains(&Identifier::Email))?;
        Some((target, case.id.as_str()))
    })
}

fn refused(
    contract: &Contract,
    target: &RecordInput<'_>,
    identifier: &str,
    case: &str,
) -> Option<Subject> {
    let mut refused = creation_of(contract, target, identifier, "early")?;
    let step = refused.steps.pop()?.refused(case);
    refused.steps.push(step);
    Some(refused)
}

/// A record, and the creations that name it.
struct Named<'c> {
    contract: &'c Contract,
    target: RecordInput<'c>,
    subject: Subject,
}

impl Named<'_> {
    /// Looks up another identifier, unless the creation itself would do so. The records of the look-up may be needed:
    /// the record may have to be a member of something.
    fn with_looked_up_identifier(mut self, name: &str) -> Self {
        let created = &self.target.operation.creates;
        if !self.contract.operations().any(|removal| removal.removes == *created) {
            self.subject =
                self.subject.with_looked_up_identifier(self.contract, self.target.record, name);
        }
        self
    }

    /// The creations, by each identifier.
    fn calls(&self, name: &str, adjust: impl Fn(Step, Identifier) -> Step) -> Vec<Subject> {
        let each = self.subject.each_accepted_by(self.target.identifiers);
        let calls = each.filter_map(|(kind, identifier)| {
            let name = format!("{name}_{}", kind.name());
            let mut calls = creation_of(self.contract, &self.target, identifier, &name)?;
            let step = calls.steps.pop()?;
            calls.steps.push(adjust(step, kind));
            Some(calls)
        });
        calls.collect()
    }
}
