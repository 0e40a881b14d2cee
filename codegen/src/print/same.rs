//! For tests: whether what is printed is the Rust that was emitted.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{VERBATIM, line};

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
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace | Delimiter::None => ("", ""),
                };
                into.push(open.to_owned());
                flatten(group.stream(), into);
                into.push(close.to_owned());
            }
            TokenTree::Punct(sign) if sign.as_char() == ',' => {}
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let lines = text.strip_prefix(VERBATIM.0);
                match lines.and_then(|lines| lines.strip_suffix(VERBATIM.1)) {
                    Some(lines) => flatten(lines.parse().unwrap(), into),
                    None => into.push(line::unquoted(&text).unwrap_or(text)),
                }
            }
            other => into.push(other.to_string()),
        }
    }
    into.retain(|token| !token.is_empty());
}
