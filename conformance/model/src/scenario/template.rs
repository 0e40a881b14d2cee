//! Text with references: `reader.{run}@{email domain}`, `{first.body.title}`, `{ago 90s}`. A brace itself is `{{`.
//!
//! References are resolved when the file is loaded, and filled in when the call is made.

use std::fmt;

use jiff::Timestamp;
use spec::TimestampForm;

use super::reference::{Names, Reference};

/// Text with parts that are only known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub pieces: Vec<TemplatePiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePiece {
    Literal(String),
    Reference(Reference),
}

impl TemplatePiece {
    pub(super) fn literal(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text),
            Self::Reference(_) => None,
        }
    }
}

impl Template {
    pub fn of(text: impl Into<String>) -> Self {
        Self { pieces: vec![TemplatePiece::Literal(text.into())] }
    }

    /// Parses a template; the error is a message. See [`Reference::parse`] for templates without names.
    pub(super) fn parse(text: &str, names: Option<&Names>) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            literal.push_str(before);
            if let Some(after) = after.strip_prefix('{') {
                literal.push('{');
                rest = after;
                continue;
            }
            let Some((inside, after)) = after.split_once('}') else {
                return Err("`{` without `}`; a brace itself is written `{{`".to_owned());
            };
            if !literal.is_empty() {
                pieces.push(TemplatePiece::Literal(std::mem::take(&mut literal)));
            }
            pieces.push(TemplatePiece::Reference(Reference::parse(inside, names)?));
            rest = after;
        }
        literal.push_str(rest);
        if !literal.is_empty() || pieces.is_empty() {
            pieces.push(TemplatePiece::Literal(literal));
        }
        Ok(Self { pieces })
    }

    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Reference(reference) => Some(reference),
            TemplatePiece::Literal(_) => None,
        })
    }

    /// The reference, if the template consists of a single one.
    pub fn single_reference(&self) -> Option<&Reference> {
        match self.pieces.as_slice() {
            [TemplatePiece::Reference(reference)] => Some(reference),
            _ => None,
        }
    }

    pub(super) fn literals(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(TemplatePiece::literal)
    }

    pub fn has_comma(&self) -> bool {
        self.literals().any(|text| text.contains(','))
    }

    /// The parts between literal commas, each as written.
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

    /// The text, if the template has no references.
    pub fn literal(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [TemplatePiece::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The notation of the timestamp, if the template consists of one. A literal with a fraction has none, because the
    /// number of digits may be limited.
    pub fn timestamp_form(&self) -> Option<TimestampForm> {
        match self.single_reference() {
            Some(Reference::Ago { form, .. }) => Some(*form),
            Some(_) => None,
            None => literal_form(self.literal()?),
        }
    }
}

/// The notation of `YYYY-MM-DDThh:mm:ss`, perhaps with a fraction, with `Z` or an offset.
fn literal_form(text: &str) -> Option<TimestampForm> {
    text.parse::<Timestamp>().ok()?;
    let (moment, rest) = text.split_at_checked("2026-01-31T12:00:00".len())?;
    let zone = rest.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit());
    let is_offset = zone.len() == "+00:00".len();
    let form = match (moment.as_bytes().get(10)?, zone.chars().next()?) {
        (b'T', 'Z') if zone.len() == 1 => TimestampForm::Utc,
        (b'T', '+') if is_offset => TimestampForm::OffsetAhead,
        (b'T', '-') if is_offset => TimestampForm::OffsetBehind,
        _ => return None,
    };
    Some(if zone.len() < rest.len() { TimestampForm::Fraction } else { form })
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| match piece {
            TemplatePiece::Literal(text) => f.write_str(&text.replace('{', "{{")),
            TemplatePiece::Reference(reference) => write!(f, "{{{reference}}}"),
        })
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
        Template::parse(text, Some(&names))
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
    fn doubled_brace_is_a_brace() {
        let text = parse("{{0} {{{{x}} {run}").unwrap();
        assert_eq!(text.pieces[0].literal(), Some("{0} {{x}} "));
        assert_eq!(text.to_string(), "{{0} {{{{x}} {run}");
    }

    #[test]
    fn literal_timestamps_have_a_form() {
        for (text, form) in [
            ("2024-02-29T00:00:00Z", Some(TimestampForm::Utc)),
            ("2024-02-29T00:00:00+05:30", Some(TimestampForm::OffsetAhead)),
            ("2024-02-29T00:00:00-00:30", Some(TimestampForm::OffsetBehind)),
            ("2023-02-29T00:00:00Z", None),
            ("2024-02-29T00:00:00.5Z", Some(TimestampForm::Fraction)),
            ("2024-02-29T00:00:00.25-03:30", Some(TimestampForm::Fraction)),
            ("2024-02-29T00:00:00.5+0530", None),
            ("2024-02-29 00:00:00Z", None),
            ("2024-02-29T00:00:00+0530", None),
            ("2024-02-29", None),
            ("{ago 9s offset_ahead}", Some(TimestampForm::OffsetAhead)),
        ] {
            assert_eq!(parse(text).unwrap().timestamp_form(), form, "{text}");
        }
    }

    #[test]
    fn errors_suggest_alternatives() {
        for text in
            ["{", "{unknown.id}", "{shelf.a.b}", "{first.boddy.x}", "{ago 9}", "{ago 9s x}", "{}"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(
            parse("{shelv.id}"),
            Err("no need and no earlier step is called `shelv`; did you mean `shelf`?".to_owned())
        );
    }
}
