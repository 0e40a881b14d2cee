//! The syntax tree: maps, lists and scalars, each with its span.
//!
//! Scalars are text until the caller asks for another type.

use crate::span::{Span, Spanned};
use crate::words::quoted;

/// A value with its span, from its first byte to its last, including quotes and brackets.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its span; for a missing value, the empty span where it was expected.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A YAML value.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// Text of any style.
    Scalar(Scalar),
    /// Values in order.
    List(Vec<Node>),
    /// Keys with values, in the order of the file; keys are unique.
    Map(Vec<Entry>),
}

/// A scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text, escapes and line folding resolved.
    pub text: String,
    /// Written without quotes and not as a block.
    pub plain: bool,
}

/// An entry of a map.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key; its span includes quotes.
    pub key: Spanned<String>,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Describes the node for a message: "a list", "the text `abc`".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Null => "nothing".to_owned(),
            Value::Scalar(scalar) => format!("the text {}", quoted(&scalar.text)),
            Value::List(_) => "a list".to_owned(),
            Value::Map(_) => "a map".to_owned(),
        }
    }
}
