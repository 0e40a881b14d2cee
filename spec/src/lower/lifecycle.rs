//! The states of a record, its external transitions, and the limit of records.

use reader::{Diagnostic, Node};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::{EXTERNAL_TRANSITION, LIFECYCLE, LIMIT};
use crate::model::{ExternalTransition, Lifecycle, Limit};

impl Lower<'_> {
    pub(super) fn lifecycle(
        &mut self,
        node: &Node,
        place: &Place,
        silences: &Silences,
    ) -> Option<Lifecycle> {
        let fields = self.reader.table(node, &LIFECYCLE)?;
        let place = place.at("lifecycle").in_section(self.section(fields.get("source")));
        let states = self.texts(fields.get("states"));
        let written =
            |name, inherits| Written { name, inherits, node: fields.get(name), owner: fields.span };
        let complete = self.slot(
            &place,
            silences,
            &written("complete", "lifecycle.complete"),
            |lower, _, node| lower.reader.boolean(node).map(|flag| flag.value),
        );
        let text = |lower: &mut Self, _: &Place, node: &Node| {
            lower.reader.text(node).map(|text| text.value)
        };
        let initial = self.slot(&place, silences, &written("initial", "lifecycle.initial"), text);
        let shown_in =
            self.slot(&place, silences, &written("shown_in", "lifecycle.shown_in"), text);
        Some(Lifecycle {
            states,
            complete,
            initial,
            shown_in,
            external_transitions: self.moves(fields.get("external_transitions"), &place),
            section: place.section,
        })
    }

    fn moves(&mut self, node: Option<&Node>, place: &Place) -> Vec<ExternalTransition> {
        let Some(node) = node else { return Vec::new() };
        let mut moves = Vec::new();
        for entry in self.reader.entries(node, "a map of transitions") {
            let Some(fields) = self.reader.table(&entry.value, &EXTERNAL_TRANSITION) else {
                continue;
            };
            self.check_name(&entry.key);
            let place = place
                .at("moves")
                .at(&entry.key.value)
                .in_section(self.section(fields.get("source")));
            let written =
                Written { name: "by", inherits: "", node: fields.get("by"), owner: fields.span };
            let by = self.slot(&place, &Silences::default(), &written, |lower, _, node| {
                lower.reader.text(node).map(|text| text.value)
            });
            moves.push(ExternalTransition {
                id: entry.key.value.clone(),
                from: self.text_of(&fields, "from").unwrap_or_default(),
                to: self.text_of(&fields, "to").unwrap_or_default(),
                by,
                section: place.section,
                span: entry.key.span,
            });
        }
        moves
    }

    /// The maximum number of records: at least one.
    pub(super) fn limit(&mut self, node: &Node, place: &Place) -> Option<Limit> {
        let fields = self.reader.table(node, &LIMIT)?;
        let section = self.section(fields.get("source"));
        let untestable_because = self.text_of(&fields, "untestable");
        let number = self.reader.integer(fields.get("per_account")?)?;
        let per_account = u32::try_from(number.value).unwrap_or_default();
        if per_account == 0 {
            self.report(Diagnostic::error(
                "bad-limit",
                format!("a limit of {} allows no records", number.value),
                number.span,
                format!("expected a number from 1 to {}", u32::MAX),
            ));
        }
        Some(Limit {
            per_account,
            untestable_because,
            section: section.unwrap_or_else(|| place.section.clone()),
            span: fields.span,
        })
    }
}
