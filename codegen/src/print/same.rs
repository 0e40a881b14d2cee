//! For tests: whether what is printed is the Rust that was emitted.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::attribute;
use super::verbatim::lines_of;

/// Whether a text is the Rust that tokens are, but for commas before the end of a group and braces around one value.
pub fn assert_same(tokens: &TokenStream, text: &str) {
    let parsed: TokenStream = text.parse().unwrap();
    let (mut wanted, mut found) = (Vec::new(), Vec::new());
    flatten(tokens.clone(), &mut wanted);
    flatten(parsed, &mut found);
    assert_eq!(wanted, found, "{text}");
}

fn flatten(tokens: TokenStream, into: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let brackets = match group.delimiter() {
                    Delimiter::Parenthesis => Some(("(", ")")),
                    Delimiter::Bracket => Some(("[", "]")),
                    Delimiter::Brace | Delimiter::None => None,
                };
                into.extend(brackets.map(|(open, _)| open.to_owned()));
                flatten(group.stream(), into);
                into.extend(brackets.map(|(_, close)| close.to_owned()));
            }
            TokenTree::Punct(sign) if sign.as_char() == ',' => {}
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                match lines_of(&text) {
                    Some(lines) => flatten(lines.parse().unwrap(), into),
                    None => into.push(attribute::unquoted(&text).unwrap_or(text)),
                }
            }
            other => into.push(other.to_string()),
        }
    }
}
