//! Further statuses of a success.

use super::prelude::*;
use crate::language::{FURTHER_STATUS, INPUT_CONDITION};
use crate::model::{FurtherStatus, InputCondition};

impl Lower<'_> {
    /// The further statuses, each declared once.
    pub(super) fn further_statuses(
        &mut self,
        fields: &Fields<'_>,
        first: &Slot<u16>,
        place: &Place,
    ) -> Vec<FurtherStatus> {
        let key = "further_statuses";
        let all = self.each(fields, key, "a map of statuses", |lower, entry| {
            lower.further_status(entry, place)
        });
        for (index, further) in all.iter().enumerate() {
            let mut earlier = all[..index].iter().map(|it| (it.status, it.span));
            let first = first.fact().map(|fact| (fact.value, fact.span));
            let same = first.into_iter().chain(&mut earlier).find(|(it, _)| *it == further.status);
            if let Some((status, span)) = same {
                let message = format!("the status {status} is declared twice");
                self.report(
                    Diagnostic::error("repeated-status", message, further.span, "declared again")
                        .with_label(span, "declared first here")
                        .with_help("declare each status of a success once"),
                );
            }
        }
        all
    }

    fn further_status(&mut self, entry: &Entry, place: &Place) -> Option<FurtherStatus> {
        let fields = self.reader.table(&entry.value, &FURTHER_STATUS)?;
        self.check_name(&entry.key);
        let place = self.sourced(&fields, place);
        let when = fields.get("when").map(|node| self.input_condition(node));
        let status = fields.get("status")?;
        let status = self.status("success", (200, 299), status)?;
        // A condition that could not be read is reported.
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let (name, span) = (entry.key.value.clone(), entry.key.span);
        Some(FurtherStatus { name, status, when, section: place.section, span })
    }

    pub(super) fn input_condition(&mut self, node: &Node) -> Option<InputCondition> {
        let fields = self.reader.table(node, &INPUT_CONDITION)?;
        let input = self.input_of(&fields, "input");
        let value = fields.get("equals").and_then(|node| self.reader.text(node));
        let is_absent = self.flag(&fields, "absent");
        if fields.get("equals").is_some() == is_absent {
            let message = "a condition on an input needs its value, or `absent: true`";
            let label = if is_absent { "both are given" } else { "neither is given" };
            let found = Diagnostic::error("bad-input-condition", message, fields.span, label);
            self.report(found.with_help("write `equals: VALUE`, or `absent: true`"));
            return None;
        }
        Some(InputCondition { input: input?, value, span: fields.span })
    }
}
