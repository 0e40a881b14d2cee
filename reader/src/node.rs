//! The tree of what was written: maps, lists and scalars, each with its place.
//!
//! The tree says what stands in the file, not what it means: scalars are text until somebody asks.

use crate::quoted::quoted;
use crate::span::{Span, Spanned};

/// A value and where it was written, from its first byte to its last, quotes and brackets included.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it was written; for nothing written, the empty place where it was expected.
    pub span: Span,
    /// What was written.
    pub value: Value,
}

/// What can be written.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// Text of any style.
    Scalar(Scalar),
    /// Values in order.
    List(Vec<Node>),
    /// Keys with values, in the order written; no key stands twice.
    Map(Vec<Entry>),
}

/// A text, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text, escapes and line folding resolved.
    pub text: String,
    /// Written without quotes and not as a block.
    pub plain: bool,
}

/// One line of a map.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key; its span includes quotes.
    pub key: Spanned<String>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// What stands here, in words for a message: "a list", "the text `abc`".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(scalar) => format!("the text {}", quoted(&scalar.text)),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }
}
