//! Sums of members, inputs and numbers, and their comparison.

use std::cmp::Ordering;
use std::fmt;

use reader::Span;
use serde_json::Value;

use super::{Bound, InputCondition, InputRef, Operation, Section, ValueSource};

/// A sum of whole numbers: of members of records, inputs, and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// What is added or subtracted, in the order of the contract.
    pub terms: Vec<Term>,
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted.
    pub is_subtracted: bool,
    /// Its value.
    pub operand: Operand,
}

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A number that the contract writes.
    Number(i64),
    /// An input of the request, or a member of a record.
    Value(ValueSource),
}

/// A comparison of a sum with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What is compared.
    pub left: Sum,
    /// How, and with what: one of these must hold. There are two for a range that the sum is outside of.
    pub tests: Vec<(Relation, Sum)>,
}

/// How two values compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// One is a bound of the other.
    Bound(Bound),
    /// They are equal.
    Equals,
    /// They are not equal.
    DiffersFrom,
}

/// A value that a success gives to a member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberEffect {
    /// The record: one that the request names, or that it creates.
    pub record: String,
    /// Wire name of its member.
    pub field: String,
    /// The value: the first of these whose inputs are sent. Members of the created record are those that it gets, others
    /// those before the request.
    pub values: Vec<Sum>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// What a success gives to a member without a calculation.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// A constant.
    Value(Value),
    /// The time of the call.
    CallTime,
}

/// A constant, or the time of the call, that a success gives to a member.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberConstant {
    /// The record: one that the request names, or that it creates.
    pub record: String,
    /// Wire name of its member.
    pub field: String,
    /// The value.
    pub value: Given,
    /// Only if the request meets all of these.
    pub when: Vec<InputCondition>,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

/// A comparison of members of one record that always holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRelation {
    /// Id, unique in the record.
    pub id: String,
    /// What holds.
    pub comparison: Comparison,
    /// Section of the document.
    pub section: Section,
    /// Where it is declared.
    pub span: Span,
}

impl Relation {
    /// The relation of this word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let bound = Bound::ALL.into_iter().find(|bound| bound.name() == word);
        match word {
            "equals" => Some(Self::Equals),
            "differs_from" => Some(Self::DiffersFrom),
            _ => bound.map(Self::Bound),
        }
    }

    /// Its word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bound(bound) => bound.name(),
            Self::Equals => "equals",
            Self::DiffersFrom => "differs_from",
        }
    }

    /// Whether a value that compares with another one like this is so related to it.
    pub fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Bound(bound) => bound.keeps(ordering),
            Self::Equals => ordering.is_eq(),
            Self::DiffersFrom => ordering.is_ne(),
        }
    }

    /// In words, after "is".
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Bound(bound) => bound.in_words(),
            Self::Equals => "equal to",
            Self::DiffersFrom => "different from",
        }
    }
}

impl Operation {
    /// The constants that the operation gives to a member of a record.
    pub fn constants_of<'o>(
        &'o self,
        record: &'o str,
        field: &'o str,
    ) -> impl Iterator<Item = &'o MemberConstant> {
        self.constants.iter().filter(move |it| it.record == record && it.field == field)
    }
}

impl Given {
    /// In words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Value(value) => format!("`{value}`"),
            Self::CallTime => "the time of the call".to_owned(),
        }
    }
}

impl MemberConstant {
    /// Whether a request gets it. `sent` returns the value of an input, as it is written in JSON, texts without quotes.
    pub fn applies(&self, sent: impl Fn(&InputRef) -> Option<String>) -> bool {
        self.when.iter().all(|when| when.holds(&sent))
    }

    /// The value in words, and when it is given.
    pub fn in_words(&self) -> String {
        format!("{}{}", self.value.in_words(), self.condition_in_words())
    }

    /// When the value is given, in words that follow the value.
    pub fn condition_in_words(&self) -> String {
        let when = self.when.iter().map(InputCondition::in_words).collect::<Vec<_>>();
        if when.is_empty() { String::new() } else { format!(" if {}", when.join(" and ")) }
    }
}

impl MemberEffect {
    /// The value for a request that sends these inputs.
    pub fn value(&self, is_sent: impl Fn(&InputRef) -> bool) -> Option<&Sum> {
        self.values.iter().find(|value| {
            value.sources().all(|source| match source {
                ValueSource::Input(input) => is_sent(input),
                ValueSource::Record { .. } => true,
            })
        })
    }

    /// The value in words.
    pub fn in_words(&self) -> String {
        let (sums, mut text) = (&self.values, String::new());
        for (index, sum) in sums.iter().enumerate() {
            text += if index > 0 { ", or if that is not sent " } else { "" };
            text += &sum.in_words();
        }
        text
    }
}

impl Sum {
    /// The only source in it, if it is that alone.
    pub fn single(&self) -> Option<&ValueSource> {
        match self.terms.as_slice() {
            [Term { is_subtracted: false, operand: Operand::Value(source) }] => Some(source),
            _ => None,
        }
    }

    /// The inputs and members in it.
    pub fn sources(&self) -> impl Iterator<Item = &ValueSource> {
        self.terms.iter().filter_map(|term| match &term.operand {
            Operand::Value(source) => Some(source),
            Operand::Number(_) => None,
        })
    }

    /// Its value; `None` if that of a source is not known.
    pub fn value(&self, of: impl Fn(&ValueSource) -> Option<i64>) -> Option<i64> {
        self.terms.iter().try_fold(0_i64, |sum, term| {
            let value = match &term.operand {
                Operand::Number(number) => *number,
                Operand::Value(source) => of(source)?,
            };
            if term.is_subtracted { sum.checked_sub(value) } else { sum.checked_add(value) }
        })
    }
}

impl Comparison {
    /// The inputs and members in it.
    pub fn sources(&self) -> impl Iterator<Item = &ValueSource> {
        let right = self.tests.iter().flat_map(|(_, right)| right.sources());
        self.left.sources().chain(right)
    }

    /// Whether it holds; `None` if the value of a source is not known.
    pub fn holds(&self, of: impl Fn(&ValueSource) -> Option<i64>) -> Option<bool> {
        let left = self.left.value(&of)?;
        let mut holds = false;
        for (relation, right) in &self.tests {
            holds |= relation.holds(left.cmp(&right.value(&of)?));
        }
        Some(holds)
    }

    /// In words, as a clause after "when".
    pub fn in_words(&self) -> String {
        let tests = self.tests.iter();
        let tests = tests.map(|(how, right)| format!("{} {}", how.in_words(), right.in_words()));
        format!("{} is {}", self.left.in_words(), tests.collect::<Vec<_>>().join(" or "))
    }
}

impl Comparison {
    /// In words, as a sentence about the members of one record.
    pub fn in_words_of_members(&self) -> String {
        let member = |source: &ValueSource| match source {
            ValueSource::Record { field, .. } => format!("`{field}`"),
            ValueSource::Input(input) => format!("`{input}`"),
        };
        let tests = self.tests.iter();
        let tests =
            tests.map(|(how, right)| format!("{} {}", how.in_words(), right.written(member)));
        format!("{} is {}", self.left.written(member), tests.collect::<Vec<_>>().join(" or "))
    }
}

impl Sum {
    /// In words: the sources between backquotes.
    pub fn in_words(&self) -> String {
        self.written(|source| format!("`{source}`"))
    }

    fn written(&self, source: impl Fn(&ValueSource) -> String) -> String {
        let mut text = String::new();
        for (index, Term { is_subtracted, operand }) in self.terms.iter().enumerate() {
            text += match (index, is_subtracted) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += &match operand {
                Operand::Number(number) => number.to_string(),
                Operand::Value(of) => source(of),
            };
        }
        text
    }
}

/// As it is written in a contract.
impl fmt::Display for ValueSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(InputRef { part, name }) => write!(f, "{}.{name}", part.name()),
            Self::Record { record, field } => write!(f, "{record}.{field}"),
        }
    }
}

/// As it is written in a contract.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(ToString::to_string))
    }
}

/// As it is written in a contract.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left)?;
        match self.tests.as_slice() {
            [(_, low), (_, high)] => write!(f, " outside {low} to {high}"),
            tests => tests.iter().try_for_each(|(how, right)| write!(f, " {} {right}", how.name())),
        }
    }
}
