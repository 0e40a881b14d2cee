//! Values in requests. Their JSON type is that of the contract, whatever their YAML notation.

use reader::{Node, Value as Written};
use spec::Type;

use super::load::ScenarioReader;
use super::reference::Reference;
use super::template::Template;
use crate::json::Json;

/// The key of a value whose type is not that of the contract.
pub(super) const JSON: &str = "json";

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(Template),
    Json(Json),
}

impl Value {
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.text().into_iter().flat_map(Template::references)
    }

    /// Whether it is an identifier of no record.
    pub fn identifies_nothing(&self) -> bool {
        matches!(self.text().and_then(Template::single_reference), Some(Reference::Unknown(_)))
    }

    pub fn text(&self) -> Option<&Template> {
        match self {
            Self::Text(text) => Some(text),
            Self::Json(_) => None,
        }
    }
}

impl ScenarioReader<'_> {
    /// Reads a value of an input. A plain scalar is a number or boolean only if the contract has
    /// one; a quoted scalar is always text.
    pub(super) fn value(&mut self, node: &Node, ty: &Type) -> Option<Value> {
        match &node.value {
            Written::Null => Some(Value::Json(Json::Null)),
            Written::Scalar(scalar) if scalar.plain && is_literal(&scalar.text, ty) => {
                Json::parse(scalar.text.as_bytes()).map(Value::Json)
            }
            Written::List(items) => {
                let ty = if let Type::List(item) = ty { item.as_ref() } else { ty };
                let items = items.iter().map(|item| self.list_item(item, ty));
                items.collect::<Option<_>>().map(|items| Value::Json(Json::List(items)))
            }
            Written::Map(entries) => match entries.as_slice() {
                [entry] if entry.key.as_str() == JSON => self.json(&entry.value),
                _ => self.template(node).map(Value::Text),
            },
            Written::Scalar(_) => self.template(node).map(Value::Text),
        }
    }

    /// A value of any type, as the text of JSON.
    fn json(&mut self, node: &Node) -> Option<Value> {
        let written = self.reader.text(node)?;
        match Json::parse(written.as_bytes()) {
            Some(Json::Text(text)) => Some(Value::Text(Template::of(text))),
            Some(json) => Some(Value::Json(json)),
            None => {
                let message = format!("`{}` is no JSON", written.as_str());
                self.error("bad-json", message, node.span, "write `{ json: '{\"a\":[1]}' }`");
                None
            }
        }
    }

    /// An item of a list; references are only supported as whole inputs.
    fn list_item(&mut self, node: &Node, ty: &Type) -> Option<Json> {
        let text = match self.value(node, ty)? {
            Value::Json(json) => return Some(json),
            Value::Text(text) => text,
        };
        if text.literal().is_none() {
            let message = "references are not supported within lists";
            self.error("bad-reference", message, node.span, "not filled in here");
        }
        text.literal().map(|text| Json::Text(text.to_owned()))
    }
}

/// Whether a plain scalar of this text is JSON of the type.
pub(super) fn is_literal(text: &str, ty: &Type) -> bool {
    let json = Json::parse(text.as_bytes());
    match ty {
        Type::Integer | Type::Number | Type::UnixTime => matches!(json, Some(Json::Number(_))),
        Type::Boolean => matches!(json, Some(Json::Bool(_))),
        Type::Json => matches!(json, Some(Json::Number(_) | Json::Bool(_))),
        _ => false,
    }
}
