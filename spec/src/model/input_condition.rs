//! Conditions on the inputs of a request.

use reader::{Span, Spanned};

use super::InputRef;

/// The requests that send a value of an input, or that leave the input out.
#[derive(Clone, Debug)]
pub struct InputCondition {
    /// The input.
    pub input: InputRef,
    /// Its value; `None` if it is left out.
    pub value: Option<Spanned<String>>,
    /// Where it is written.
    pub span: Span,
}

/// Where it is written does not count.
impl PartialEq for InputCondition {
    fn eq(&self, other: &Self) -> bool {
        let value = |it: &Self| it.value.as_ref().map(|value| value.value.clone());
        self.input == other.input && value(self) == value(other)
    }
}

impl InputCondition {
    /// Whether a request meets it. `sent` returns the value of an input, as it is written in JSON, texts without quotes.
    pub fn holds(&self, sent: impl Fn(&InputRef) -> Option<String>) -> bool {
        sent(&self.input).as_ref() == self.value.as_ref().map(|value| &value.value)
    }

    /// In words, after "if".
    pub fn in_words(&self) -> String {
        match &self.value {
            Some(value) => format!("`{}` is `{}`", self.input, value.value),
            None => format!("`{}` is left out", self.input),
        }
    }
}
