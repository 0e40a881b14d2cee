//! Converts names of the contract into valid Rust identifiers.
//!
//! A [`Namespace`] detects clashes.

mod namespace;
pub mod reserved;

use std::fmt;
use std::rc::Rc;

use heck::{ToSnakeCase, ToUpperCamelCase};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;

pub use namespace::Namespace;

/// A valid identifier, with `r#` if it is a keyword. Cheaper to compare than that of `proc_macro2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ident(Rc<str>);

impl fmt::Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ToTokens for Ident {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = match self.0.strip_prefix("r#") {
            Some(word) => proc_macro2::Ident::new_raw(word, Span::call_site()),
            None => proc_macro2::Ident::new(&self.0, Span::call_site()),
        };
        tokens.extend([TokenTree::Ident(name)]);
    }
}

/// Keywords that are names when written `r#word`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that are never names.
const NEVER: [&str; 5] = ["self", "Self", "super", "crate", "_"];

/// A name of a function, field, module or local: `created_at`, `r#type`.
pub fn snake(text: &str) -> Ident {
    cased(text, |text| text.to_snake_case())
}

/// A name of a type or variant: `CreatedAt`.
pub fn pascal(text: &str) -> Ident {
    cased(text, |text| text.to_upper_camel_case())
}

/// A name as given, which is legal already.
pub fn exact(text: &str) -> Ident {
    cased(text, str::to_owned)
}

/// The name without `r#`: for file names, and as part of other names.
pub fn plain(name: &Ident) -> String {
    name.0.strip_prefix("r#").unwrap_or(&name.0).to_owned()
}

fn cased(text: &str, case: impl Fn(&str) -> String) -> Ident {
    // A text without a legal name is spelled by its code points.
    legal(&case(text)).unwrap_or_else(|| {
        let points: String = text.chars().map(|c| format!("_{:x}", u32::from(c))).collect();
        Ident(case(&format!("value{points}")).into())
    })
}

fn legal(text: &str) -> Option<Ident> {
    if KEYWORDS.contains(&text) {
        return Some(Ident(format!("r#{text}").into()));
    }
    let mut name: String = text.chars().filter(|c| *c == '_' || c.is_alphanumeric()).collect();
    if NEVER.contains(&name.as_str()) {
        name.push('_');
    }
    if name.starts_with(|c: char| c.is_numeric()) {
        name.insert(0, '_');
    }
    let mut bytes = name.bytes();
    let is_word = name == "_" || KEYWORDS.contains(&name.as_str());
    if is_word || name.is_empty() {
        return None;
    }
    // Most names are plain, and asking the lexer takes longer than everything else here.
    if bytes.all(|byte| byte == b'_' || byte.is_ascii_alphanumeric()) {
        return Some(Ident(name.into()));
    }
    let mut tokens = name.parse::<TokenStream>().ok()?.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(_)), None) => Some(Ident(name.into())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_becomes_a_legal_name() {
        let names = ["due_date", "type", "self", "3d", "größe", "a-b c", "gen", "Book", "+", ""];
        let snakes = names.map(|name| snake(name).to_string());
        assert_eq!(
            snakes,
            [
                "due_date", "r#type", "self_", "_3d", "größe", "a_b_c", "r#gen", "book",
                "value_2b", "value"
            ]
        );
        let types = names.map(|name| pascal(name).to_string());
        assert_eq!(types[..4], ["DueDate", "Type", "Self_", "_3d"]);
        assert_eq!(types[8..], ["Value2b", "Value"]);
    }

    #[test]
    fn plain_names_have_no_prefix() {
        assert_eq!(plain(&snake("type")), "type");
        assert_eq!(plain(&snake("title")), "title");
    }
}
