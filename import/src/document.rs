//! Places of the document, and references between them.

use crate::left_out::{LeftOut, Reason};
use crate::value::Value;

/// Limit for the length of a chain of references, and for the number of schemas that are merged into one.
pub const MAX_STEPS: usize = 100;

/// A value of the document, and its JSON pointer.
#[derive(Clone, Debug)]
pub struct Node<'d> {
    pub value: &'d Value,
    pub at: String,
}

impl<'d> Node<'d> {
    pub fn get(&self, key: &str) -> Option<Self> {
        self.value.get(key).map(|value| self.child(key, value))
    }

    /// The members of an object of OpenAPI, without extensions.
    pub fn entries(&self) -> impl Iterator<Item = (&'d str, Self)> + use<'_, 'd> {
        self.named().filter(|(key, _)| !key.starts_with("x-"))
    }

    /// The members of a map whose keys are names from the document. Such a name may begin with `x-`, like an extension.
    pub fn named(&self) -> impl Iterator<Item = (&'d str, Self)> + use<'_, 'd> {
        let all = self.value.entries().iter();
        all.map(|(key, value)| (key.as_str(), self.child(key, value)))
    }

    pub fn items(&self) -> impl Iterator<Item = Self> + use<'_, 'd> {
        let items = self.value.items().iter().enumerate();
        items.map(|(index, value)| self.child(&index.to_string(), value))
    }

    pub fn text(&self, key: &str) -> Option<&'d str> {
        self.value.get(key).and_then(Value::text)
    }

    pub fn is_true(&self, key: &str) -> bool {
        self.value.get(key).is_some_and(Value::is_true)
    }

    /// What is left out here, and why.
    pub fn left_out(&self, reason: Reason, what: impl Into<String>) -> LeftOut {
        LeftOut { reason, at: self.at.clone(), what: what.into() }
    }

    fn child(&self, key: &str, value: &'d Value) -> Self {
        let at = format!("{}/{}", self.at, key.replace('~', "~0").replace('/', "~1"));
        Self { value, at }
    }
}

/// A whole document.
#[derive(Debug)]
pub struct Document<'d> {
    pub root: Node<'d>,
    /// Whether it is an OpenAPI 3.1 document, whose schemas follow JSON Schema.
    pub is_3_1: bool,
}

impl<'d> Document<'d> {
    /// The target of a reference, or the node itself. Fails when the target does not exist, or when the references
    /// never end.
    pub fn resolve(&self, node: &Node<'d>) -> Result<Node<'d>, LeftOut> {
        let mut here = node.clone();
        for _ in 0..MAX_STEPS {
            match here.text("$ref") {
                Some(reference) => here = self.target(&here, reference)?,
                None => return Ok(here),
            }
        }
        Err(node.left_out(Reason::EndlessReference, "a reference that leads to itself"))
    }

    /// The target of one reference of a node.
    pub fn target(&self, node: &Node<'d>, reference: &str) -> Result<Node<'d>, LeftOut> {
        let shown = reader::quoted(reference);
        let Some(pointer) = reference.strip_prefix('#') else {
            return Err(node.left_out(Reason::RemoteReference, shown));
        };
        let missing = || node.left_out(Reason::MissingReference, shown.clone());
        let mut here = self.root.clone();
        for part in pointer.split('/').skip(1) {
            let key = decoded(part).replace("~1", "/").replace("~0", "~");
            let items = here.value.items();
            let item = key.parse::<usize>().ok().and_then(|index| items.get(index));
            let value = here.value.get(&key).or(item).ok_or_else(missing)?;
            here = here.child(&key, value);
        }
        if pointer.is_empty() || !pointer.starts_with('/') {
            return Err(missing());
        }
        Ok(here)
    }
}

/// A part of a pointer in a URL without its percent-encoding.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%');
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
