//! Transitions of an operation, and records that it never returns.

use reader::{Fields, Node};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::{GUARD, HIDDEN_RECORDS, TRANSITION, TRIGGER};
use crate::model::{Guard, HiddenRecords, Transition, TransitionTrigger};

impl Lower<'_> {
    /// The unnamed `transition`, then the named `transitions`.
    pub(super) fn transitions(&mut self, fields: &Fields<'_>, place: &Place) -> Vec<Transition> {
        let place = place.at("transition");
        let mut transitions = Vec::new();
        if let Some(node) = fields.get("transition") {
            transitions.extend(self.transition(node, None, &place));
        }
        if let Some(node) = fields.get("transitions") {
            for entry in self.reader.entries(node, "a map of transitions") {
                self.check_name(&entry.key);
                let name = &entry.key.value;
                transitions.extend(self.transition(&entry.value, Some(name), &place.at(name)));
            }
        }
        transitions
    }

    fn transition(&mut self, node: &Node, name: Option<&str>, place: &Place) -> Option<Transition> {
        let fields = self.reader.table(node, &TRANSITION)?;
        let place = place.in_section(self.section(fields.get("source")));
        let record = self.text_of(&fields, "record");
        let from = self.text_of(&fields, "from");
        let written =
            Written { name: "to", inherits: "", node: fields.get("to"), owner: fields.span };
        let to = self.slot(&place, &Silences::default(), &written, |lower, _, node| {
            lower.reader.text(node).map(|text| text.value)
        });
        let trigger = fields.get("triggered_by").and_then(|node| self.trigger(node));
        let except = fields.get("except");
        let except = except.and_then(|node| self.guard(node, &place));
        Some(Transition {
            name: name.map(str::to_owned),
            trigger,
            record: record?,
            from: from.filter(|from| from != "any"),
            to,
            refused_with: self.text_of(&fields, "refused_with"),
            except,
            section: place.section,
            span: fields.span,
        })
    }

    fn trigger(&mut self, node: &Node) -> Option<TransitionTrigger> {
        let fields = self.reader.table(node, &TRIGGER)?;
        let input = fields.get("input").and_then(|node| self.reader.text(node));
        let input = input.and_then(|text| self.input_ref(&text.value, text.span));
        let value = self.text_of(&fields, "equals");
        Some(TransitionTrigger { input: input?, value: value? })
    }

    fn guard(&mut self, node: &Node, place: &Place) -> Option<Guard> {
        let fields = self.reader.table(node, &GUARD)?;
        let section = self.section(fields.get("source"));
        Some(Guard {
            when: self.text_of(&fields, "when")?,
            section: section.unwrap_or_else(|| place.section.clone()),
            span: fields.span,
        })
    }

    /// Records that the operation never returns.
    pub(super) fn hidden(&mut self, node: Option<&Node>, place: &Place) -> Vec<HiddenRecords> {
        let Some(node) = node else { return Vec::new() };
        let mut hidden = Vec::new();
        for entry in self.reader.entries(node, "a map of hidden records") {
            let Some(fields) = self.reader.table(&entry.value, &HIDDEN_RECORDS) else {
                continue;
            };
            self.check_name(&entry.key);
            let section = self.section(fields.get("source"));
            hidden.push(HiddenRecords {
                id: entry.key.value.clone(),
                description: self.optional_text(fields.get("description")),
                section: section.unwrap_or_else(|| place.section.clone()),
                span: entry.key.span,
            });
        }
        hidden
    }
}
