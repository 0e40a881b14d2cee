//! Typed access to the tree. Errors are reported, and reading continues.
//!
//! Every method returns `None` or an empty value after reporting, so callers never report twice. A
//! node that was already reported, such as an alias, is not reported again for its shape.

mod fields;
mod scalar;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::node::{Entry, Node, Scalar, Value};
use crate::span::Spanned;
use crate::words::quoted;

pub use fields::Fields;

/// Maximum number of names in a message.
const MAX_LISTED: usize = 16;

/// Reads nodes and collects diagnostics.
#[derive(Debug)]
pub struct Reader<'a> {
    /// The collected diagnostics.
    pub out: &'a mut Diagnostics,
}

impl<'a> Reader<'a> {
    /// A reader that reports into `out`.
    pub fn new(out: &'a mut Diagnostics) -> Self {
        Self { out }
    }

    /// The entries of a map with free keys; `what` names it in a message: "a map of shelves".
    pub fn entries<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        match &node.value {
            Value::Map(entries) => entries,
            _ => {
                self.wrong_shape(node, what, None);
                &[]
            }
        }
    }

    /// The items of a list; `what` names it in a message: "a list of books".
    pub fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                self.wrong_shape(node, what, None);
                &[]
            }
        }
    }

    /// A text, quoted or not; digits are text too.
    pub fn text(&mut self, node: &Node) -> Option<Spanned<String>> {
        let scalar = self.scalar(node, "text")?;
        Some(Spanned::new(scalar.text.clone(), node.span))
    }

    /// One of the allowed keywords; `what` names their kind in a message: "shelf".
    pub fn word<'w>(
        &mut self,
        node: &Node,
        what: &str,
        allowed: &[&'w str],
    ) -> Option<Spanned<&'w str>> {
        let words = listed(allowed);
        let expected =
            words.as_ref().map_or("a word".to_owned(), |words| format!("one of {words}"));
        let scalar = self.scalar(node, &expected)?;
        if let Some(word) = allowed.iter().find(|word| **word == scalar.text) {
            return Some(Spanned::new(*word, node.span));
        }
        let message = format!("there is no {what} {}", quoted(&scalar.text));
        let found =
            Diagnostic::error("unknown-word", message, node.span, format!("not a known {what}"))
                .with_suggestion(node.span, &scalar.text, allowed.iter().copied());
        self.out.push(match words {
            Some(words) => found.with_help(format!("known are {words}")),
            None => found,
        });
        None
    }

    fn scalar<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n Scalar> {
        match &node.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => {
                let is_list = matches!(node.value, Value::List(_));
                let help =
                    is_list.then(|| "a list has no meaning here: write one value".to_owned());
                self.wrong_shape(node, what, help);
                None
            }
        }
    }

    /// Reports a value of another kind than expected.
    fn wrong_shape(&mut self, node: &Node, expected: &str, help: Option<String>) {
        if self.out.mention(node.span) {
            return;
        }
        let message = format!("expected {expected}, found {}", node.describe());
        let label = format!("expected {expected}");
        let found = Diagnostic::error("wrong-shape", message, node.span, label);
        self.out.push(help.into_iter().fold(found, Diagnostic::with_help));
    }
}

/// Quotes and joins names; `None` if there are none or too many.
fn listed(names: &[&str]) -> Option<String> {
    (1..=MAX_LISTED).contains(&names.len()).then(|| joined(names))
}

/// Quotes and joins names.
fn joined(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
