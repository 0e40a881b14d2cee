//! One line under construction: its text, where its tokens touch, and where it could be broken.

use std::fmt::{Display, Write as _};

use proc_macro2::{Ident, Literal};

/// What can be broken into lines, and how.
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
    /// The braces of a value of the type itself: `Self { title }`.
    Fields,
}

/// Fields that take more columns stand on lines of their own.
const FEW: usize = 28;

/// A place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// In bytes.
    pub at: usize,
    /// What stands there.
    pub what: What,
}

/// What stands at a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Open(Bracket),
    Close,
    Comma,
    /// Before a member or method.
    Dot,
    /// An equals sign between spaces.
    Equal,
    /// The arrow of an arm.
    Arrow,
}

/// What stands last, as far as the next token is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// Nothing, or what holds on to what follows.
    #[default]
    Tight,
    /// What always has a space behind it.
    Apart,
    /// A name or value.
    Word,
    /// A word that is no name.
    Keyword,
    /// The end of a group.
    Close,
}

/// Words before which a bracket is none of a call, and a sign none between two values.
const KEYWORDS: [&str; 15] = [
    "as", "async", "dyn", "else", "for", "if", "impl", "in", "let", "match", "move", "mut", "ref",
    "return", "while",
];

/// A line under construction.
#[derive(Default)]
pub struct Line {
    text: String,
    marks: Vec<Mark>,
    last: Last,
    /// How many angle brackets are open: in tokens they are no groups.
    angles: usize,
    /// Whether the parameters of a closure are open.
    in_bars: bool,
    must_break: bool,
}

impl Line {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it could be broken.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether there is nothing yet.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Whether a comma would part what the line is made of, and not its generics or the parameters of a closure.
    pub fn may_end_with_comma(&self) -> bool {
        self.angles == 0 && !self.in_bars
    }

    /// Begins a new one.
    pub fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
        (self.last, self.angles, self.in_bars, self.must_break) = Default::default();
    }

    /// A line of this text alone.
    pub fn replace(&mut self, text: String) {
        self.clear();
        self.text = text;
    }

    /// Adds a name or keyword, and tells it.
    pub fn word(&mut self, word: &Ident) -> &str {
        let start = self.value(word);
        let is_lifetime = self.text[..start].ends_with('\'');
        if is_lifetime || KEYWORDS.contains(&&self.text[start..]) {
            self.last = Last::Keyword;
        }
        &self.text[start..]
    }

    /// Adds a literal.
    pub fn literal(&mut self, literal: &Literal) {
        self.value(literal);
    }

    /// Adds a text that stands like a word but ends like a group.
    pub fn atom(&mut self, text: &str) {
        self.value(&text);
        self.last = Last::Close;
    }

    fn value(&mut self, value: &impl Display) -> usize {
        self.lead();
        let start = self.text.len();
        _ = write!(self.text, "{value}");
        self.last = Last::Word;
        start
    }

    /// Whether what is between the braces that follow is imported.
    pub fn is_import(&self) -> bool {
        self.text.ends_with("::") || self.text.split(' ').next_back() == Some("use")
    }

    /// Whether braces that follow hold the fields of a value of the type itself.
    pub fn is_value(&self) -> bool {
        self.text == "Self"
    }

    /// Whether it would be hard to read, however much room there is.
    pub fn must_break(&self) -> bool {
        self.must_break
    }

    /// Whether a block that follows may stand in the line: that of a closure or of a future.
    pub fn may_hold_block(&self) -> bool {
        let is_word = self.text.ends_with("move") || self.text.ends_with("async");
        self.text.ends_with('|') || (self.last == Last::Keyword && is_word)
    }

    /// Opens a group.
    pub fn open(&mut self, bracket: Bracket) {
        match bracket {
            Bracket::Round | Bracket::Square => {
                if matches!(self.last, Last::Apart | Last::Keyword) {
                    self.text.push(' ');
                }
            }
            Bracket::Block | Bracket::List | Bracket::Fields => self.lead(),
            Bracket::Angle => {
                if self.last == Last::Apart {
                    self.text.push(' ');
                }
            }
        }
        self.mark(What::Open(bracket));
        self.text.push_str(match bracket {
            Bracket::Round => "(",
            Bracket::Square => "[",
            Bracket::Angle => "<",
            Bracket::List | Bracket::Block | Bracket::Fields => "{",
        });
        self.last = match bracket {
            Bracket::Block | Bracket::Fields => Last::Apart,
            _ => Last::Tight,
        };
    }

    /// Closes a group.
    pub fn close(&mut self, bracket: Bracket) {
        if bracket == Bracket::Fields {
            let fields = self.text.trim_end_matches(',').len();
            self.text.truncate(fields);
            self.must_break = fields > "Self { ".len() + FEW;
        }
        if matches!(bracket, Bracket::Block | Bracket::Fields) {
            self.text.push(' ');
        }
        self.mark(What::Close);
        self.text.push(match bracket {
            Bracket::Round => ')',
            Bracket::Square => ']',
            Bracket::Angle => '>',
            Bracket::List | Bracket::Block | Bracket::Fields => '}',
        });
        self.last = Last::Close;
    }

    /// Adds an operator or other sign.
    pub fn sign(&mut self, sign: &str) {
        let after_value = matches!(self.last, Last::Word | Last::Close);
        match sign {
            "," => {
                // Those of a closure's parameters part nothing of what is around it.
                if !self.in_bars {
                    self.mark(What::Comma);
                }
                self.push(sign, Last::Apart);
            }
            ";" | ":" => self.push(sign, Last::Apart),
            "." => {
                self.mark(What::Dot);
                self.push(sign, Last::Tight);
            }
            "?" | "]" => self.push(sign, Last::Close),
            "[" => self.push(sign, Last::Tight),
            "!" | "::" if after_value => self.push(sign, Last::Tight),
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
                self.push(sign, Last::Apart);
            }
            "|" | "||" if !after_value => {
                self.in_bars = sign == "|";
                let last = if self.in_bars {
                    Last::Tight
                } else {
                    Last::Apart
                };
                self.held(sign, last);
            }
            "&" | "*" | "-" if !after_value => self.held(sign, Last::Tight),
            "!" | "::" | "&&" | "'" | "#" | ".." => self.held(sign, Last::Tight),
            _ => self.between(sign),
        }
    }

    /// Whether the line ends in a path of several parts, such as `Self::Lent`.
    pub fn ends_in_path(&self) -> bool {
        let name = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
        let before = self.text.trim_end_matches(name);
        before.len() < self.text.len() && before.ends_with("::")
    }

    /// A sign that holds on to what stands before it.
    fn push(&mut self, sign: &str, last: Last) {
        self.text.push_str(sign);
        self.last = last;
    }

    /// A sign that stands apart from what is before it.
    fn held(&mut self, sign: &str, last: Last) {
        self.lead();
        self.push(sign, last);
    }

    /// A sign between two values.
    fn between(&mut self, sign: &str) {
        self.lead();
        match sign {
            "=" => self.mark(What::Equal),
            "=>" => self.mark(What::Arrow),
            _ => {}
        }
        self.push(sign, Last::Apart);
    }

    /// The space before what does not hold on to what stands before it.
    fn lead(&mut self) {
        if self.last != Last::Tight {
            self.text.push(' ');
        }
    }

    fn mark(&mut self, what: What) {
        let at = self.text.len();
        self.marks.push(Mark { at, what });
    }
}
