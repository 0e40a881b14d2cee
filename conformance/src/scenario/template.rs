//! Text with references: `reader.{run}@{email domain}`, `{first.body.title}`, `{ago 90s}`.
//!
//! References are resolved by name when the file is read, and filled in when the call is made.

use reader::{Diagnostic, Node, Reader};
use spec::TimestampForm;

use super::reference::{Names, Reference};

/// Text, parts of which are known only when the call is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The pieces, in order.
    pub pieces: Vec<TemplatePiece>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePiece {
    /// Stands as it is.
    Literal(String),
    /// To be filled in.
    Reference(Reference),
}

impl Template {
    /// A text that stands as it is.
    pub(crate) fn of(text: impl Into<String>) -> Self {
        let pieces = vec![TemplatePiece::Literal(text.into())];
        Self { pieces }
    }

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
                pieces.push(TemplatePiece::Literal(before.to_owned()));
            }
            pieces.push(TemplatePiece::Reference(Reference::parse(inside, names)?));
            rest = after;
        }
        if !rest.is_empty() || pieces.is_empty() {
            pieces.push(TemplatePiece::Literal(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// The references in it.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Reference(reference) => Some(reference),
            TemplatePiece::Literal(_) => None,
        })
    }

    /// The reference, if it is one and nothing else.
    #[must_use]
    pub fn whole(&self) -> Option<&Reference> {
        match self.pieces.as_slice() {
            [TemplatePiece::Reference(reference)] => Some(reference),
            _ => None,
        }
    }

    /// Whether a comma was written in it.
    #[must_use]
    pub fn has_comma(&self) -> bool {
        let written = |piece: &TemplatePiece| matches!(piece, TemplatePiece::Literal(text) if text.contains(','));
        self.pieces.iter().any(written)
    }

    /// What stands between the commas that were written in it, each as it is written.
    #[must_use]
    pub fn values(&self) -> Vec<String> {
        let mut values = vec![String::new()];
        for piece in &self.pieces {
            let (first, more) = match piece {
                TemplatePiece::Literal(text) => {
                    let mut parts = text.split(',').map(str::to_owned);
                    (parts.next().unwrap_or_default(), parts.collect())
                }
                TemplatePiece::Reference(reference) => (format!("{reference:?}"), Vec::new()),
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
            [TemplatePiece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// How a point in time is written, if this is one and shows it.
    #[must_use]
    pub fn timestamp_form(&self) -> Option<TimestampForm> {
        match self.pieces.as_slice() {
            [TemplatePiece::Reference(Reference::Ago { form, .. })] => Some(*form),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Template, String> {
        let names = Names {
            needs: ["shelf".to_owned()].into(),
            steps: ["first".to_owned()].into(),
            each: None,
        };
        Template::parse(text, &names)
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
