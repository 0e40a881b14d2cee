//! Builds one line: its text, the spaces between tokens, and the positions at which it can be wrapped.

use std::fmt::{Display, Write as _};

use proc_macro2::{Ident, Literal};

/// A group that can be wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket {
    /// `(..)`
    Round,
    /// `[..]`
    Square,
    /// `<..>`
    Angle,
    /// The braces of an import.
    List,
    /// The braces of a block of one expression.
    Block,
    /// The braces of a struct expression: `Self { title }`.
    Fields,
}

/// Maximum columns of the fields of a struct expression in one line.
const MAX_FIELDS_WIDTH: usize = 28;

/// A position in the text.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Offset in bytes.
    pub at: usize,
    /// What is at the position.
    pub kind: MarkKind,
}

/// What is at a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Open(Bracket),
    Close,
    Comma,
    /// Before a member or method.
    Dot,
    /// An equals sign between spaces.
    Equal,
    /// The arrow of a match arm.
    Arrow,
}

/// The last token, which determines whether a space follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LastToken {
    /// Nothing, or a token without a space after it.
    #[default]
    Tight,
    /// A token with a space after it.
    Spaced,
    /// An identifier or literal.
    Word,
    Keyword,
    /// The end of a group.
    Close,
}

/// Keywords after which a parenthesis does not start a call, and an operator is unary.
const KEYWORDS: [&str; 15] = [
    "as", "async", "dyn", "else", "for", "if", "impl", "in", "let", "match", "move", "mut", "ref",
    "return", "while",
];

#[derive(Default)]
pub struct LineBuffer {
    text: String,
    marks: Vec<Mark>,
    last: LastToken,
    /// Number of open angle brackets, which are no groups in tokens.
    angles: usize,
    /// Whether the parameters of a closure are open.
    in_bars: bool,
    must_break: bool,
}

impl LineBuffer {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Positions at which it can be wrapped.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether the line is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a comma ends the line: it is not within generics or the parameters of a closure.
    pub fn may_end_with_comma(&self) -> bool {
        self.angles == 0 && !self.in_bars
    }

    pub fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
        (self.last, self.angles, self.in_bars, self.must_break) = Default::default();
    }

    /// Replaces the line with a text.
    pub fn replace(&mut self, text: String) {
        self.clear();
        self.text = text;
    }

    /// Adds an identifier or keyword, and returns its text.
    pub fn word(&mut self, word: &Ident) -> &str {
        let start = self.value(word);
        let is_lifetime = self.text[..start].ends_with('\'');
        if is_lifetime || KEYWORDS.contains(&&self.text[start..]) {
            self.last = LastToken::Keyword;
        }
        &self.text[start..]
    }

    pub fn literal(&mut self, literal: &Literal) {
        self.value(literal);
    }

    /// Adds a text that is spaced like a word at its start and like a group at its end.
    pub fn atom(&mut self, text: &str) {
        self.value(&text);
        self.last = LastToken::Close;
    }

    fn value(&mut self, value: &impl Display) -> usize {
        self.add_space();
        let start = self.text.len();
        _ = write!(self.text, "{value}");
        self.last = LastToken::Word;
        start
    }

    /// Whether braces that follow belong to an import.
    pub fn is_import(&self) -> bool {
        self.text.ends_with("::") || self.text.split(' ').next_back() == Some("use")
    }

    /// Whether braces that follow belong to a struct expression.
    pub fn is_value(&self) -> bool {
        self.text == "Self"
    }

    /// Whether the line is wrapped even if it is short.
    pub fn must_break(&self) -> bool {
        self.must_break
    }

    /// Whether a block that follows may be in the line: that of a closure or of a future.
    pub fn may_hold_block(&self) -> bool {
        let is_word = self.text.ends_with("move") || self.text.ends_with("async");
        self.text.ends_with('|') || (self.last == LastToken::Keyword && is_word)
    }

    pub fn open(&mut self, bracket: Bracket) {
        match bracket {
            Bracket::Round | Bracket::Square => {
                if matches!(self.last, LastToken::Spaced | LastToken::Keyword) {
                    self.text.push(' ');
                }
            }
            Bracket::Block | Bracket::List | Bracket::Fields => self.add_space(),
            Bracket::Angle => {
                if self.last == LastToken::Spaced {
                    self.text.push(' ');
                }
            }
        }
        self.mark(MarkKind::Open(bracket));
        self.text.push_str(match bracket {
            Bracket::Round => "(",
            Bracket::Square => "[",
            Bracket::Angle => "<",
            Bracket::List | Bracket::Block | Bracket::Fields => "{",
        });
        self.last = match bracket {
            Bracket::Block | Bracket::Fields => LastToken::Spaced,
            _ => LastToken::Tight,
        };
    }

    pub fn close(&mut self, bracket: Bracket) {
        if bracket == Bracket::Fields {
            let fields = self.text.trim_end_matches(',').len();
            self.text.truncate(fields);
            self.must_break = fields > "Self { ".len() + MAX_FIELDS_WIDTH;
        }
        if matches!(bracket, Bracket::Block | Bracket::Fields) {
            self.text.push(' ');
        }
        self.mark(MarkKind::Close);
        self.text.push(match bracket {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Angle => '>',
            Bracket::List | Bracket::Block | Bracket::Fields => '}',
        });
        self.last = LastToken::Close;
    }

    /// Adds an operator or other punctuation.
    pub fn sign(&mut self, sign: &str) {
        let after_value = matches!(self.last, LastToken::Word | LastToken::Close);
        match sign {
            "," => {
                // A line is not wrapped at the parameters of a closure.
                if !self.in_bars {
                    self.mark(MarkKind::Comma);
                }
                self.push(sign, LastToken::Spaced);
            }
            ";" | ":" => self.push(sign, LastToken::Spaced),
            "." => {
                self.mark(MarkKind::Dot);
                self.push(sign, LastToken::Tight);
            }
            "?" | "]" => self.push(sign, LastToken::Close),
            "[" => self.push(sign, LastToken::Tight),
            "!" | "::" if after_value => self.push(sign, LastToken::Tight),
            "<" => {
                self.angles += 1;
                self.open(Bracket::Angle);
            }
            ">" => {
                self.angles = self.angles.saturating_sub(1);
                self.close(Bracket::Angle);
            }
            "|" if self.in_bars => {
                self.in_bars = false;
                self.push(sign, LastToken::Spaced);
            }
            "|" | "||" if !after_value => {
                self.in_bars = sign == "|";
                let last = if self.in_bars { LastToken::Tight } else { LastToken::Spaced };
                self.push_spaced(sign, last);
            }
            "&" | "&&" | "*" | "-" if !after_value => self.push_spaced(sign, LastToken::Tight),
            "!" | "::" | "'" | "#" | ".." => self.push_spaced(sign, LastToken::Tight),
            _ => self.push_binary(sign),
        }
    }

    /// Whether the line ends in a path of several parts, such as `Self::Lent`.
    pub fn ends_in_path(&self) -> bool {
        let name = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
        let before = self.text.trim_end_matches(name);
        before.len() < self.text.len() && before.ends_with("::")
    }

    /// Adds punctuation without a space before it.
    fn push(&mut self, sign: &str, last: LastToken) {
        self.text.push_str(sign);
        self.last = last;
    }

    /// Adds punctuation with a space before it.
    fn push_spaced(&mut self, sign: &str, last: LastToken) {
        self.add_space();
        self.push(sign, last);
    }

    fn push_binary(&mut self, sign: &str) {
        self.add_space();
        match sign {
            "=" => self.mark(MarkKind::Equal),
            "=>" => self.mark(MarkKind::Arrow),
            _ => {}
        }
        self.push(sign, LastToken::Spaced);
    }

    /// Adds a space unless the last token forbids it.
    fn add_space(&mut self) {
        if self.last != LastToken::Tight {
            self.text.push(' ');
        }
    }

    fn mark(&mut self, kind: MarkKind) {
        let at = self.text.len();
        self.marks.push(Mark { at, kind });
    }
}
