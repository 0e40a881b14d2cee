//! Side effects: other records are the same after a call that creates, changes or removes one.
//!
//! What a clause says stays is a check (`must_not_affect`); any other difference is an observation (`unchanged_since`).

mod addressed;
mod calls;
mod neighbour;

use conformance_model::scenario::ClauseRef;
use heck::ToSnakeCase;
use spec::{ClauseKind, Contract, Identifier, Operation, Transition};

use super::effects::{Effect, changeable_text, changed_record, effects, to_another_state};
use super::reading::Reading;
use super::scenario::Draft;
use super::subject::{Subject, address_member, kinds};
use neighbour::Neighbour;

/// Most kinds of fixtures among the neighbours.
const MAX_KINDS: usize = 3;

/// Most fixtures of the kind of the record that changes.
const MAX_ALIKE: usize = 3;

/// For each write, the neighbours in the account and those in another one.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let writes = || contract.operations().filter(|operation| !operation.method.is_safe());
    let other = contract.service.other_account().map(|key| key.name.as_str());
    let accounts = [None].into_iter().chain(other.map(Some));
    let neighbours = accounts.flat_map(|key| {
        writes().filter_map(move |write| Write::of(contract, write)?.scenario(key))
    });
    neighbours.chain(writes().filter_map(|write| addressed::scenario(contract, write))).collect()
}

/// A call that changes a record, and the record.
struct Write<'c> {
    contract: &'c Contract,
    operation: &'c Operation,
    record: &'c str,
    /// A text of the record that a creation sends.
    text: Option<&'c str>,
    effects: Vec<Effect<'c>>,
}

impl<'c> Write<'c> {
    fn of(contract: &'c Contract, operation: &'c Operation) -> Option<Self> {
        let created_or_removed = operation.creates.as_deref().or(operation.removes.as_deref());
        let record = changed_record(operation).or(created_or_removed)?;
        let text = changeable_text(contract, record);
        let effects = if changed_record(operation).is_some() {
            effects(contract, operation)
        } else {
            let is_creation = operation.creates.is_some();
            let kind = if is_creation { ClauseKind::Creation } else { ClauseKind::Removal };
            vec![Effect {
                clause: ClauseRef::new(operation, kind),
                member: text,
                input: None,
                to: None,
                may_be_refused: false,
            }]
        };
        // An update without inputs sends nothing that could change another record.
        (!effects.is_empty()).then_some(Self { contract, operation, record, text, effects })
    }

    /// Whether the call gives a new record the address of a neighbour, so that a read by it may show either of the two.
    fn makes_ambiguous(&self, neighbour: &Neighbour) -> bool {
        self.is_creation()
            && self.address().is_some()
            && neighbour.key.is_some()
            && neighbour.text.is_some()
    }

    fn is_creation(&self) -> bool {
        changed_record(self.operation).is_none() && self.operation.creates.is_some()
    }

    /// `None` if the contract has no read of such records, or the record cannot be restored.
    fn scenario(&self, key: Option<&str>) -> Option<Draft> {
        let (contract, record) = (self.contract, self.record);
        let limit = contract.record(record)?.limit.as_ref();
        if key.is_none() && limit.is_some_and(|limit| limit.per_account == 1) {
            return None;
        }
        let (what, of) = match key {
            None => ("", "another record"),
            Some(_) => ("elsewhere", "a record of another account"),
        };
        let title = format!("{} leaves {of} as it was", self.operation.id);
        let scenario = Draft::new(self.operation, what, title);
        let body = |text: &'static str| {
            self.text.map(|member| (member, text)).into_iter().collect::<Vec<_>>()
        };
        let create = |name: &str, text| Subject::create(contract, record, name, &body(text));
        let created = create("subject", "Subject{unique word}");
        let mut neighbours = Vec::new();
        let subject = match &created {
            Some(subject) => subject.clone(),
            None => Subject::fixture(contract, kinds(contract, record).next()?, "subject"),
        };
        let is_created = created.is_some();
        if is_created && !self.starts_right() {
            return None;
        }
        match key {
            None if is_created => {
                neighbours.push(self.created(
                    "older",
                    create("older", "Older{unique word}")?,
                    None,
                ));
                if !self.is_creation() {
                    neighbours.push(self.created(
                        "newer",
                        create("newer", "Newer{unique word}")?,
                        None,
                    ));
                }
            }
            Some(key) if is_created => {
                let theirs = create("theirs", "Theirs{unique word}")?;
                neighbours.push(self.created("theirs", theirs, Some(key)));
            }
            _ => {}
        }
        neighbours.extend(self.fixtures(is_created, key));
        neighbours.retain(|neighbour| neighbour.reading(self).is_some());
        if neighbours.is_empty() {
            return None;
        }
        self.steps(scenario, subject, is_created, key, neighbours)
    }

    /// Whether a new record is in the state that the call changes.
    fn starts_right(&self) -> bool {
        let lifecycle = self.contract.record(self.record).and_then(|it| it.lifecycle.as_ref());
        let initial = lifecycle.and_then(|lifecycle| lifecycle.initial.stated());
        let mut made = self.operation.transitions.iter();
        let starts = |transition: &Transition| {
            transition.from.is_none() || initial.is_some_and(|it| transition.starts_in(it))
        };
        self.is_creation() || made.all(|made| made.is_forbidden() || starts(made))
    }

    fn created(&self, name: &str, subject: Subject, key: Option<&str>) -> Neighbour {
        Neighbour {
            name: name.to_owned(),
            subject,
            key: key.map(str::to_owned),
            text: self.text.map(|member| format!("{{{name}.body.{member}}}")),
            state: None,
            need: None,
            may_be_refused: false,
        }
    }

    /// Fixtures of the record. Those of the kind of the subject must exist if nothing else is a neighbour.
    fn fixtures(&self, is_created: bool, key: Option<&str>) -> Vec<Neighbour> {
        let several = if is_created { 1 } else { MAX_ALIKE };
        let kinds = kinds(self.contract, self.record).take(MAX_KINDS).enumerate();
        let fixtures = kinds.flat_map(|(index, fixture)| {
            let count = if index == 0 { several } else { 1 };
            (0..count).map(move |number| (index == 0, fixture, number))
        });
        fixtures
            .map(|(is_alike, fixture, number)| {
                let end = if number == 0 { String::new() } else { format!("_{}", number + 1) };
                let name = format!("known_{}{end}", fixture.kind.to_snake_case());
                Neighbour {
                    subject: Subject::fixture(self.contract, fixture, &name),
                    need: Some((fixture.kind.clone(), is_created || !is_alike || number > 0)),
                    name,
                    key: key.map(str::to_owned),
                    text: None,
                    state: None,
                    may_be_refused: is_created || !is_alike,
                }
            })
            .collect()
    }

    fn steps(
        &self,
        scenario: Draft,
        subject: Subject,
        is_created: bool,
        key: Option<&str>,
        mut neighbours: Vec<Neighbour>,
    ) -> Option<Draft> {
        let mut scenario = scenario;
        let shares_address = key.is_some() && self.address().is_some() && is_created;
        // Some neighbours come before the subject and some after it, because a faulty server may compare identifiers or
        // times with `<=` or `>=`.
        let (before, mut after): (Vec<_>, Vec<_>) = neighbours.iter_mut().partition(|neighbour| {
            self.is_creation() || neighbour.name == "older" || neighbour.is_required()
        });
        for neighbour in before {
            scenario = neighbour.obtain(scenario, None);
        }
        let mut subject = subject;
        if !self.is_creation() {
            scenario = scenario.obtain(&subject);
        }
        for neighbour in &mut after {
            let address = self.address().filter(|_| shares_address);
            let same = address.map(|member| (member, format!("{{subject.body.{member}}}")));
            scenario = neighbour.obtain(scenario, same);
        }
        if shares_address {
            for neighbour in neighbours.iter_mut().filter(|neighbour| neighbour.text.is_some()) {
                scenario = scenario.steps(neighbour.find(self));
            }
            if !self.is_creation() {
                // An address may identify either of the two.
                let text = self.text.map(|member| format!("{{subject.body.{member}}}"))?;
                let reading = Reading::single(self.contract, self.record, &subject).pop()?;
                scenario = scenario.step(reading.step.named("own").lookup().shows([text]));
                let (kind, _) = subject.identifiers.pop()?;
                let parameter = self.parameter_of_reading()?;
                subject.identifiers = vec![(kind, format!("{{own.path.{parameter}}}"))];
            }
        }
        let to = self.effects.iter().find_map(|effect| effect.to);
        if to.is_some() {
            for neighbour in neighbours.iter_mut().filter(|neighbour| neighbour.text.is_some()) {
                scenario = scenario.steps(neighbour.move_from(self, to));
            }
        }
        let (mut again, mut is_moved_back) = (Vec::new(), false);
        if !is_created {
            let (setup, restore) = self.around(&subject)?;
            is_moved_back = !setup.is_empty() && self.operation.updates.is_none();
            scenario = scenario.steps(setup.clone());
            again = setup;
            // What another scenario changed by mistake would hide what this one changes.
            for neighbour in neighbours.iter().filter(|neighbour| !neighbour.may_be_refused) {
                scenario = scenario.steps(
                    self.return_call(&neighbour.subject)
                        .map(|step| neighbour.keyed(step).no_expectation()),
                );
            }
            scenario = restore.into_iter().fold(scenario, Draft::finally);
        }
        for neighbour in &neighbours {
            scenario = scenario.steps(neighbour.before(self));
        }
        for (index, effect) in self.effects.iter().enumerate() {
            let is_last = index + 1 == self.effects.len();
            for (call, sent) in self.calls(&subject, effect, index, shares_address)? {
                let after = neighbours.iter();
                let after: Vec<_> = after
                    .filter_map(|it| it.after(self, effect, sent.as_deref()))
                    // An observation after the last call shows what any of them did.
                    .filter(|read| is_last || read.proofs().next().is_some())
                    .collect();
                scenario = scenario.step(call);
                scenario = scenario.steps(after);
            }
        }
        if self.is_creation() {
            scenario = subject.finally.into_iter().fold(scenario, Draft::finally);
        }
        // So that the last call restores a change.
        Some(if is_moved_back { scenario.steps(again) } else { scenario })
    }

    /// The unique address that a creation sends.
    fn address(&self) -> Option<&'c str> {
        let mut creations = self.contract.operations();
        let creation = creations.find(|known| known.creates.as_deref() == Some(self.record))?;
        Some(&address_member(creation)?.wire)
    }

    fn parameter_of_reading(&self) -> Option<&'c str> {
        super::call::reader(self.contract, self.record).map(|(_, parameter)| parameter)
    }
}

/// An identifier of the record that the input accepts.
fn identifier_of(subject: &Subject, accepted: &[Identifier]) -> Option<String> {
    subject.accepted_by(accepted).map(str::to_owned)
}
