//! Formats tokens as Rust source: a line for each statement, field and arm, wide lines wrapped, blank lines between items.
//!
//! It supports the constructs that the emitters generate and does not parse them: syn and prettyplease would add half of
//! the time of a whole run. Tests check that the output is valid Rust with the same tokens.

mod attribute;
mod item;
mod line;
#[cfg(test)]
mod tests;
mod verbatim;
mod wrap;

use std::iter::Peekable;

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

use item::{BodyKind, ItemClass, ItemSpacing};
use line::{Bracket, LineBuffer};
#[cfg(test)]
pub use tests::assert_same_tokens;
pub use verbatim::verbatim;

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

/// Columns of one level of indentation.
const INDENT: usize = 4;

/// Appends the text of a file or of items.
pub fn print(tokens: TokenStream, out: &mut String) {
    let mut printer = Printer { out, indent: 0, line: LineBuffer::default() };
    printer.body(tokens.into_iter().peekable(), BodyKind::Items);
}

struct Printer<'o> {
    out: &'o mut String,
    /// Indentation of the current line.
    indent: usize,
    /// The current line, which is not in `out` yet.
    line: LineBuffer,
}

impl Printer<'_> {
    /// Prints a file, or what is between two braces.
    fn body(&mut self, mut tokens: Tokens, kind: BodyKind) {
        let mut items = ItemSpacing::new(kind, self.out.len());
        let mut is_list = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Literal(literal) if self.line.is_empty() => {
                    match self.verbatim(&literal) {
                        Some(ItemClass::Comment) => {}
                        Some(class) => items.end_as(class, self.out),
                        None => self.line.literal(&literal),
                    }
                }
                TokenTree::Punct(sign) if sign.as_char() == '#' && self.line.is_empty() => {
                    if self.attribute(&mut tokens) {
                        items.end_as(ItemClass::Inner, self.out);
                    }
                }
                TokenTree::Punct(sign) if self.ends_line(&sign) => {
                    is_list = sign.as_char() == ',';
                    self.line.sign(if is_list { "," } else { ";" });
                    self.flush();
                    items.end(self.out);
                }
                TokenTree::Ident(word) if word == "where" => {
                    self.bounds(&mut tokens, items.inner());
                    items.end(self.out);
                }
                TokenTree::Ident(word) => items.add_word(self.line.word(&word)),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let is_block = self.brace(group, items.inner());
                    if is_block && !continues_line(tokens.peek()) {
                        self.flush();
                        items.end(self.out);
                    }
                }
                other => self.token(other, &mut tokens),
            }
        }
        if is_list && !self.line.is_empty() {
            self.line.sign(",");
        }
        self.flush();
    }

    /// Prints the formatted lines of a literal, if it carries any, and returns their class.
    fn verbatim(&mut self, literal: &Literal) -> Option<ItemClass> {
        let text = literal.to_string();
        let text = verbatim::lines_of(&text)?;
        for line in text.lines() {
            if !line.is_empty() {
                wrap::pad(self.out, self.indent);
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
        // Items may begin with a comment, but end with something else.
        Some(match text.lines().next_back().and_then(|last| last.get(..3)) {
            Some("///") => ItemClass::Comment,
            Some("//!") => ItemClass::Inner,
            _ => ItemClass::Other,
        })
    }

    /// Prints the bounds after `where`, a line each, and the block after them.
    fn bounds(&mut self, tokens: &mut Tokens, inner: BodyKind) {
        self.flush();
        self.line.replace("where".to_owned());
        self.flush();
        self.indent += INDENT;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    if !self.line.is_empty() {
                        self.line.sign(",");
                    }
                    self.flush();
                    self.indent -= INDENT;
                    self.brace(group, inner);
                    self.flush();
                    return;
                }
                TokenTree::Punct(sign) if self.ends_line(&sign) => {
                    if sign.as_char() == ';' {
                        self.line.sign(";");
                        break;
                    }
                    self.line.sign(",");
                    self.flush();
                }
                other => self.token(other, tokens),
            }
        }
        self.flush();
        self.indent -= INDENT;
    }

    /// Whether a comma or semicolon ends the line.
    fn ends_line(&self, sign: &Punct) -> bool {
        match sign.as_char() {
            ';' => true,
            ',' => self.line.may_end_with_comma(),
            _ => false,
        }
    }

    /// Adds a token to the line; an operator takes all its characters.
    fn token(&mut self, token: TokenTree, tokens: &mut Tokens) {
        match token {
            TokenTree::Ident(word) => {
                self.line.word(&word);
            }
            TokenTree::Literal(literal) => self.line.literal(&literal),
            TokenTree::Punct(sign) => self.line.sign(&operator(&sign, tokens)),
            TokenTree::Group(group) => {
                let bracket = match group.delimiter() {
                    Delimiter::Parenthesis => Some(Bracket::Round),
                    Delimiter::Bracket => Some(Bracket::Square),
                    Delimiter::Brace => {
                        self.brace(group, BodyKind::Lines);
                        return;
                    }
                    Delimiter::None => None,
                };
                let tokens = group.stream();
                drop(group);
                bracket.inspect(|&bracket| self.line.open(bracket));
                self.inside(tokens.into_iter().peekable());
                bracket.inspect(|&bracket| self.line.close(bracket));
            }
        }
    }

    fn inside(&mut self, mut tokens: Tokens) {
        while let Some(token) = tokens.next() {
            self.token(token, &mut tokens);
        }
    }

    /// Prints braces and their contents, within the line or as a block. Returns whether it is a block.
    fn brace(&mut self, group: Group, kind: BodyKind) -> bool {
        let tokens = group.stream();
        // Dropping the group makes the stream unique, so that it is not copied.
        drop(group);
        let mut tokens = tokens.into_iter().peekable();
        let is_rest =
            matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == '.');
        if tokens.peek().is_none() {
            self.line.atom("{}");
            return true;
        }
        if is_rest {
            self.line.atom("{ .. }");
            return false;
        }
        if self.line.is_import() {
            self.in_line(tokens, Bracket::List);
            return false;
        }
        if self.line.ends_in_path() && tokens.clone().all(is_name) {
            self.in_line(tokens, Bracket::Block);
            return false;
        }
        if self.line.is_value() {
            self.in_line(tokens, Bracket::Fields);
            return false;
        }
        if self.line.may_hold_block() {
            let all: Vec<_> = tokens.collect();
            let is_short = !all.iter().any(ends_statement);
            tokens = TokenStream::from_iter(all).into_iter().peekable();
            if is_short {
                self.in_line(tokens, Bracket::Block);
                return false;
            }
        }
        self.line.atom("{");
        self.flush();
        self.indent += INDENT;
        self.body(tokens, kind);
        self.indent -= INDENT;
        self.line.atom("}");
        true
    }

    fn in_line(&mut self, tokens: Tokens, bracket: Bracket) {
        self.line.open(bracket);
        self.inside(tokens);
        self.line.close(bracket);
    }

    fn flush(&mut self) {
        if !self.line.is_empty() {
            wrap::write_line(&self.line, self.indent, self.out);
            self.out.push('\n');
            self.line.clear();
        }
    }
}

/// Whether a token may be part of a list of fields: `{ title, member }`.
fn is_name(token: TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => sign.as_char() == ',',
        _ => false,
    }
}

/// Whether the line of a closing brace continues with this token.
fn continues_line(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), '.' | '?' | ',' | ';'),
        Some(TokenTree::Ident(word)) => word == "else",
        _ => false,
    }
}

/// Whether a block with this token takes several lines.
fn ends_statement(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// All characters of an operator. Angle brackets and lifetimes are single characters.
fn operator(first: &Punct, tokens: &mut Tokens) -> String {
    let mut signs = String::from(first.as_char());
    let mut last = first.spacing();
    while last == Spacing::Joint && !matches!(signs.as_str(), "<" | ">" | "'") {
        let Some(TokenTree::Punct(sign)) =
            tokens.next_if(|next| matches!(next, TokenTree::Punct(_)))
        else {
            break;
        };
        signs.push(sign.as_char());
        last = sign.spacing();
    }
    signs
}
