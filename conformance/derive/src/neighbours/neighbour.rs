//! A record that a call must leave as it was.

use conformance_model::scenario::KeyChoice;

use super::{Write, identifier_of, to_another_state};
use crate::call::reader;
use crate::effects::Effect;
use crate::reading::Reading;
use crate::scenario::{Draft, DraftNeed};
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// A record beside the one that changes.
pub(super) struct Neighbour {
    /// Name for the steps.
    pub(super) name: String,
    pub(super) subject: Subject,
    /// The kind of key of its account, if it is another one.
    pub(super) key: Option<String>,
    /// Reference to a text that its creation sent.
    pub(super) text: Option<String>,
    /// The word of the state that a step brought it into.
    pub(super) state: Option<String>,
    /// Of a fixture: its kind, and whether the scenario runs without it.
    pub(super) need: Option<(String, bool)>,
    /// Whether a read of it may be refused.
    pub(super) may_be_refused: bool,
}

impl Neighbour {
    /// Whether it is a fixture without which the scenario does not run.
    pub(super) fn is_required(&self) -> bool {
        self.need.as_ref().is_some_and(|(_, is_optional)| !is_optional)
    }

    /// Adds its need, or the calls that create it, with a value of the body if one is given.
    pub(super) fn obtain(&self, scenario: Draft, value: Option<(&str, String)>) -> Draft {
        if let Some((kind, optional)) = &self.need {
            let (key, optional) = (self.key.clone(), *optional);
            return scenario.need(DraftNeed { key, optional, ..DraftNeed::new(&self.name, kind) });
        }
        let mut subject = self.subject.clone();
        if let (Some((member, value)), Some(creation)) = (value, subject.steps.last_mut()) {
            // The document need not say that two accounts can have records with the same value.
            *creation = creation.clone().body(member, value).may_be_refused();
        }
        subject.steps = subject.steps.into_iter().map(|step| self.keyed(step)).collect();
        subject.finally = subject.finally.into_iter().map(|step| self.keyed(step)).collect();
        scenario.obtain(&subject)
    }

    /// The step with the key of its account.
    pub(super) fn keyed(&self, step: Step) -> Step {
        match &self.key {
            Some(key) => step.key(KeyChoice::Kind(key.clone())),
            None => step,
        }
    }

    /// The read that shows it: one whose response is documented if there is one.
    pub(super) fn reading(&self, write: &Write<'_>) -> Option<Reading> {
        let single = Reading::single(write.contract, write.record, &self.subject);
        let lists = Reading::lists(write.contract, write.record, &self.subject);
        let members: Vec<_> = write.effects.iter().filter_map(|effect| effect.member).collect();
        let is_documented = |reading: &&Reading| {
            members.iter().any(|member| reading.member(write.contract, member).is_some())
        };
        let documented = single.iter().chain(&lists).find(is_documented).cloned();
        documented.or_else(|| single.into_iter().next())
    }

    /// Looks for it by its address, which a record of another account may have, too. Later steps use what was found.
    pub(super) fn find(&mut self, write: &Write<'_>) -> Option<Step> {
        let reading = self.reading(write)?;
        let (_, parameter) = reader(write.contract, write.record)?;
        let name = format!("{}_found", self.name);
        for (_, reference) in &mut self.subject.identifiers {
            *reference = format!("{{{name}.path.{parameter}}}");
        }
        let step = self.keyed(reading.step).named(&name).lookup();
        Some(step.shows(self.text.clone()))
    }

    /// Brings it into a state other than the one that the change leads to.
    pub(super) fn move_from(&mut self, write: &Write<'_>, to: Option<&str>) -> Vec<Step> {
        let moved = to_another_state(write.contract, write.record, to, |accepted| {
            identifier_of(&self.subject, accepted)
        });
        let Some((steps, state)) = moved else {
            return Vec::new();
        };
        self.state = Some(state.to_owned());
        steps.into_iter().map(|step| self.keyed(step)).collect()
    }

    fn read(&self, write: &Write<'_>) -> Option<(Reading, Step)> {
        let reading = self.reading(write)?;
        let step = self.keyed(reading.step.clone());
        let step = if self.may_be_refused { step.may_be_refused() } else { step };
        Some((reading, step))
    }

    /// The read before the change.
    pub(super) fn before(&self, write: &Write<'_>) -> Option<Step> {
        let (_, step) = self.read(write)?;
        Some(step.named(&self.before_name()))
    }

    fn before_name(&self) -> String {
        format!("{}_before", self.name)
    }

    /// The read after the change, which sent this text.
    pub(super) fn after(
        &self,
        write: &Write<'_>,
        effect: &Effect<'_>,
        sent: Option<&str>,
    ) -> Option<Step> {
        let (reading, step) = self.read(write)?;
        let before = self.before_name();
        let place = effect.member.and_then(|member| reading.member(write.contract, member));
        let step = match place {
            Some(place) => {
                let value = format!("{{{before}.response.{place}}}");
                Some(step.clone().equals(&place, value))
            }
            None => self.looks_for_texts(write, step.clone(), effect, sent),
        }
        .map(|step| step.must_not_affect(effect.clause.clone()))
        .unwrap_or(step);
        // What else a list shows may have come or gone.
        Some(if reading.is_list { step } else { step.unchanged_since(&before) })
    }

    /// Looks for its own texts, and for none of the other record.
    fn looks_for_texts(
        &self,
        write: &Write<'_>,
        step: Step,
        effect: &Effect<'_>,
        sent: Option<&str>,
    ) -> Option<Step> {
        if write.makes_ambiguous(self) {
            return None;
        }
        if let Some(sent) = sent {
            let own = self.text.as_deref().filter(|_| effect.member == write.text);
            let own = own.or_else(|| Some(self.subject.identifiers.first()?.1.as_str()))?;
            return Some(step.shows([own]).hides([sent]));
        }
        let is_removal = write.operation.removes.is_some() && effect.to.is_none();
        match &self.state {
            Some(state) if effect.input.is_none() || effect.to.is_some() => {
                // A state that the change leads to, too, would show nothing.
                (effect.to != Some(state)).then(|| step.shows([state.as_str()]))
            }
            _ => (is_removal && self.need.is_none()).then_some(step),
        }
    }
}
