//! Names of the draft, made from those of the document.

use std::collections::BTreeSet;

use heck::{ToPascalCase, ToSnakeCase};
use spec::TAKEN_HEADERS;

/// A name of an operation, a resource or a member: letters, digits and `_`.
pub fn snake(text: &str) -> String {
    let name = plain(text).to_snake_case();
    match name.bytes().next() {
        Some(first) if first.is_ascii_lowercase() => name,
        Some(_) => format!("n_{name}"),
        None => "unnamed".to_owned(),
    }
}

/// Whether HTTP allows a header of the name that a contract can describe.
pub fn is_header(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(legal) && !TAKEN_HEADERS.contains(&&*name.to_lowercase())
}

/// A name of a record: letters and digits.
pub fn pascal(text: &str) -> String {
    let name = plain(text).to_pascal_case();
    match name.bytes().next() {
        Some(first) if first.is_ascii_uppercase() => name,
        Some(_) => format!("N{name}"),
        None => "Unnamed".to_owned(),
    }
}

/// The text with blanks in place of characters that names cannot contain.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect()
}

/// A set of distinct names of one kind. The names also differ in generated code, where case and `_` may be ignored.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Names that are taken before any is made.
    pub fn with(taken: &[&str]) -> Self {
        Self { taken: taken.iter().map(|name| folded(name)).collect() }
    }

    /// The name, or the name with a number that makes it unique.
    pub fn claim(&mut self, name: String, separator: &str) -> String {
        let numbers = 2_usize..;
        let numbered = numbers.map(|number| format!("{name}{separator}{number}"));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        candidates.find(|name| self.taken.insert(folded(name))).unwrap_or(name)
    }
}

fn folded(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// Whether the language has a member of this name.
pub fn is_member(wire: &str) -> bool {
    !wire.trim().is_empty() && !wire.contains('.') && !wire.chars().any(char::is_control)
}
