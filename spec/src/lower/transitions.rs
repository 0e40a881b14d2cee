//! Transitions of an operation, and records that it never returns.

use super::prelude::*;
use crate::language::{GUARD, HIDDEN_RECORDS, TRANSITION, TRIGGER};
use crate::model::{Guard, HiddenRecords, Transition, TransitionTrigger};

impl Lower<'_> {
    /// The unnamed `transition`, then the named `transitions`.
    pub(super) fn transitions(&mut self, fields: &Fields<'_>, place: &Place) -> Vec<Transition> {
        let inner = place.at("transition");
        let unnamed = fields.get("transition").and_then(|node| {
            Some((self.transition(node, None, &inner)?, fields.key_span("transition")?))
        });
        let mut transitions: Vec<_> = unnamed.into_iter().collect();
        transitions.extend(self.each(
            fields,
            "transitions",
            "a map of transitions",
            |lower, entry| {
                lower.check_name(&entry.key);
                let name = &entry.key.value;
                Some((lower.transition(&entry.value, Some(name), &inner.at(name))?, entry.key.span))
            },
        ));
        self.check_triggers(&transitions, place);
        transitions.into_iter().map(|(transition, _)| transition).collect()
    }

    /// Reports transitions between which a call could not choose: their triggers and their states before overlap.
    fn check_triggers(&mut self, transitions: &[(Transition, Span)], place: &Place) {
        for (number, (transition, declared)) in transitions.iter().enumerate() {
            let trigger = |of: &Transition| {
                of.trigger.as_ref().map(|it| (it.input.clone(), it.value.value.clone()))
            };
            // A record in one state could make both transitions.
            let overlaps = |other: &&(Transition, Span)| {
                let (one, other) = (transition, &other.0);
                let is_both = |state: &String| other.starts_in(state);
                let is_any = one.trigger.is_none() || other.trigger.is_none();
                (is_any || trigger(one) == trigger(other))
                    && (one.from.is_none() || one.states_before().iter().any(is_both))
                    && !other.is_forbidden()
            };
            let Some(first) = transitions[..number].iter().find(overlaps) else { continue };
            let span = transition.trigger.as_ref().map_or(*declared, |trigger| trigger.span);
            let label = match (&transition.trigger, &first.0.trigger) {
                (Some(_), Some(_)) => "the same trigger",
                _ => "no trigger",
            };
            let first = Some(first.0.trigger.as_ref().map_or(first.1, |trigger| trigger.span));
            let message = format!("the transitions of `{}` have no distinct triggers", place.id);
            let found = Diagnostic::error("indistinct-transitions", message, span, label).with_help(
                "give each a different trigger, `triggered_by: { input: PART.NAME, equals: VALUE }`, or different states before: `from: [STATE, STATE]`",
            );
            self.report(match first {
                Some(first) => found.with_label(first, "as here"),
                None => found,
            });
        }
    }

    fn transition(&mut self, node: &Node, name: Option<&str>, place: &Place) -> Option<Transition> {
        let fields = self.reader.table(node, &TRANSITION)?;
        let place = self.sourced(&fields, place);
        let record = self.record_name(&fields, "record");
        let from = self.states_before(&fields);
        let to = self.text_slot(&place, &Written::new(&fields, "to", ""));
        let trigger = fields.get("triggered_by").and_then(|node| self.trigger(node));
        let except = fields.get("except").and_then(|node| self.guard(node, &place));
        let record = record?;
        if trigger.is_none() && fields.get("triggered_by").is_some() {
            return None;
        }
        for state in from.iter().flatten() {
            self.state(&record, state.clone(), false);
        }
        self.state_of_slot(&record, &to);
        Some(Transition {
            name: name.map(str::to_owned),
            trigger,
            record,
            from: from.map(|states| states.into_iter().map(|state| state.value).collect()),
            to,
            refused_with: self.text(&fields, "refused_with"),
            except,
            section: place.section,
            span: fields.span,
        })
    }

    /// The states that `from` names; `None` for any.
    fn states_before(&mut self, fields: &Fields<'_>) -> Option<Vec<Spanned<String>>> {
        let node = fields.get("from")?;
        if super::is_none(node) {
            return Some(Vec::new());
        }
        if let Value::List(items) = &node.value {
            if items.is_empty() {
                let message = "a transition from no state is never made";
                self.report(
                    Diagnostic::error("no-state", message, node.span, "no state")
                        .with_help("write `from: none` for a move that is never allowed"),
                );
            }
            return Some(self.texts(fields, "from"));
        }
        let state = self.reader.text(node)?;
        (state.value != "any").then(|| vec![state])
    }

    fn trigger(&mut self, node: &Node) -> Option<TransitionTrigger> {
        let fields = self.reader.table(node, &TRIGGER)?;
        let input = self.input_of(&fields, "input");
        let value = self.text(&fields, "equals");
        Some(TransitionTrigger { input: input?, value: value?, span: fields.span })
    }

    fn guard(&mut self, node: &Node, place: &Place) -> Option<Guard> {
        let fields = self.reader.table(node, &GUARD)?;
        let section = self.section(&fields, place);
        Some(Guard { when: self.text_of(&fields, "when")?, section, span: fields.span })
    }

    /// Records that the operation never returns.
    pub(super) fn hidden(&mut self, entry: &Entry, place: &Place) -> Option<HiddenRecords> {
        let fields = self.reader.table(&entry.value, &HIDDEN_RECORDS)?;
        self.check_name(&entry.key);
        Some(HiddenRecords {
            id: entry.key.value.clone(),
            description: self.text_or_empty(&fields, "description"),
            section: self.section(&fields, place),
            span: entry.key.span,
        })
    }
}
