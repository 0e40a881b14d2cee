//! Resolves slots: fact, silence, inherited silence, or an overlay's answer.

use reader::{Diagnostic, Node, Span, Value, did_you_mean};

use super::Lower;
use crate::language::{FACT, INHERITABLE, NOT_SHOWN, SILENCE};
use crate::model::{Fact, Gap, Section, Slot};

/// The current position in the contract, which determines ids, sections and owners.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The operation, if inside one.
    pub operation: Option<String>,
    /// Prefix of ids.
    pub id: String,
    /// Section that is inherited.
    pub section: Section,
}

impl Place {
    pub fn new(operation: Option<&str>, id: &str, section: &str) -> Self {
        Self {
            operation: operation.map(str::to_owned),
            id: id.to_owned(),
            section: section.to_owned(),
        }
    }

    /// The position one step further in.
    pub fn at(&self, part: &str) -> Self {
        Self { id: format!("{}.{part}", self.id), ..self.clone() }
    }

    /// The same position with another section, if one is given.
    pub fn in_section(&self, section: Option<Section>) -> Self {
        Self { section: section.unwrap_or_else(|| self.section.clone()), ..self.clone() }
    }
}

/// Inherited silences, from the outermost file inwards; the innermost takes precedence.
#[derive(Clone, Debug, Default)]
pub(super) struct Silences(Vec<(String, Silence)>);

/// The content of a silence.
#[derive(Clone, Debug)]
pub(super) struct Silence {
    pub note: String,
    pub readings: Vec<String>,
    pub section: Section,
    pub span: Span,
}

impl Silences {
    fn find(&self, slot: &str) -> Option<&Silence> {
        self.0.iter().rev().find(|(name, _)| name == slot).map(|(_, silence)| silence)
    }
}

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

impl<'a> Lower<'a> {
    /// Adds the `not_shown` block of a file to the silences it inherits.
    pub(super) fn silences(
        &mut self,
        outer: &Silences,
        node: Option<&Node>,
        place: &Place,
    ) -> Silences {
        let mut silences = outer.clone();
        let Some(node) = node else { return silences };
        for entry in self.reader.entries(node, "a map of silent slots") {
            let name = &entry.key;
            if !INHERITABLE.contains(&name.value.as_str()) {
                let diagnostic = Diagnostic::error(
                    "unknown-slot",
                    format!("`{}` is not a slot with inheritable silence", name.value),
                    name.span,
                    "not a slot",
                );
                let diagnostic = match did_you_mean(&name.value, INHERITABLE.iter().copied()) {
                    Some(near) => {
                        diagnostic.with_fix(name.span, near, "a slot with a similar name exists")
                    }
                    None => diagnostic.with_help(format!("slots: {}", INHERITABLE.join(", "))),
                };
                self.report(diagnostic);
                continue;
            }
            if let Some(silence) = self.question(&entry.value, place, name.span) {
                silences.0.push((name.value.clone(), silence));
            }
        }
        silences
    }

    /// The `open_questions` block: gaps that fill no slot; an overlay may answer them with a text.
    pub(super) fn open_questions(&mut self, node: Option<&Node>, place: &Place) {
        let Some(node) = node else { return };
        for entry in self.reader.entries(node, "a map of open questions") {
            let Some(silence) = self.question(&entry.value, place, entry.key.span) else {
                continue;
            };
            let place = place.at("open").at(&entry.key.value);
            let readings = silence.readings.clone();
            self.gap(&place, silence);
            if let Some(answer) = self.take_answer(&place.id)
                && let Some(text) = self.reader.text(answer.value)
                && !readings.is_empty()
                && !readings.contains(&text.value)
            {
                let diagnostic = Diagnostic::error(
                    "answer-not-a-reading",
                    format!("`{}` is not an interpretation of `{}`", text.value, place.id),
                    text.span,
                    "not an interpretation",
                )
                .with_help(format!("interpretations: {}", readings.join(", ")));
                self.report(diagnostic);
            }
        }
    }

    fn question(&mut self, node: &Node, place: &Place, span: Span) -> Option<Silence> {
        let fields = self.reader.table(node, &crate::language::OPEN_QUESTION)?;
        let section =
            fields.get("source").and_then(|node| self.reader.text(node)).map(|text| text.value);
        let note = fields.get("note").and_then(|node| self.reader.text(node))?.value;
        let readings = self.texts(fields.get("interpretations"));
        Some(Silence {
            note,
            readings,
            section: section.unwrap_or_else(|| place.section.clone()),
            span,
        })
    }

    /// Resolves a slot: a fact by `parse`, a gap if it is silent, or an overlay's answer.
    pub(super) fn slot<T>(
        &mut self,
        place: &Place,
        silences: &Silences,
        written: &Written<'_>,
        mut parse: impl FnMut(&mut Self, &Place, &Node) -> Option<T>,
    ) -> Slot<T> {
        let place = place.at(written.name);
        let silence = match written.node {
            Some(node) => match self.silence(node, &place) {
                Some(silence) if is_bare(node) => match silences.find(written.inherits) {
                    Some(outer) => Silence {
                        note: outer.note.clone(),
                        readings: outer.readings.clone(),
                        ..silence
                    },
                    None => silence,
                },
                Some(silence) => silence,
                None => return self.stated(&place, node, parse),
            },
            None => match silences.find(written.inherits) {
                Some(silence) => silence.clone(),
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
        if self.silence(answer.value, &place).is_some() {
            self.report(
                Diagnostic::error(
                    "silent-answer",
                    format!("the answer to `{}` is `not_shown`", place.id),
                    answer.value.span,
                    "not an answer",
                )
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
        let place = place.in_section(section);
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
        // `is` is the former name of `value`: the table reports it.
        let value = match entries.as_slice() {
            [a, b] if *b.key == "source" => a,
            [a, b] if *a.key == "source" => b,
            _ => return (node, None),
        };
        if !["value", "is"].contains(&value.key.as_str()) {
            return (node, None);
        }
        let fields = self.reader.table(node, &FACT);
        let source = fields.and_then(|fields| fields.get("source"));
        let section = source.and_then(|source| self.reader.text(source));
        (&value.value, section.map(|text| text.value))
    }

    /// The silence of a node that is `not_shown`, with or without a note.
    pub(super) fn silence(&mut self, node: &Node, place: &Place) -> Option<Silence> {
        match &node.value {
            Value::Scalar(_) if is_bare(node) => Some(Silence {
                note: format!("The document does not show `{}`.", place.id),
                readings: Vec::new(),
                section: place.section.clone(),
                span: node.span,
            }),
            Value::Map(entries) if entries.iter().any(|entry| entry.key.value == NOT_SHOWN) => {
                let fields = self.reader.table(node, &SILENCE)?;
                let section = fields
                    .get("source")
                    .and_then(|node| self.reader.text(node))
                    .map(|text| text.value);
                let note = fields
                    .get(NOT_SHOWN)
                    .and_then(|node| self.reader.text(node))
                    .map(|text| text.value);
                Some(Silence {
                    note: note.unwrap_or_default(),
                    readings: self.texts(fields.get("interpretations")),
                    section: section.unwrap_or_else(|| place.section.clone()),
                    span: node.span,
                })
            }
            _ => None,
        }
    }

    /// Adds the gap of a position.
    pub(super) fn gap(&mut self, place: &Place, silence: Silence) {
        self.gaps.push(Gap {
            id: place.id.clone(),
            operation: place.operation.clone(),
            section: silence.section,
            note: silence.note,
            interpretations: silence.readings,
            span: silence.span,
        });
    }

    fn take_answer(&mut self, gap: &str) -> Option<super::PendingAnswer<'a>> {
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
    Diagnostic::error(
        "unsaid",
        format!("`{}` is neither stated nor `not_shown`", place.id),
        written.owner,
        format!("no `{inherits}`"),
    )
    .with_help(format!("write what the document states, or `{silence}`"))
    .with_help(format!(
        "`{NOT_SHOWN}: {{ {inherits}: {{ note: what is not known }} }}` declares the silence for a whole file, resource or service"
    ))
}
