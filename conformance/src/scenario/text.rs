//! Text with references: `reader-{run}@example.com`, `{first.body.title}`, `{ago 90s}`.
//!
//! References are resolved by name when the file is read, and filled in when the call is made.

use std::collections::BTreeSet;

use reader::{Diagnostic, Node, Reader};
use spec::{Identifier, InputPart, InputRef, TimestampForm};

use super::place::Place;

/// Text, parts of which are known only when the call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The pieces, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Stands as it is.
    Literal(String),
    /// To be filled in.
    Reference(Reference),
}

/// Something known only when the call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// `{run}`: the id of the run.
    Run,
    /// `{unique}`: text that no other step of any run has.
    Unique,
    /// `{unknown uuid}`, `{unknown email}`: well formed, and of nothing that exists.
    Unknown(Identifier),
    /// `{ago 90s}`, `{ago 90s offset_ahead}`: a point in time before the start of the run.
    Ago {
        /// How long before.
        seconds: i64,
        /// How it is written.
        form: TimestampForm,
    },
    /// `{shelf.id}`, `{shelf.opened_at}`: what the target says of a fixture.
    Fixture {
        /// Name of the need.
        need: String,
        /// `id` or a fact.
        fact: String,
    },
    /// `{first.body.title}`: what an earlier step sent.
    Sent {
        /// Name of the step.
        step: String,
        /// The input.
        input: InputRef,
    },
    /// `{first.answer.loan.due}`, `{all.answer.loans[shelf.id].due}`: what an earlier step was answered.
    Answer {
        /// Name of the step.
        step: String,
        /// The member of the answer.
        place: Place,
    },
}

/// The names that references can begin with.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) needs: BTreeSet<String>,
    pub(super) steps: BTreeSet<String>,
}

impl Text {
    /// A text with references; mistakes in it are reported.
    pub(super) fn read(node: &Node, names: &Names, reader: &mut Reader<'_>) -> Option<Self> {
        let written = reader.text(node)?;
        match Self::parse(&written.value, names) {
            Ok(text) => Some(text),
            Err(message) => {
                let label = "cannot be filled in";
                reader.out.push(Diagnostic::error(
                    "bad-reference",
                    message,
                    written.span,
                    label,
                ));
                None
            }
        }
    }

    /// Reads a text. The error says what is wrong with which reference.
    pub(super) fn parse(text: &str, names: &Names) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((inside, after)) = after.split_once('}') else {
                return Err("`{` without `}`".to_owned());
            };
            if !before.is_empty() {
                pieces.push(Piece::Literal(before.to_owned()));
            }
            pieces.push(Piece::Reference(parse_reference(inside, names)?));
            rest = after;
        }
        if !rest.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Literal(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// The references in it.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Reference(reference) => Some(reference),
            Piece::Literal(_) => None,
        })
    }

    /// The reference, if it is one and nothing else.
    #[must_use]
    pub fn whole(&self) -> Option<&Reference> {
        match self.pieces.as_slice() {
            [Piece::Reference(reference)] => Some(reference),
            _ => None,
        }
    }

    /// Whether a comma was written in it.
    #[must_use]
    pub fn has_comma(&self) -> bool {
        let written = |piece: &Piece| matches!(piece, Piece::Literal(text) if text.contains(','));
        self.pieces.iter().any(written)
    }

    /// What stands between the commas that were written in it, each as it is written.
    #[must_use]
    pub fn values(&self) -> Vec<String> {
        let mut values = vec![String::new()];
        for piece in &self.pieces {
            let (first, more) = match piece {
                Piece::Literal(text) => {
                    let mut parts = text.split(',').map(str::to_owned);
                    (parts.next().unwrap_or_default(), parts.collect())
                }
                Piece::Reference(reference) => (format!("{reference:?}"), Vec::new()),
            };
            if let Some(last) = values.last_mut() {
                last.push_str(&first);
            }
            values.extend::<Vec<String>>(more);
        }
        values
    }

    /// The text, if nothing in it has to be filled in.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// How a point in time is written, if this is one and shows it.
    #[must_use]
    pub fn timestamp_form(&self) -> Option<TimestampForm> {
        match self.pieces.as_slice() {
            [Piece::Reference(Reference::Ago { form, .. })] => Some(*form),
            _ => None,
        }
    }
}

impl Reference {
    /// This reference, and the one in it that tells an item of a list.
    pub fn with_inner(&self) -> impl Iterator<Item = &Self> {
        let inner = match self {
            Self::Answer { place, .. } => place.item.as_deref(),
            _ => None,
        };
        [Some(self), inner].into_iter().flatten()
    }
}

/// What stands between the braces of a reference.
pub(super) fn parse_reference(inside: &str, names: &Names) -> Result<Reference, String> {
    let words: Vec<&str> = inside.split_whitespace().collect();
    match words.as_slice() {
        ["run"] => Ok(Reference::Run),
        ["unique"] => Ok(Reference::Unique),
        ["unknown", "uuid"] => Ok(Reference::Unknown(Identifier::Uuid)),
        ["unknown", "email"] => Ok(Reference::Unknown(Identifier::Email)),
        ["ago", length] => ago(length, "utc"),
        ["ago", length, form] => ago(length, form),
        [dotted] if dotted.contains('.') => named(dotted, names),
        _ => Err(format!(
            "`{{{inside}}}` is no reference; there are `{{run}}`, `{{unique}}`, `{{unknown uuid}}`, \
             `{{unknown email}}`, `{{ago 90s}}`, `{{NEED.id}}`, `{{STEP.body.NAME}}` and \
             `{{STEP.answer.MEMBER.FIELD}}`"
        )),
    }
}

fn ago(length: &str, form: &str) -> Result<Reference, String> {
    let wrong = || format!("`{length}` is no length of time; write `90s`, `5m`, `2h` or `3d`");
    let unit = match length.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        Some('d') => 86400,
        _ => return Err(wrong()),
    };
    let count: u32 = length[..length.len() - 1].parse().map_err(|_| wrong())?;
    let form = TimestampForm::ALL
        .into_iter()
        .find(|known| known.name() == form)
        .ok_or_else(|| {
            let known: Vec<_> = TimestampForm::ALL.iter().map(|form| form.name()).collect();
            format!(
                "there is no form `{form}` of a point in time; known are {}",
                known.join(", ")
            )
        })?;
    Ok(Reference::Ago {
        seconds: i64::from(count) * unit,
        form,
    })
}

fn named(dotted: &str, names: &Names) -> Result<Reference, String> {
    let (root, rest) = dotted.split_once('.').unwrap_or((dotted, ""));
    let path: Vec<&str> = rest.split('.').collect();
    if names.needs.contains(root) {
        return match path.as_slice() {
            [fact] => Ok(Reference::Fixture {
                need: root.to_owned(),
                fact: (*fact).to_owned(),
            }),
            _ => Err(format!(
                "of a fixture there is `{{{root}.id}}` or `{{{root}.FACT}}`"
            )),
        };
    }
    if !names.steps.contains(root) {
        let known: Vec<_> = names
            .needs
            .iter()
            .chain(&names.steps)
            .map(String::as_str)
            .collect();
        let near = reader::did_you_mean(root, known.iter().copied());
        let near = near.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
        return Err(format!(
            "no need and no earlier step is called `{root}`{near}"
        ));
    }
    let step = root.to_owned();
    if let Some(place) = rest.strip_prefix("answer.") {
        let place = Place::parse(place, names)?;
        return Ok(Reference::Answer { step, place });
    }
    let part = InputPart::ALL
        .into_iter()
        .find(|part| Some(&part.name()) == path.first());
    match (part, path.as_slice()) {
        (Some(part), [_, name]) => Ok(Reference::Sent {
            step,
            input: InputRef {
                part,
                name: (*name).to_owned(),
            },
        }),
        _ => Err(format!(
            "of a step there is `{{{root}.body.NAME}}`, `.query.NAME`, `.path.NAME` or \
             `.answer.MEMBER.FIELD`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Text, String> {
        let names = Names {
            needs: ["shelf".to_owned()].into(),
            steps: ["first".to_owned()].into(),
        };
        Text::parse(text, &names)
    }

    #[test]
    fn references_are_found_between_text() {
        let text = parse("loan-{run}-{first.body.title}").unwrap();
        assert_eq!(text.pieces.len(), 4);
        assert_eq!(text.references().next(), Some(&Reference::Run));
        assert_eq!(parse("plain").unwrap().literal(), Some("plain"));
        assert_eq!(parse("").unwrap().literal(), Some(""));
    }

    #[test]
    fn mistakes_say_what_there_is() {
        for text in [
            "{",
            "{nobody.id}",
            "{shelf.a.b}",
            "{first.boddy.x}",
            "{ago 9}",
            "{ago 9s x}",
            "{}",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(
            parse("{shelv.id}"),
            Err("no need and no earlier step is called `shelv`; did you mean `shelf`?".to_owned())
        );
    }
}
