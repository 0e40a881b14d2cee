//! Transitions there and back, two rounds, by each identifier.

use spec::{Condition, Contract, Record};

use super::{Observed, identifiers};
use crate::call::unknown;
use crate::lifecycle::{Move, moves};
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// Rounds of a cycle: the second starts from what the first has left.
const ROUNDS: usize = 2;

/// For each transition to a known state, and one that leads away from it.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let moves = moves(contract, &record.name);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (first, change) in moves.iter().enumerate() {
        let undo = moves.iter().position(|undo| leads_back(change, undo));
        let undo = undo.filter(|_| change.target.operation.creates.is_none());
        // The other half of a cycle is in the first half's scenario.
        pairs.extend(undo.map(|undo| (first, undo)).filter(|(a, b)| !pairs.contains(&(*b, *a))));
    }
    let cycles = pairs.iter().filter_map(|(change, undo)| {
        Cycle { contract, record, change: moves.get(*change)?, undo: moves.get(*undo)? }.scenario()
    });
    cycles.collect()
}

/// Whether the second transition certainly leads away from where the first one leads.
fn leads_back(change: &Move<'_>, undo: &Move<'_>) -> bool {
    let to = change.to();
    let leaves = if undo.is_from_any() {
        undo.to().is_some()
    } else {
        to.is_some_and(|to| undo.starts_in(to))
    };
    let returns = change.is_from_any() || undo.to().is_some_and(|to| change.starts_in(to));
    to.is_some() && leaves && returns && undo.to() != to && undo.is_certain()
}

struct Cycle<'a, 'c> {
    contract: &'c Contract,
    record: &'c Record,
    change: &'a Move<'c>,
    undo: &'a Move<'c>,
}

impl Cycle<'_, '_> {
    fn scenario(&self) -> Option<Draft> {
        let (change, undo) = (self.change, self.undo);
        let back = undo.to().filter(|to| change.starts_in(to));
        let start = back.or(change.first_state_before()).or(undo.to());
        let (observed, subject) = Observed::obtain(self.contract, self.record, start)?;
        let state = change.to()?;
        let operation = change.target.operation;
        let title = format!("A {} is moved to the state {state} and back twice", self.record.name);
        let mut scenario = Draft::new(operation, state, title)
            .obtain(&subject)
            .steps(observed.text(&subject))
            .steps(self.shown(&observed, &subject, "first", None));
        let mut before = "first".to_owned();
        for round in 0..ROUNDS {
            for (at, step) in [change, undo].into_iter().enumerate() {
                let name = format!("{}{round}", if at == 0 { "there" } else { "back" });
                let forms = identifiers(&subject, step);
                let identifier = forms.get(round % forms.len().max(1))?;
                scenario = scenario.step(step.made(identifier)?);
                let shown = self.shown(&observed, &subject, &name, Some((step, &before)));
                scenario = scenario.steps(shown).steps(self.refusals(&subject, step, round));
                let lists = self.lists();
                if round == 0 && !lists.is_empty() {
                    // A list changes no record.
                    let name = format!("{name}_listed");
                    let shown = self.shown(&observed, &subject, &name, Some((step, &before)));
                    scenario = scenario.steps(lists).steps(shown);
                }
                if round == 0 {
                    // Shows that acceptance means something.
                    let nothing = unknown(step.target.identifiers);
                    scenario = scenario.step(step.step(&nothing)?.no_expectation());
                }
                if round == 0 && at == 0 && operation.updates.is_none() {
                    scenario = scenario.steps(self.unaffected_reads(&observed, &subject));
                }
                before = name;
            }
        }
        // A fixture is left in the state in which it was found.
        if subject.steps.is_empty() {
            scenario = scenario.finally(undo.step(identifiers(&subject, undo).first()?)?);
        }
        Some(scenario)
    }

    /// Calls of the lists of such records.
    fn lists(&self) -> Vec<Step> {
        let lists = self.contract.operations().filter(|list| {
            list.lists.as_deref() == Some(&self.record.name)
                && list.path_parameters.is_empty()
                && list.query.iter().all(|query| !query.required)
        });
        lists.map(|list| Step::call(&list.id)).collect()
    }

    /// Reads that show the state after a transition, or before all of them. They are named.
    fn shown(
        &self,
        observed: &Observed<'_>,
        subject: &Subject,
        name: &str,
        after: Option<(&Move<'_>, &str)>,
    ) -> Vec<Step> {
        let Some(place) = observed.state_place() else {
            let state = after.map_or(self.change.to(), |(step, _)| step.to());
            let Some(state) = state else { return Vec::new() };
            let proved = after.map(|(step, _)| [step.done()]);
            let prove = |step: Step| match &proved {
                Some(proved) => step.proves(proved.clone()),
                None => step,
            };
            return observed.word(subject, state).into_iter().map(prove).collect();
        };
        let reads = observed.reads(subject, |step, _| step.named(name));
        let Some((step, before)) = after else { return reads.into_iter().take(1).collect() };
        let compare = |read: Step| {
            let read = match step.to() {
                Some(to) if observed.is_word(to) => read.equals(&place, to),
                // In the second round the state is shown as in the first.
                Some(_)
                    if before.ends_with('0')
                        && name.ends_with('1')
                        && step.to() == self.change.to() =>
                {
                    read.equals(&place, format!("{{there0.response.{place}}}"))
                }
                _ => read.differs(&place, format!("{{{before}.response.{place}}}")),
            };
            read.proves([step.done()])
        };
        reads.into_iter().map(compare).take(1).collect()
    }

    /// Refusals of a record that is not, or is, in the state after a transition.
    fn refusals(&self, subject: &Subject, step: &Move<'_>, round: usize) -> Vec<Step> {
        let Some(state) = step.to() else { return Vec::new() };
        let refusals = moves(self.contract, &self.record.name).into_iter().filter_map(|refused| {
            let case = refused_in(&refused, &self.record.name, state)?;
            let forms = identifiers(subject, &refused);
            // By another identifier than the transition, if there is one.
            let identifier = forms.get((round + 1) % forms.len().max(1))?;
            let call = refused.step(identifier)?.refused(case);
            Some(call.proves([step.done()]))
        });
        refusals.collect()
    }

    /// Reads that show what the transition is not about.
    fn unaffected_reads(&self, observed: &Observed<'_>, subject: &Subject) -> Vec<Step> {
        let unaffected = |step: Step| step.must_not_affect(self.change.done());
        if observed.state_place().is_none() {
            return observed.text(subject).into_iter().map(unaffected).collect();
        }
        let kept = observed.reads(subject, |step, _| {
            let places = observed.kept_places();
            places
                .iter()
                .fold(step, |step, place| step.equals(place, format!("{{first.response.{place}}}")))
        });
        kept.into_iter().map(unaffected).take(1).collect()
    }
}

/// The error case of a transition that is refused in this state, because of a condition on the state.
pub(super) fn refused_in<'c>(refused: &Move<'c>, record: &str, state: &str) -> Option<&'c str> {
    let case = &refused.transition.refused_with.as_ref()?.value;
    let known = refused.target.operation.errors.iter().find(|known| known.id == *case)?;
    let is_refused = match known.when.stated()? {
        Condition::NotInState { record: about, state: needed } => {
            about == record && needed != state
        }
        Condition::InState { record: about, state: forbidden } => {
            about == record && forbidden == state
        }
        _ => false,
    };
    is_refused.then_some(case.as_str())
}
