//! Transitions of an operation, and records that it never returns.

use std::collections::BTreeMap;

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

    /// Reports transitions without triggers of their own, if there are several.
    fn check_triggers(&mut self, transitions: &[(Transition, Span)], place: &Place) {
        let mut seen = BTreeMap::new();
        for (transition, declared) in transitions {
            let (span, label, first) = match &transition.trigger {
                None if transitions.len() == 1 => continue,
                None => (*declared, "no trigger", None),
                Some(TransitionTrigger { input, value, span }) => {
                    match seen.insert((input, value.as_str()), *span) {
                        Some(first) => (*span, "the same trigger", Some(first)),
                        None => continue,
                    }
                }
            };
            let message = format!("the transitions of `{}` have no distinct triggers", place.id);
            let found = Diagnostic::error("indistinct-transitions", message, span, label).with_help(
                "give each a different trigger: `triggered_by: { input: PART.NAME, equals: VALUE }`",
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
        let from = self.text(&fields, "from").filter(|from| from.value != "any");
        let to = self.text_slot(&place, &Written::new(&fields, "to", ""));
        let trigger = fields.get("triggered_by").and_then(|node| self.trigger(node));
        let except = fields.get("except").and_then(|node| self.guard(node, &place));
        let record = record?;
        if trigger.is_none() && fields.get("triggered_by").is_some() {
            return None;
        }
        if let Some(from) = &from {
            self.state(&record, from.clone(), false);
        }
        self.state_of_slot(&record, &to);
        Some(Transition {
            name: name.map(str::to_owned),
            trigger,
            record,
            from: from.map(|from| from.value),
            to,
            refused_with: self.text(&fields, "refused_with"),
            except,
            section: place.section,
            span: fields.span,
        })
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
