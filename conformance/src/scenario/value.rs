//! Values in requests. Their JSON type is that of the contract, whatever their YAML notation.

use reader::Value as Written;
use reader::{Diagnostic, Node, Reader};
use spec::Type;

use super::reference::{Names, Reference};
use super::template::Template;
use crate::json::Json;

/// A value of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text with or without references.
    Text(Template),
    /// Any other JSON value.
    Json(Json),
}

impl Value {
    /// The references in it.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        let text = match self {
            Self::Text(text) => Some(text),
            Self::Json(_) => None,
        };
        text.into_iter().flat_map(Template::references)
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&Template> {
        match self {
            Self::Text(text) => Some(text),
            Self::Json(_) => None,
        }
    }

    /// Reads a value of an input. A plain scalar is a number or boolean only if the contract has
    /// one; a quoted scalar is always text.
    pub(super) fn read(
        node: &Node,
        ty: &Type,
        names: &Names,
        reader: &mut Reader<'_>,
    ) -> Option<Self> {
        match &node.value {
            Written::Null => Some(Self::Json(Json::Null)),
            Written::Scalar(scalar) if scalar.plain && is_literal(&scalar.text, ty) => {
                Json::parse(scalar.text.as_bytes()).map(Self::Json)
            }
            Written::List(items) => {
                let item_type = match ty {
                    Type::List(item) => item.as_ref(),
                    _ => ty,
                };
                let items = items.iter().map(|item| plain(item, item_type, names, reader));
                items.collect::<Option<_>>().map(|items| Self::Json(Json::List(items)))
            }
            Written::Scalar(_) | Written::Map(_) => {
                Template::read(node, names, reader).map(Self::Text)
            }
        }
    }
}

/// An item of a list; references are only supported as whole inputs.
fn plain(node: &Node, ty: &Type, names: &Names, reader: &mut Reader<'_>) -> Option<Json> {
    match Value::read(node, ty, names, reader)? {
        Value::Json(json) => Some(json),
        Value::Text(text) => match text.literal() {
            Some(text) => Some(Json::Text(text.to_owned())),
            None => {
                let message = "references are not supported within lists";
                let found =
                    Diagnostic::error("bad-reference", message, node.span, "not filled in here");
                reader.out.push(found);
                None
            }
        },
    }
}

fn is_literal(text: &str, ty: &Type) -> bool {
    let json = Json::parse(text.as_bytes());
    match ty {
        Type::Integer | Type::Number => matches!(json, Some(Json::Number(_))),
        Type::Boolean => matches!(json, Some(Json::Bool(_))),
        _ => false,
    }
}
