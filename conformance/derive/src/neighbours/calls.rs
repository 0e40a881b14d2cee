//! The calls of a write: those that change its record, undo the change, and restore a fixture.

use spec::{Operation, Transition};

use super::Write;
use crate::effects::{Effect, changed_record};
use crate::reading::Reading;
use crate::subject::{Subject, kinds};
use conformance_model::scenario::Step;

impl Write<'_> {
    /// The call that undoes the only transition of the operation, which comes from any state.
    pub(super) fn return_call(&self, subject: &Subject) -> Option<Step> {
        let [transition] = self.operation.transitions.as_slice() else {
            return None;
        };
        let to = transition.to.stated().filter(|_| transition.from.is_none())?;
        let back = self.contract.operations().find(|operation| {
            let mut transitions = operation.transitions.iter();
            changed_record(operation) == Some(self.record)
                && transitions.any(|back| back.trigger.is_none() && leaves(back, to))
        })?;
        call_of(back, self.record, subject)
    }

    /// The calls that have the effect, each with a reference to the text that it sends, if any.
    pub(super) fn calls(
        &self,
        subject: &Subject,
        effect: &Effect<'_>,
        index: usize,
        shares_address: bool,
    ) -> Option<Vec<(Step, Option<String>)>> {
        if self.is_creation() {
            let created = Subject::create(self.contract, self.record, "subject", &[])?;
            let mut call = created.steps.last()?.clone();
            if let Some(address) = self.address().filter(|_| shares_address) {
                call = call.body(address, format!("{{theirs.body.{address}}}")).may_be_refused();
            }
            let sent = self.text.map(|text| format!("{{subject.body.{text}}}"));
            let call = self
                .text
                .into_iter()
                .fold(call, |call, text| call.body(text, "Subject{unique word}"));
            return Some(vec![(call, sent)]);
        }
        let call = self.address_call(subject)?;
        let call = if effect.may_be_refused { call.may_be_refused() } else { call };
        let Some((input, values)) = &effect.input else {
            return Some(vec![(call, None)]);
        };
        let name = format!("change_{}", index + 1);
        let calls = values.iter().map(|value| {
            let call = call.clone().body(input, value.clone());
            if effect.is_text() {
                (call.named(&name), Some(format!("{{{name}.body.{input}}}")))
            } else {
                (call, None)
            }
        });
        Some(calls.collect())
    }

    /// The call with its path.
    fn address_call(&self, subject: &Subject) -> Option<Step> {
        call_of(self.operation, self.record, subject)
    }

    /// For a fixture: the calls before the change, and those that restore it.
    pub(super) fn around(&self, subject: &Subject) -> Option<(Vec<Step>, Vec<Step>)> {
        let (mut setup, mut restore) = (Vec::new(), Vec::new());
        for effect in &self.effects {
            if let Some((input, _)) = effect.input.as_ref().filter(|_| effect.to.is_none()) {
                let (read, value) = self.known_value(subject, effect.member?)?;
                setup.extend(read);
                restore.push(self.address_call(subject)?.body(input, value));
            }
        }
        for transition in self.operation.transitions.iter().filter(|it| !it.is_forbidden()) {
            let mut others = self.contract.operations().filter_map(|operation| {
                let [back] = operation.transitions.as_slice() else { return None };
                (changed_record(operation) == Some(self.record) && back.trigger.is_none())
                    .then_some((operation, back))
            });
            let to = transition.to.stated();
            match (transition.states_before().first(), to) {
                // It is brought into the state first, and leaves it by the change.
                (Some(from), _) => {
                    let (there, _) = others
                        .find(|(_, back)| back.to.stated() == Some(from) && back.from.is_none())?;
                    setup.push(call_of(there, self.record, subject)?);
                    restore.push(self.address_call(subject)?);
                }
                (None, Some(to)) => {
                    let (back, _) = others.find(|(_, back)| leaves(back, to))?;
                    restore.push(call_of(back, self.record, subject)?);
                }
                (None, None) => return None,
            }
        }
        Some((setup, restore))
    }

    /// A reference to the value of a fixture's member, and the call that reads it.
    fn known_value(&self, subject: &Subject, member: &str) -> Option<(Option<Step>, String)> {
        let fixture = kinds(self.contract, self.record).next()?;
        if fixture.facts.iter().any(|fact| fact.name == member) {
            return Some((None, format!("{{subject.{member}}}")));
        }
        let readings = Reading::single(self.contract, self.record, subject);
        readings.into_iter().find_map(|reading| {
            let place = reading.member(self.contract, member)?;
            let read = reading.step.named("subject_before");
            Some((Some(read), format!("{{subject_before.response.{place}}}")))
        })
    }
}

/// Whether the transition starts from this state.
fn leaves(back: &Transition, state: &str) -> bool {
    back.from.is_some() && back.starts_in(state)
}

/// A call of an operation that names only the record in its path.
fn call_of(operation: &Operation, record: &str, subject: &Subject) -> Option<Step> {
    let [parameter] = operation.path_parameters.as_slice() else {
        return None;
    };
    (parameter.record == record).then_some(())?;
    let identifier = subject.accepted_by(&parameter.identifiers)?;
    Some(Step::call(&operation.id).path(&parameter.name, identifier))
}
