//! Resolves slots: fact, silence, inherited silence, or an overlay's answer.

use std::rc::Rc;

use reader::{Diagnostic, Fields, Node, Span, Value, did_you_mean};

use super::place::{Place, Silence};
use super::{Lower, PendingAnswer, is_none};
use crate::language::{FACT, INHERITABLE, NONE, NOT_SHOWN, OPEN_QUESTION, SILENCE};
use crate::model::{Fact, Gap, Section, Slot};

/// A slot as it is written.
pub(super) struct Written<'n> {
    /// Last part of the gap's id.
    pub name: &'static str,
    /// Name under which silence is inherited; empty if the key is required.
    pub inherits: &'static str,
    /// The value, if the key is there.
    pub node: Option<&'n Node>,
    /// The span to report if it is not.
    pub owner: Span,
}

impl<'n> Written<'n> {
    /// The slot at the key of the same name, with the name under which silence is inherited.
    pub fn new(fields: &Fields<'n>, name: &'static str, inherits: &'static str) -> Self {
        Self { name, inherits, node: fields.get(name), owner: fields.span }
    }
}

impl<'a> Lower<'a> {
    /// The position with the silences that the `not_shown` block of a file adds.
    pub(super) fn silences(&mut self, fields: &Fields<'_>, place: Place) -> Place {
        let mut silences = Vec::clone(&place.silences);
        for entry in self.entries(fields, NOT_SHOWN, "a map of silent slots") {
            let name = &entry.key;
            if !INHERITABLE.contains(&name.as_str()) {
                let message = format!("`{name}` is not a slot with inheritable silence");
                let diagnostic =
                    Diagnostic::error("unknown-slot", message, name.span, "not a slot");
                self.report(match did_you_mean(name, INHERITABLE.iter().copied()) {
                    Some(near) => {
                        diagnostic.with_fix(name.span, near, "a slot with a similar name exists")
                    }
                    None => diagnostic.with_help(format!("slots: {}", INHERITABLE.join(", "))),
                });
            } else if let Some(silence) = self.question(&entry.value, &place, name.span) {
                silences.push((name.value.clone(), silence));
            }
        }
        Place { silences: Rc::new(silences), ..place }
    }

    /// The `open_questions` block: gaps that fill no slot; an overlay may answer them with a text.
    pub(super) fn open_questions(&mut self, fields: &Fields<'_>, place: &Place) {
        for entry in self.entries(fields, "open_questions", "a map of open questions") {
            let Some(silence) = self.question(&entry.value, place, entry.key.span) else {
                continue;
            };
            let place = place.at("open").at(&entry.key);
            let interpretations = silence.interpretations.clone();
            self.gap(&place, silence);
            if let Some(answer) = self.take_answer(&place.id)
                && let Some(text) = self.reader.text(answer.value)
                && !interpretations.is_empty()
                && !interpretations.contains(&text.value)
            {
                let message = format!("`{text}` is not an interpretation of `{}`", place.id);
                self.report(
                    Diagnostic::error(
                        "answer-not-a-reading",
                        message,
                        text.span,
                        "not an interpretation",
                    )
                    .with_help(format!("interpretations: {}", interpretations.join(", "))),
                );
            }
        }
    }

    fn question(&mut self, node: &Node, place: &Place, span: Span) -> Option<Silence> {
        let fields = self.reader.table(node, &OPEN_QUESTION)?;
        let section = self.text_of(&fields, "source");
        let note = self.text_or_empty(&fields, "note");
        let interpretations = self.interpretations(&fields);
        let section = section.unwrap_or_else(|| place.section.clone());
        Some(Silence { note, interpretations, section, span })
    }

    fn interpretations(&mut self, fields: &Fields<'_>) -> Vec<String> {
        self.texts(fields, "interpretations").into_iter().map(|text| text.value).collect()
    }

    /// A slot with a boolean.
    pub(super) fn boolean_slot(&mut self, place: &Place, written: &Written<'_>) -> Slot<bool> {
        self.slot(place, written, |lower, _, node| lower.boolean(node))
    }

    /// A slot with a text.
    pub(super) fn text_slot(&mut self, place: &Place, written: &Written<'_>) -> Slot<String> {
        self.slot(place, written, |lower, _, node| lower.reader.text(node).map(|text| text.value))
    }

    /// Resolves a slot: a fact by `parse`, a gap if it is silent, or an overlay's answer.
    pub(super) fn slot<T>(
        &mut self,
        place: &Place,
        written: &Written<'_>,
        mut parse: impl FnMut(&mut Self, &Place, &Node) -> Option<T>,
    ) -> Slot<T> {
        let place = place.at(written.name);
        let inherited = place.silence(written.inherits).cloned();
        let silence = match written.node {
            Some(node) => match (self.silence(node, &place), inherited) {
                (None, _) => return self.stated(&place, node, parse),
                (Some(silence), Some(outer)) if is_bare(node) => {
                    Silence { section: silence.section, span: silence.span, ..outer }
                }
                (Some(silence), _) => silence,
            },
            None => match inherited {
                Some(silence) => silence,
                None => {
                    // A slot without inheritable silence is a required key, and reported as missing.
                    if !written.inherits.is_empty() {
                        self.report(unsaid(&place, written));
                    }
                    return Slot::Silent(place.id);
                }
            },
        };
        self.gap(&place, silence);
        let Some(answer) = self.take_answer(&place.id) else {
            return Slot::Silent(place.id);
        };
        let is_silent = self.silence(answer.value, &place).is_some();
        let says_none = is_none(answer.value)
            && !["body", "field", "message", "paging"].contains(&written.name);
        if is_silent || says_none {
            let word = if is_silent { NOT_SHOWN } else { NONE };
            let message = format!("the answer to `{}` is `{word}`", place.id);
            self.report(
                Diagnostic::error("silent-answer", message, answer.value.span, "not an answer")
                    .with_help("write the chosen fact, or remove the answer"),
            );
            return Slot::Silent(place.id);
        }
        match parse(self, &place, answer.value) {
            Some(value) => Slot::Answered {
                gap: place.id,
                fact: Fact { value, section: place.section, span: answer.value.span },
                reason: answer.reason,
            },
            None => Slot::Silent(place.id),
        }
    }

    fn stated<T>(
        &mut self,
        place: &Place,
        node: &Node,
        mut parse: impl FnMut(&mut Self, &Place, &Node) -> Option<T>,
    ) -> Slot<T> {
        self.stated.insert(place.id.clone(), node.span);
        let (node, section) = self.unwrap_fact(node);
        let section = section.unwrap_or_else(|| place.section.clone());
        let place = Place { section, ..place.clone() };
        match parse(self, &place, node) {
            Some(value) => Slot::Stated(Fact { value, section: place.section, span: node.span }),
            None => Slot::Silent(place.id),
        }
    }

    /// `{ value: FACT, source: SECTION }` is a fact with a section of its own.
    fn unwrap_fact<'n>(&mut self, node: &'n Node) -> (&'n Node, Option<Section>) {
        let Value::Map(entries) = &node.value else {
            return (node, None);
        };
        let value = match entries.as_slice() {
            [a, b] if *b.key == "source" => a,
            [a, b] if *a.key == "source" => b,
            _ => return (node, None),
        };
        if *value.key != "value" {
            return (node, None);
        }
        let fields = self.reader.table(node, &FACT);
        (&value.value, fields.and_then(|fields| self.text_of(&fields, "source")))
    }

    /// Whether a node is a silence.
    pub(super) fn is_silent(&mut self, node: &Node, place: &Place) -> bool {
        self.silence(node, place).is_some()
    }

    /// The silence of a node that is `not_shown`, with or without a note.
    fn silence(&mut self, node: &Node, place: &Place) -> Option<Silence> {
        match &node.value {
            Value::Scalar(_) if is_bare(node) => Some(Silence {
                note: format!("The document does not show `{}`.", place.id),
                interpretations: Vec::new(),
                section: place.section.clone(),
                span: node.span,
            }),
            Value::Map(entries) if entries.iter().any(|entry| entry.key.value == NOT_SHOWN) => {
                let fields = self.reader.table(node, &SILENCE)?;
                let section = self.text_of(&fields, "source");
                Some(Silence {
                    note: self.text_or_empty(&fields, NOT_SHOWN),
                    interpretations: self.interpretations(&fields),
                    section: section.unwrap_or_else(|| place.section.clone()),
                    span: node.span,
                })
            }
            _ => None,
        }
    }

    /// Adds the gap of a position.
    fn gap(&mut self, place: &Place, silence: Silence) {
        self.gaps.push(Gap {
            id: place.id.clone(),
            operation: place.operation.clone(),
            section: silence.section,
            note: silence.note,
            interpretations: silence.interpretations,
            span: silence.span,
        });
    }

    fn take_answer(&mut self, gap: &str) -> Option<PendingAnswer<'a>> {
        let answer = self.answers.get(gap).cloned()?;
        self.used.insert(gap.to_owned());
        Some(answer)
    }
}

/// Whether a node is a bare `not_shown`, which takes its note from the inherited silence.
fn is_bare(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(scalar) if scalar.plain && scalar.text == NOT_SHOWN)
}

fn unsaid(place: &Place, written: &Written<'_>) -> Diagnostic {
    // The last part of the id is the key, except for `key.required` of operations and similar.
    let (key, inherits) = (written.name, written.inherits);
    let outer = inherits.strip_suffix(key).and_then(|outer| outer.strip_suffix('.'));
    let silence = format!("{key}: {{ {NOT_SHOWN}: what is not known }}");
    let silence = match outer {
        Some("key") => format!("key: {{ {silence} }}"),
        _ => silence,
    };
    let message = format!("`{}` is neither stated nor `not_shown`", place.id);
    Diagnostic::error("unsaid", message, written.owner, format!("no `{inherits}`"))
    .with_help(format!("write what the document states, or `{silence}`"))
    .with_help(format!(
        "`{NOT_SHOWN}: {{ {inherits}: {{ note: what is not known }} }}` declares the silence for a whole file, resource or service"
    ))
}
