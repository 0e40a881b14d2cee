//! The shape of error bodies.

use crate::document::Document;
use crate::left_out::{LeftOut, Reason};
use crate::records::Records;
use crate::response::error_schemas;
use crate::route::Route;
use crate::schema::{Kind, Object, Schema};
use crate::write::{Map, Out};

/// Names of the member with the message, the likeliest first.
const MESSAGES: [&str; 8] = [
    "message",
    "error_message",
    "errorMessage",
    "error_description",
    "detail",
    "title",
    "error",
    "description",
];

#[derive(Clone, Debug, PartialEq)]
struct Shape {
    /// The member with the message, as a path.
    message: String,
    /// The member with the code, next to it.
    code: Option<String>,
    /// Whether the message is always there.
    is_required: bool,
    /// Whether there are no other members.
    is_closed: bool,
}

/// The shape of most error bodies; those of another shape are left out.
pub fn write<'d>(document: &Document<'d>, records: &mut Records<'d>, routes: &[Route<'d>]) -> Map {
    let mut shapes: Vec<(Shape, Vec<LeftOut>)> = Vec::new();
    for node in routes.iter().flat_map(|route| error_schemas(document, route)) {
        let found = node.left_out(Reason::ErrorShape, "an error body");
        let shape = Shape::read(records, &records.schema(&node));
        match shape.map(|shape| (shapes.iter_mut().find(|(known, _)| *known == shape), shape)) {
            Some((Some((_, all)), _)) => all.push(found),
            Some((None, shape)) => shapes.push((shape, vec![found])),
            None => records.left_out.push(found),
        }
    }
    // Of shapes that are equally frequent, the first one is used.
    let most = shapes.iter().rev().max_by_key(|(_, all)| all.len()).map(|(shape, _)| shape.clone());
    let others = shapes.into_iter().filter(|(shape, _)| Some(shape) != most.as_ref());
    records.left_out.extend(others.flat_map(|(_, all)| all));
    let mut map = Map::default();
    match &most {
        Some(Shape { is_required: true, .. }) => {}
        Some(_) => map.comment("The document does not say that the member is always there."),
        None => map.comment(
            "The document shows no error body, and the language needs one: write the member with the message.",
        ),
    }
    map.push("member", Out::text(most.as_ref().map_or("message", |shape| &shape.message)));
    if let Some(code) = most.as_ref().and_then(|shape| shape.code.as_ref()) {
        map.push("code", Out::text(code));
    }
    let further = if most.is_some_and(|shape| shape.is_closed) {
        Out::word(false)
    } else {
        Out::not_shown("Whether an error body has members besides these.")
    };
    map.with("further_members", further)
}

impl Shape {
    fn read<'d>(records: &Records<'d>, schema: &Schema<'d>) -> Option<Self> {
        let object = schema.object()?;
        let error = text_or_object(records, object, "error");
        // A nested object counts if it has the message.
        if let (None, Some(error)) = (text_or_object(records, object, "message"), error)
            && let Some(inner) = error.object()
        {
            let shape = Self::of(records, inner, &["message"])?;
            return Some(Self {
                message: format!("error.{}", shape.message),
                code: shape.code.map(|code| format!("error.{code}")),
                is_required: shape.is_required && object.required.contains(&"error"),
                is_closed: shape.is_closed && object.is_closed,
            });
        }
        Self::of(records, object, &MESSAGES)
    }

    fn of<'d>(records: &Records<'d>, object: &Object<'d>, messages: &[&str]) -> Option<Self> {
        let is_text = |name: &str| {
            let member = text_or_object(records, object, name);
            member.is_some_and(|schema| matches!(schema.kind, Kind::Text))
        };
        let message = messages.iter().find(|name| is_text(name))?;
        let has_code = is_text("code") && object.required.contains(&"code") && *message != "code";
        Some(Self {
            message: (*message).to_owned(),
            code: has_code.then(|| "code".to_owned()),
            is_required: object.required.contains(message),
            is_closed: object.is_closed,
        })
    }
}

fn text_or_object<'d>(
    records: &Records<'d>,
    object: &Object<'d>,
    name: &str,
) -> Option<Schema<'d>> {
    let (_, node) = object.members.iter().find(|(known, _)| *known == name)?;
    let schema = records.schema(node);
    matches!(schema.kind, Kind::Text | Kind::Object(_)).then_some(schema)
}
