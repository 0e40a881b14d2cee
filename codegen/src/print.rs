//! Rust out of tokens, laid out as people read it: a line for each statement, field and arm, too wide ones broken,
//! a blank line between items and between the functions of an `impl` or `trait`.
//!
//! It knows the shapes that are generated, not the grammar: nothing is parsed on the way from the emitters to a file.
//! That everything generated is Rust, and still the Rust that was emitted, is for the tests.

mod attribute;
mod item;
mod line;
#[cfg(test)]
mod same;
#[cfg(test)]
mod tests;
mod verbatim;
mod wrap;

use std::iter::Peekable;

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, TokenStream, TokenTree};

use item::{Class, Items, Place};
use line::{Bracket, Line};
#[cfg(test)]
pub use same::assert_same;
pub use verbatim::verbatim;

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

/// How far the inside of a block is set in.
const STEP: usize = 4;

/// Adds the text of a file, or of some items of one.
pub fn print(tokens: TokenStream, out: &mut String) {
    let mut printer = Printer {
        out,
        indent: 0,
        line: Line::default(),
    };
    printer.body(tokens.into_iter().peekable(), Place::Items);
}

struct Printer<'o> {
    out: &'o mut String,
    /// Columns that lines are set in.
    indent: usize,
    /// What is not in `out` yet.
    line: Line,
}

impl Printer<'_> {
    /// Everything between two braces, or a whole file.
    fn body(&mut self, mut tokens: Tokens, place: Place) {
        let mut items = Items::new(place, self.out.len());
        let mut is_list = false;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Literal(literal) if self.line.is_empty() => {
                    match self.verbatim(&literal) {
                        Some(Class::Comment) => {}
                        Some(class) => items.end_as(class, self.out),
                        None => self.line.literal(&literal),
                    }
                }
                TokenTree::Punct(sign) if sign.as_char() == '#' && self.line.is_empty() => {
                    if self.attribute(&mut tokens) {
                        items.end_as(Class::Inner, self.out);
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
                TokenTree::Ident(word) => items.see(self.line.word(&word)),
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    let is_block = self.brace(group, items.inner());
                    if is_block && !goes_on(tokens.peek()) {
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

    /// Lines that are laid out already, if the literal holds such: what they are.
    fn verbatim(&mut self, literal: &Literal) -> Option<Class> {
        let text = literal.to_string();
        let text = verbatim::lines_of(&text)?;
        for line in text.lines() {
            if !line.is_empty() {
                wrap::pad(self.out, self.indent);
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
        Some(match text.get(..3) {
            Some("///") => Class::Comment,
            Some("//!") => Class::Inner,
            _ => Class::Other,
        })
    }

    /// The bounds behind a `where`, a line each, and the block behind them.
    fn bounds(&mut self, tokens: &mut Tokens, inner: Place) {
        self.flush();
        self.line.replace("where".to_owned());
        self.flush();
        self.indent += STEP;
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    if !self.line.is_empty() {
                        self.line.sign(",");
                    }
                    self.flush();
                    self.indent -= STEP;
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
        self.indent -= STEP;
    }

    /// Whether a comma or semicolon ends the line, among the tokens of a body.
    fn ends_line(&self, sign: &Punct) -> bool {
        match sign.as_char() {
            ';' => true,
            ',' => self.line.may_end_with_comma(),
            _ => false,
        }
    }

    /// One token within a line; an operator takes all its signs.
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
                        self.brace(group, Place::Lines);
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

    /// Braces with what is between them: in the line where that is the custom, else as a block; whether it is one.
    fn brace(&mut self, group: Group, place: Place) -> bool {
        let tokens = group.stream();
        // Nobody else holds the tokens now, and they need not be copied.
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
        self.indent += STEP;
        self.body(tokens, place);
        self.indent -= STEP;
        self.line.atom("}");
        true
    }

    fn in_line(&mut self, tokens: Tokens, bracket: Bracket) {
        self.line.open(bracket);
        self.inside(tokens);
        self.line.close(bracket);
    }

    /// Ends the line.
    fn flush(&mut self) {
        if !self.line.is_empty() {
            wrap::lay(&self.line, self.indent, self.out);
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

/// Whether a line goes on with this behind a block.
fn goes_on(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Punct(sign)) => matches!(sign.as_char(), '.' | '?' | ',' | ';'),
        Some(TokenTree::Ident(word)) => word == "else",
        _ => false,
    }
}

/// Whether a block with this in it takes lines of its own.
fn ends_statement(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// All signs of an operator. Those of generics stand alone, whatever follows.
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
