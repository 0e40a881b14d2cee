//! Prints attributes, a line each; `doc` attributes as comments.

use proc_macro2::{TokenStream, TokenTree};

use super::{Printer, Tokens};

impl Printer<'_> {
    /// Prints what follows the `#` of an attribute. Returns whether it is an inner attribute.
    pub(super) fn attribute(&mut self, tokens: &mut Tokens) -> bool {
        self.line.sign("#");
        let mut is_inner = false;
        for token in tokens.by_ref() {
            match token {
                TokenTree::Group(group) => {
                    self.inside_of_attribute(group.stream(), is_inner);
                    break;
                }
                other => {
                    is_inner = true;
                    self.line.sign(&other.to_string());
                }
            }
        }
        self.flush();
        is_inner
    }

    /// `doc = "..."` is a comment.
    fn inside_of_attribute(&mut self, tokens: TokenStream, is_inner: bool) {
        let mut parts = tokens.clone().into_iter();
        let of_doc = parts.next().is_some_and(|part| part.to_string() == "doc");
        let text = parts.nth(1).map(|part| part.to_string());
        if let (true, Some(text)) = (of_doc, text.as_deref().and_then(unquoted)) {
            let start = if is_inner { "//!" } else { "///" };
            self.line.replace(format!("{start}{text}"));
            return;
        }
        // `sign` adds no mark, so the line is not wrapped here.
        self.line.sign("[");
        self.inside(tokens.into_iter().peekable());
        self.line.sign("]");
    }
}

/// The value of a string literal; `None` for other literals.
pub fn unquoted(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let raw = raw.get(hashes..raw.len().checked_sub(hashes)?)?;
        return Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let text = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut chars = text.chars();
    let mut plain = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        plain.push(if c == '\\' { chars.next()? } else { c });
    }
    Some(plain)
}
