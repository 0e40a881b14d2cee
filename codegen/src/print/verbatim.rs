//! Text that is laid out already, carried among tokens: as a raw literal with more signs around it than anybody writes.

use proc_macro2::{Literal, TokenStream, TokenTree};

/// Signs around the literal; more where the text holds so many behind a quote.
const SIGNS: usize = 5;

/// The most that the language allows.
const MOST_SIGNS: usize = 255;

/// Whole lines that are laid out already: comments, and tables of macros. They are set in like what they stand among.
pub fn verbatim(lines: &str) -> TokenStream {
    let carried = (SIGNS..=MOST_SIGNS).find_map(|signs| carried(lines, signs));
    let literal = carried.unwrap_or_else(|| Literal::string(lines));
    TokenTree::Literal(literal).into()
}

fn carried(lines: &str, signs: usize) -> Option<Literal> {
    let mut text = String::with_capacity(lines.len() + 2 * signs + 3);
    text.push('r');
    text.extend(std::iter::repeat_n('#', signs));
    text.push('"');
    // No text of Rust can hold these.
    for part in lines.split('\r') {
        text.push_str(part);
    }
    text.push('"');
    text.extend(std::iter::repeat_n('#', signs));
    text.parse().ok()
}

/// The lines that a literal carries; `None` for a literal that is one of Rust.
pub fn lines_of(literal: &str) -> Option<&str> {
    let raw = literal.strip_prefix('r')?;
    let text = raw.trim_start_matches('#');
    let signs = raw.len() - text.len();
    let text = text.get(1..text.len().checked_sub(signs + 1)?)?;
    (signs >= SIGNS).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_comes_back_as_it_was() {
        for text in [
            "",
            "/// A `\"##\"`.\n",
            "t! { \"\\\"#####\" }\n",
            "\"######\"#####",
            "größe",
        ] {
            let carried = verbatim(text).to_string();
            assert_eq!(lines_of(&carried), Some(text));
        }
        assert_eq!(lines_of(&verbatim("a\r\nb").to_string()), Some("a\nb"));
    }

    #[test]
    fn literals_of_rust_carry_nothing() {
        for literal in ["\"a\"", "r\"a\"", "r####\"a\"####", "1", "'r'", "r#####\""] {
            assert_eq!(lines_of(literal), None);
        }
    }
}
