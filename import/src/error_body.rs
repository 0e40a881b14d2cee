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

/// Names of the member of an entry that names the input.
const FIELDS: [&str; 5] = ["field", "param", "parameter", "property", "pointer"];

#[derive(Clone, Debug, PartialEq)]
struct Shape {
    /// The member with the message, as a path.
    message: String,
    /// The member with the code, next to it.
    code: Option<String>,
    /// The member with the input in the entries of a list of errors next to the message, and that with the code.
    entries: Option<(String, Option<String>)>,
    /// The media type, if it is not the usual one.
    media: Option<String>,
    /// Whether the message is always there.
    is_required: bool,
    /// Whether there are no other members.
    is_closed: bool,
}

/// The shape of most error bodies; those of another shape are left out.
pub fn write<'d>(document: &Document<'d>, records: &mut Records<'d>, routes: &[Route<'d>]) -> Map {
    let mut shapes: Vec<(Shape, Vec<LeftOut>)> = Vec::new();
    for (media, node) in routes.iter().flat_map(|route| error_schemas(document, route)) {
        let found = node.left_out(Reason::ErrorShape, "an error body");
        let shape = Shape::read(records, &records.schema(&node));
        let shape = shape.map(|shape| Shape { media: problem_type(media), ..shape });
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
    if let Some((field, code)) = most.as_ref().and_then(|shape| shape.entries.as_ref()) {
        if let Some(code) = code.as_ref().filter(|_| !map.has("code")) {
            map.push("code", Out::text(code));
        }
        map.push("field", Out::text(field));
        let present = "Whether the list is empty or missing in a refusal that names no input.";
        map.push("field_present", Out::not_shown(present));
        let complete = "Whether each wrong input has an entry, and no other.";
        map.push("entries_complete", Out::not_shown(complete));
    }
    if let Some(media) = most.as_ref().and_then(|shape| shape.media.as_ref()) {
        map.push("content_type", Out::text(media));
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
                entries: shape.entries.map(|(field, code)| {
                    (format!("error.{field}"), code.map(|code| format!("error.{code}")))
                }),
                media: None,
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
            entries: entries(records, object),
            media: None,
            is_required: object.required.contains(message),
            is_closed: object.is_closed,
        })
    }
}

/// The list of errors: objects that name an input.
fn entries<'d>(records: &Records<'d>, object: &Object<'d>) -> Option<(String, Option<String>)> {
    let is_plain = |name: &str| !name.trim().is_empty() && !name.contains(['.', '[', ']']);
    object.members.iter().filter(|(list, _)| is_plain(list)).find_map(|(list, node)| {
        let Kind::List(Some(items)) = records.schema(node).kind else { return None };
        let items = records.schema(&items);
        let entry = items.object()?;
        let is_text = |name: &str| {
            let member = text_or_object(records, entry, name);
            member.is_some_and(|schema| matches!(schema.kind, Kind::Text))
        };
        let field = FIELDS.into_iter().find(|name| is_text(name))?;
        let code = is_text("code") && entry.required.contains(&"code");
        let path = |name: &str| format!("{list}[].{name}");
        Some((path(field), code.then(|| path("code"))))
    })
}

/// A media type that the language has to state: that of `application/problem+json` and others of its kind.
fn problem_type(media: &str) -> Option<String> {
    let essence = media.split(';').next().unwrap_or_default().trim().to_lowercase();
    let is_token = |part: &str| {
        let is_in_one = |b: u8| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&b);
        !part.is_empty() && part.bytes().all(is_in_one)
    };
    let (ty, subtype) = essence.split_once('/')?;
    let is_problem = is_token(ty) && is_token(subtype) && subtype.ends_with("+json");
    is_problem.then_some(essence)
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
