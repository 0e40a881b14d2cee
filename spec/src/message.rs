//! Message templates: text with `{placeholders}` that is rendered, matched and compared.

use std::fmt;

/// A message with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Template {
    /// The parts in order; two placeholders never stand side by side.
    pub parts: Vec<TemplatePart>,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TemplatePart {
    /// Literal text.
    Text(String),
    /// A placeholder, by name.
    Placeholder(String),
}

/// Why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateError {
    /// `{` without `}`; the byte offset of the brace.
    Unclosed(usize),
    /// A placeholder without a name or with a name that is not snake_case; its byte range.
    BadName(usize, usize),
    /// Adjacent placeholders are ambiguous; offset of the second.
    Adjacent(usize),
}

impl Template {
    /// Reads `Subject {name} is gone` into parts. Fails with a [`TemplateError`], whose offsets
    /// count bytes of `text`.
    pub fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut parts = Vec::new();
        let mut rest = 0;
        while let Some(open) = text[rest..].find('{').map(|at| rest + at) {
            if open > rest {
                parts.push(TemplatePart::Text(text[rest..open].to_owned()));
            } else if !parts.is_empty() {
                return Err(TemplateError::Adjacent(open));
            }
            let close =
                text[open..].find('}').map(|at| open + at).ok_or(TemplateError::Unclosed(open))?;
            let name = &text[open + 1..close];
            if name.is_empty()
                || !name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
            {
                return Err(TemplateError::BadName(open, close + 1));
            }
            parts.push(TemplatePart::Placeholder(name.to_owned()));
            rest = close + 1;
        }
        if rest < text.len() || parts.is_empty() {
            parts.push(TemplatePart::Text(text[rest..].to_owned()));
        }
        Ok(Self { parts })
    }

    /// Names of the placeholders, in order.
    pub fn placeholders(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Placeholder(name) => Some(name.as_str()),
            TemplatePart::Text(_) => None,
        })
    }

    /// Whether there is no placeholder.
    pub fn is_literal(&self) -> bool {
        self.placeholders().next().is_none()
    }

    /// The message with each placeholder filled by `value(name)`.
    pub fn render(&self, mut value: impl FnMut(&str) -> String) -> String {
        self.parts
            .iter()
            .map(|part| match part {
                TemplatePart::Text(text) => text.clone(),
                TemplatePart::Placeholder(name) => value(name),
            })
            .collect()
    }

    /// The values of the placeholders in `message`, in order; `None` if it does not match the template.
    ///
    /// Placeholders are never empty. Each placeholder but the last takes as little as it can; the last takes the rest.
    pub fn matches<'m>(&self, message: &'m str) -> Option<Vec<&'m str>> {
        match_parts(&self.parts, message)
    }

    /// Number of characters that are text: of two templates that match, the one with more is the more specific.
    pub fn literal_len(&self) -> usize {
        self.parts
            .iter()
            .map(|part| match part {
                TemplatePart::Text(text) => text.chars().count(),
                TemplatePart::Placeholder(_) => 0,
            })
            .sum()
    }

    /// Whether some message is of both templates.
    pub fn overlaps(&self, other: &Self) -> bool {
        overlap(&self.symbols(), &other.symbols())
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for part in &self.parts {
            match part {
                TemplatePart::Text(text) => symbols.extend(text.chars().map(Symbol::Char)),
                // A placeholder holds at least one character, then any number more.
                TemplatePart::Placeholder(_) => symbols.extend([Symbol::One, Symbol::Many]),
            }
        }
        symbols
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                TemplatePart::Text(text) => f.write_str(text)?,
                TemplatePart::Placeholder(name) => write!(f, "{{{name}}}")?,
            }
        }
        Ok(())
    }
}

fn match_parts<'m>(parts: &[TemplatePart], message: &'m str) -> Option<Vec<&'m str>> {
    let (mut values, mut rest, mut in_placeholder) = (Vec::new(), message, false);
    for (index, part) in parts.iter().enumerate() {
        let TemplatePart::Text(text) = part else {
            in_placeholder = true;
            continue;
        };
        let at = if !in_placeholder {
            rest.starts_with(text.as_str()).then_some(0)?
        } else if index + 1 == parts.len() {
            rest.strip_suffix(text.as_str()).map(str::len).filter(|length| *length > 0)?
        } else {
            // The first occurrence is enough: what matches after a later one matches after this one, with a longer value.
            let from = rest.chars().next()?.len_utf8();
            from + rest[from..].find(text.as_str())?
        };
        if in_placeholder {
            values.push(&rest[..at]);
        }
        rest = &rest[at + text.len()..];
        in_placeholder = false;
    }
    if in_placeholder {
        values.push(std::mem::take(&mut rest));
    }
    let is_match = rest.is_empty() && values.iter().all(|value| !value.is_empty());
    is_match.then_some(values)
}

#[derive(Clone, Copy, PartialEq)]
enum Symbol {
    Char(char),
    One,
    Many,
}

/// Whether two patterns share a string: reachability over the product of both, position by position.
fn overlap(left: &[Symbol], right: &[Symbol]) -> bool {
    let width = right.len() + 1;
    let mut reached = vec![false; (left.len() + 1) * width];
    let mut queue = vec![(0, 0)];
    while let Some((l, r)) = queue.pop() {
        if std::mem::replace(&mut reached[l * width + r], true) {
            continue;
        }
        if l == left.len() && r == right.len() {
            return true;
        }
        let (a, b) = (left.get(l).copied(), right.get(r).copied());
        if a == Some(Symbol::Many) {
            queue.push((l + 1, r));
            if b.is_some_and(|b| b != Symbol::Many) {
                queue.push((l, r + 1));
            }
        }
        if b == Some(Symbol::Many) {
            queue.push((l, r + 1));
            if a.is_some_and(|a| a != Symbol::Many) {
                queue.push((l + 1, r));
            }
        }
        if let (Some(a), Some(b)) = (a, b) {
            let step = match (a, b) {
                (Symbol::Char(a), Symbol::Char(b)) => a == b,
                (Symbol::Many, _) | (_, Symbol::Many) => false,
                _ => true,
            };
            if step {
                queue.push((l + 1, r + 1));
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Template {
        Template::parse(text).unwrap()
    }

    #[test]
    fn templates_round_trip() {
        for text in ["Book {title} is lent", "{member} owes {amount}!", "plain", "{only}"] {
            assert_eq!(template(text).to_string(), text);
        }
    }

    #[test]
    fn bad_templates_say_where() {
        assert_eq!(Template::parse("a {b"), Err(TemplateError::Unclosed(2)));
        assert_eq!(Template::parse("a {B}"), Err(TemplateError::BadName(2, 5)));
        assert_eq!(Template::parse("{a}{b}"), Err(TemplateError::Adjacent(3)));
    }

    #[test]
    fn rendered_messages_match_their_template() {
        let lent = template("Book {title} is lent to {member}!");
        let message = lent.render(|name| format!("<{name}>"));
        assert_eq!(lent.matches(&message), Some(vec!["<title>", "<member>"]));
        assert_eq!(lent.matches("Book Emma is lent to Ann!"), Some(vec!["Emma", "Ann"]));
        assert_eq!(lent.matches("Book  is lent to !"), None);
        assert_eq!(lent.matches("Book Emma is lent to Ann"), None);
    }

    #[test]
    fn overlap_is_found_through_placeholders() {
        assert!(template("{thing} not found!").overlaps(&template("Member not found!")));
        assert!(template("{a} not found!").overlaps(&template("Member {b} not found!")));
        assert!(!template("Book {a} is lent").overlaps(&template("Book {a} is lost")));
        assert!(!template("{a}x").overlaps(&template("x")));
        assert!(template("{a}x").overlaps(&template("xx")));
    }
}
