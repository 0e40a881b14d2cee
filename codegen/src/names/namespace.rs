//! A namespace in which each name is used once: a module, a struct, an enum.

use std::collections::BTreeMap;
use std::iter;

use reader::{Diagnostic, Span};

use super::{Ident, exact, plain};

#[derive(Debug)]
pub struct Namespace {
    /// The namespace in messages: "the types of the models".
    what: String,
    /// Words that are not available as names; a `_` is appended to a name that is one.
    reserved: [&'static str; 2],
    claims: BTreeMap<String, Claim>,
}

#[derive(Debug)]
struct Claim {
    by: String,
    span: Option<Span>,
}

impl Namespace {
    pub fn new(what: impl Into<String>, reserved: &'static str) -> Self {
        Self { what: what.into(), reserved: [reserved, ""], claims: BTreeMap::new() }
    }

    pub fn without(mut self, words: &'static str) -> Self {
        self.reserved[1] = words;
        self
    }

    /// Takes a name for `by` (`field due of record Loan`), declared at `span`.
    ///
    /// A name that is taken already is an error; it is then returned again, since nothing will be generated.
    pub fn claim(
        &mut self,
        name: Ident,
        by: impl Into<String>,
        span: Option<Span>,
        findings: &mut Vec<Diagnostic>,
    ) -> Ident {
        let name = self.unreserved(name);
        let by = by.into();
        let key = plain(&name);
        match self.claims.get(&key) {
            Some(first) => findings.push(clash(&self.what, &name, first, &by, span)),
            None => {
                self.claims.insert(key, Claim { by, span });
            }
        }
        name
    }

    /// Takes a name for an item without a name in the contract, such as a value of an enum; the next free number is
    /// appended to a name that is taken.
    pub fn claim_numbered(&mut self, name: Ident, by: impl Into<String>) -> Ident {
        let first = plain(&self.unreserved(name));
        let stem = first.trim_end_matches('_');
        let numbered = (2..).map(|number| format!("{stem}{number}"));
        let mut names = iter::once(first.clone()).chain(numbered);
        let free = names.find(|name| !self.claims.contains_key(name));
        let key = free.unwrap_or_else(|| first.clone());
        let name = exact(&key);
        let (by, span) = (by.into(), None);
        self.claims.insert(key, Claim { by, span });
        name
    }

    fn unreserved(&self, name: Ident) -> Ident {
        let text = plain(&name);
        let is_reserved =
            self.reserved.iter().any(|words| words.split(' ').any(|word| word == text));
        if is_reserved { exact(&format!("{text}_")) } else { name }
    }
}

fn clash(what: &str, name: &Ident, first: &Claim, by: &str, span: Option<Span>) -> Diagnostic {
    let message = format!("{by} and {} would both be `{name}` among {what}", first.by);
    let found = match span.or(first.span) {
        Some(place) => Diagnostic::error("name-clash", message, place, "this one"),
        None => Diagnostic::without_place("name-clash", message),
    };
    let found = match first.span {
        Some(place) if span.is_some() => found.with_label(place, "and this one"),
        _ => found,
    };
    found.with_help("give one of them another name; the name on the wire need not change")
}

#[cfg(test)]
mod tests {
    use super::super::{pascal, snake};
    use super::*;

    #[test]
    fn a_second_claim_of_a_name_is_an_error() {
        let mut findings = Vec::new();
        let mut namespace = Namespace::new("the fields of Book", "extra");
        let mut claim =
            |text: &str| namespace.claim(snake(text), text, None, &mut findings).to_string();
        assert_eq!(claim("dueDate"), "due_date");
        assert_eq!(claim("extra"), "extra_");
        assert_eq!(claim("due_date"), "due_date");
        assert_eq!(
            findings.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(),
            ["due_date and dueDate would both be `due_date` among the fields of Book"]
        );
    }

    #[test]
    fn numbered_claims_append_the_first_free_number() {
        let mut namespace = Namespace::new("the values of Cover", "Other");
        let mut claim = |text: &str| namespace.claim_numbered(pascal(text), text).to_string();
        assert_eq!(claim("soft cover"), "SoftCover");
        assert_eq!(claim("soft_cover"), "SoftCover2");
        assert_eq!(claim("soft-cover-2"), "SoftCover22");
        assert_eq!(claim("Soft Cover"), "SoftCover3");
        assert_eq!(claim("other"), "Other_");
        assert_eq!(claim("Other"), "Other2");
    }
}
