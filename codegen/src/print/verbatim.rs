//! Formatted text among tokens: a raw literal with more `#` characters than other code uses.

use proc_macro2::{Literal, TokenStream, TokenTree};

/// `#` characters around the literal; more if the text contains as many after a quote.
const HASHES: usize = 5;

/// Maximum of the Rust language.
const MAX_HASHES: usize = 255;

/// Carries formatted lines: comments, and items of templates. They are indented like the code around them.
pub fn verbatim(lines: &str) -> TokenStream {
    let carried = (HASHES..=MAX_HASHES).find_map(|hashes| carried(lines, hashes));
    let literal = carried.unwrap_or_else(|| Literal::string(lines));
    TokenTree::Literal(literal).into()
}

fn carried(lines: &str, hashes: usize) -> Option<Literal> {
    let mut text = String::with_capacity(lines.len() + 2 * hashes + 3);
    text.push('r');
    text.extend(std::iter::repeat_n('#', hashes));
    text.push('"');
    // Rust source must not contain carriage returns in raw literals.
    for part in lines.split('\r') {
        text.push_str(part);
    }
    text.push('"');
    text.extend(std::iter::repeat_n('#', hashes));
    text.parse().ok()
}

/// The lines that a literal carries; `None` for an ordinary literal.
pub fn lines_of(literal: &str) -> Option<&str> {
    let raw = literal.strip_prefix('r')?;
    let text = raw.trim_start_matches('#');
    let hashes = raw.len() - text.len();
    let text = text.get(1..text.len().checked_sub(hashes + 1)?)?;
    (hashes >= HASHES).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_round_trips() {
        for text in ["", "/// A `\"##\"`.\n", "t! { \"\\\"#####\" }\n", "\"######\"#####", "größe"]
        {
            let carried = verbatim(text).to_string();
            assert_eq!(lines_of(&carried), Some(text));
        }
        assert_eq!(lines_of(&verbatim("a\r\nb").to_string()), Some("a\nb"));
    }

    #[test]
    fn ordinary_literals_carry_nothing() {
        for literal in ["\"a\"", "r\"a\"", "r####\"a\"####", "1", "'r'", "r#####\""] {
            assert_eq!(lines_of(literal), None);
        }
    }
}
