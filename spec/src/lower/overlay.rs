//! An overlay file: its answers, and whether each has its gap.
//!
//! `slots` parses an answer at its gap.

use std::collections::BTreeSet;

use reader::counted;

use super::prelude::*;
use super::{PendingAnswer, canonical};
use crate::language::{ANSWER, OVERLAY, OVERLAY_RECORD};
use crate::model::{Answer, Fact, Gap, Overlay, Record, Resource};

/// Maximum number of open gaps in a message.
const MAX_NAMED: usize = 12;

/// Maximum number of open gaps with a label.
const MAX_SHOWN: usize = 3;

/// An overlay as written.
pub(super) struct ParsedOverlay<'a> {
    pub overlay: Overlay,
    /// Span of `complete`.
    pub complete: Span,
    /// The records that only the overlay declares.
    pub records: &'a [Entry],
}

impl<'a> Lower<'a> {
    /// The overlay, for the checks after the contract is lowered.
    pub(super) fn overlay(&mut self, document: &'a Document) -> Option<ParsedOverlay<'a>> {
        let fields = self.reader.table(&document.root, &OVERLAY)?;
        let mut answers = self.each(&fields, "answers", "a map of answers", |lower, entry| {
            let fields = lower.reader.table(&entry.value, &ANSWER)?;
            let reason = lower.text_or_empty(&fields, "reason");
            let (gap, answer) = (entry.key.value.clone(), fields.get("answer")?);
            let pending = PendingAnswer { value: answer, reason: reason.clone() };
            lower.answers.insert(gap.clone(), pending);
            Some(Answer { gap, value: canonical::value(answer), reason, span: entry.key.span })
        });
        answers.sort_by(|a, b| a.gap.cmp(&b.gap));
        let overlay = Overlay {
            name: self.name(&fields, "overlay").unwrap_or_default(),
            complete: self.flag(&fields, "complete"),
            answers,
        };
        let complete = fields.get("complete").map_or(fields.span, |node| node.span);
        let records = self.entries(&fields, "records", "a map of records");
        Some(ParsedOverlay { overlay, complete, records })
    }

    /// Adds the records of the overlay to the resources that they name.
    pub(super) fn overlay_records(
        &mut self,
        parsed: &ParsedOverlay<'a>,
        resources: &mut [Resource],
    ) {
        let section = format!("Choices of the overlay `{}`", parsed.overlay.name);
        let place = Place { section, ..Place::default().with_id("overlay") };
        for entry in parsed.records {
            let Some(record) = self.overlay_record(entry, &place) else {
                continue;
            };
            match resources.iter_mut().find(|resource| resource.id == record.resource) {
                Some(resource) => resource.records.push(record),
                None => self.unknown_resource(&record.resource, entry, resources),
            }
        }
    }

    fn overlay_record(&mut self, entry: &'a Entry, place: &Place) -> Option<Record> {
        let fields = self.reader.table(&entry.value, &OVERLAY_RECORD)?;
        self.check_record_name(&entry.key);
        let resource = self.text_of(&fields, "resource")?;
        let place = place.at(&entry.key);
        let members = self.each(&fields, "fields", "a map of fields", |lower, member| {
            lower.field(member, &place, None)
        });
        let closed = Fact { value: false, section: place.section.clone(), span: fields.span };
        Some(Record {
            name: entry.key.value.clone(),
            resource,
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            identified_by: self.identified_by(&fields, &entry.key),
            fields: members,
            further_members: Slot::Stated(closed),
            relations: Vec::new(),
            lifecycle: None,
            limit: None,
            is_input: false,
            span: entry.key.span,
        })
    }

    fn unknown_resource(&mut self, of: &str, entry: &Entry, resources: &[Resource]) {
        let message = format!("unknown resource `{of}`");
        let diagnostic = Diagnostic::error(
            "unknown-resource",
            message,
            entry.key.span,
            "not part of a resource",
        );
        let known = resources.iter().map(|resource| resource.id.as_str());
        self.report(match did_you_mean(of, known) {
            Some(near) => diagnostic.with_help(format!("did you mean `{near}`?")),
            None => diagnostic.with_help("resources are the folders of the contract"),
        });
    }

    /// Reports answers without a gap and, for a complete overlay, gaps without an answer.
    pub(super) fn settle(&mut self, parsed: &ParsedOverlay<'_>) {
        let overlay = &parsed.overlay;
        let mut suggested = BTreeSet::new();
        for answer in &overlay.answers {
            if !self.used.contains(&answer.gap) {
                let diagnostic = self.unmatched(answer);
                suggested.extend(diagnostic.fix.as_ref().map(|fix| fix.replacement.clone()));
                self.report(diagnostic);
            }
        }
        if overlay.complete {
            // The gap that is suggested for a misspelt answer is not reported as open.
            self.used.extend(suggested);
            self.report_open_gaps(overlay, parsed.complete);
        }
    }

    fn unmatched(&self, answer: &Answer) -> Diagnostic {
        if let Some(&stated) = self.stated.get(&answer.gap) {
            let message = format!("`{}` is not a gap: the contract states it", answer.gap);
            return Diagnostic::error(
                "answer-to-stated-fact",
                message,
                answer.span,
                "overlays only answer gaps",
            )
            .with_label(stated, "stated here")
            .with_help("remove the answer, or mark the fact as `not_shown` in the contract");
        }
        let message = format!("unknown gap `{}`", answer.gap);
        let diagnostic =
            Diagnostic::error("unknown-gap", message, answer.span, "not a gap of the contract");
        let open = self.gaps.iter().filter(|gap| !self.used.contains(&gap.id));
        match did_you_mean(&answer.gap, open.map(|gap| gap.id.as_str())) {
            Some(near) => diagnostic.with_fix(answer.span, near, "a gap with a similar id is open"),
            None => diagnostic.with_help("`cargo xtask clauses --gaps` lists the gaps"),
        }
    }

    fn report_open_gaps(&mut self, overlay: &Overlay, complete: Span) {
        let is_open = |gap: &&Gap| !self.used.contains(&gap.id);
        let mut open: Vec<&Gap> = self.gaps.iter().filter(is_open).collect();
        open.sort_by(|a, b| a.id.cmp(&b.id));
        if open.is_empty() {
            return;
        }
        let message = format!("`{}` leaves {} open", overlay.name, counted(open.len(), "gap"));
        let mut diagnostic = Diagnostic::error("open-gap", message, complete, "declared complete");
        for gap in open.iter().take(MAX_SHOWN) {
            diagnostic = diagnostic.with_label(gap.span, format!("`{}` is not shown here", gap.id));
        }
        let mut named: Vec<String> = open.iter().map(|gap| format!("`{}`", gap.id)).collect();
        if named.len() > MAX_NAMED {
            let rest = named.split_off(MAX_NAMED).len();
            named.push(format!("and {rest} more"));
        }
        let diagnostic = diagnostic
            .with_help(format!("answer {}", named.join(", ")))
            .with_help("or write `complete: false`");
        self.report(diagnostic);
    }
}
