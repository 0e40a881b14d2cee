//! The states of a record, its external transitions, and the limit of records.

use super::prelude::*;
use crate::language::{EXTERNAL_TRANSITION, LIFECYCLE, LIMIT};
use crate::model::{ExternalTransition, Lifecycle, Limit, StateReference};

impl Lower<'_> {
    pub(super) fn lifecycle(
        &mut self,
        node: &Node,
        record: &str,
        place: &Place,
    ) -> Option<Lifecycle> {
        let fields = self.reader.table(node, &LIFECYCLE)?;
        let place = self.sourced(&fields, &place.at("lifecycle"));
        let slot = |name, inherits| Written::new(&fields, name, inherits);
        let states = self.texts(&fields, "states").into_iter().map(|state| state.value);
        let span = fields.get("states").map_or(fields.span, |node| node.span);
        let states = Spanned::new(states.collect(), span);
        let complete = self.boolean_slot(&place, &slot("complete", "lifecycle.complete"));
        let initial = self.text_slot(&place, &slot("initial", "lifecycle.initial"));
        self.state_of_slot(record, &initial);
        let shown_in = self.text_slot(&place, &slot("shown_in", "lifecycle.shown_in"));
        if let (Some(member), Some(span)) = (shown_in.value(), shown_in.span()) {
            self.references.members.push(MemberReference {
                record: record.to_owned(),
                member: Spanned::new(member.clone(), span),
                usage: MemberUsage::Value,
            });
        }
        let external_transitions =
            self.each(&fields, "external_transitions", "a map of transitions", |lower, entry| {
                lower.external_transition(entry, record, &place)
            });
        let section = place.section;
        Some(Lifecycle { states, complete, initial, shown_in, external_transitions, section })
    }

    fn external_transition(
        &mut self,
        entry: &Entry,
        record: &str,
        place: &Place,
    ) -> Option<ExternalTransition> {
        let fields = self.reader.table(&entry.value, &EXTERNAL_TRANSITION)?;
        self.check_name(&entry.key);
        let place = self.sourced(&fields, &place.at("moves").at(&entry.key));
        Some(ExternalTransition {
            id: entry.key.value.clone(),
            from: self.state_at(record, &fields, "from").unwrap_or_default(),
            to: self.state_at(record, &fields, "to").unwrap_or_default(),
            by: self.text_slot(&place, &Written::new(&fields, "by", "")),
            section: place.section,
            span: entry.key.span,
        })
    }

    /// The state of a record at a key.
    fn state_at(&mut self, record: &str, fields: &Fields<'_>, key: &str) -> Option<String> {
        let state = self.text(fields, key)?;
        self.state(record, state.clone(), false);
        Some(state.value)
    }

    /// Notes that a state of a record is named.
    pub(super) fn state(&mut self, record: &str, state: Spanned<String>, is_answer: bool) {
        let record = record.to_owned();
        self.references.states.push(StateReference { record, state, is_answer });
    }

    /// Notes that a slot names a state of a record.
    pub(super) fn state_of_slot(&mut self, record: &str, slot: &Slot<String>) {
        if let (Some(state), Some(span)) = (slot.value(), slot.span()) {
            self.state(record, Spanned::new(state.clone(), span), slot.gap().is_some());
        }
    }

    /// The maximum number of records: at least one.
    pub(super) fn limit(&mut self, node: &Node, place: &Place) -> Option<Limit> {
        let fields = self.reader.table(node, &LIMIT)?;
        let section = self.section(&fields, place);
        let untestable_because = self.text_of(&fields, "untestable");
        let number = self.reader.integer(fields.get("per_account")?)?;
        let per_account = u32::try_from(number.value).unwrap_or_default();
        if per_account == 0 {
            let message = format!("a limit of {number} allows no records");
            self.report(Diagnostic::error(
                "bad-limit",
                message,
                number.span,
                format!("expected a number from 1 to {}", u32::MAX),
            ));
        }
        Some(Limit { per_account, untestable_because, section, span: fields.span })
    }
}
