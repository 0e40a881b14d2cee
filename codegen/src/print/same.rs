//! For tests: compares printed text with the emitted tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::attribute;
use super::verbatim::lines_of;

/// Asserts that a text has the same tokens, apart from trailing commas and braces around one value.
pub fn assert_same_tokens(tokens: &TokenStream, text: &str) {
    let parsed: TokenStream = text.parse().unwrap();
    let (mut expected, mut actual) = (Vec::new(), Vec::new());
    flatten(tokens.clone(), &mut expected);
    flatten(parsed, &mut actual);
    assert_eq!(expected, actual, "{text}");
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
