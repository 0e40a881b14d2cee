//! Inputs of a request that no server accepts: missing ones, and values of another type, values outside of the
//! constraints, and values that are not documented.

use spec::{
    Condition, Constraints, InputPart, InputRef, Operation, PageSelection, QueryParameter, Type,
};

use crate::contract::page_selection;
use crate::json::{Json, is_whole};
use crate::values::admits;

/// The inputs of query and body that are invalid. `sent` returns the value that was sent for an input.
pub fn wrong_inputs<'j>(
    operation: &Operation,
    sent: impl Fn(&InputRef) -> Option<&'j Json>,
) -> Vec<InputRef> {
    let query = operation.query.iter().map(|query| {
        let is_required = query.required;
        let input = InputRef::new(InputPart::Query, &query.name);
        (input, is_required, &query.ty, &query.constraints)
    });
    let pages = page_selection(operation).into_iter().flat_map(PageSelection::parameters);
    let pages = pages.map(|page| {
        let input = InputRef::new(InputPart::Query, &page.wire);
        (input, false, &page.ty, &page.constraints)
    });
    let body = operation.body_fields().map(|field| {
        let input = InputRef::new(InputPart::Body, &field.wire);
        // A member of an object that is left out, or is of another type, is no second wrong input.
        let is_in_object = |object| matches!(sent(&object), Some(Json::Map(_)));
        let is_required = field.required && input.object().is_none_or(is_in_object);
        (input, is_required, &field.ty, &field.constraints)
    });
    let is_wrong =
        |input: &InputRef, is_required, ty: &Type, constraints: &Constraints| match sent(input) {
            None => is_required,
            Some(Json::Null) => is_required && *ty != Type::Json && !is_nullable(operation, input),
            Some(Json::Text(text)) if input.part == InputPart::Query => {
                let query = operation.query_parameter(&input.name);
                let is_single = query.is_none_or(|query| query.several.is_none());
                !is_query_of(ty, text) || is_single && !admits_text(ty, constraints, text)
            }
            Some(value) => !is_of(ty, value) || !admits(constraints, value),
        };
    query
        .chain(pages)
        .chain(body)
        .filter(|(input, is_required, ty, constraints)| {
            is_wrong(input, *is_required, ty, constraints)
                || is_unlisted(operation, input, sent(input))
        })
        .map(|(input, ..)| input)
        .collect()
}

/// Whether a parameter has none of its documented values, and the document says that it is then refused.
fn is_unlisted(operation: &Operation, input: &InputRef, sent: Option<&Json>) -> bool {
    let query = operation.query_parameter(&input.name);
    let query =
        query.filter(|query| input.part == InputPart::Query && has_only_listed(operation, query));
    let text = sent.and_then(Json::text);
    query.zip(text).is_some_and(|(query, text)| query.values.iter().all(|it| it.wire != text))
}

/// Whether the document says that other values of this parameter than the listed ones are refused. A case of any input
/// leaves it open: the list need not be complete.
pub fn has_only_listed(operation: &Operation, query: &QueryParameter) -> bool {
    let invalid = Condition::Invalid(InputRef::new(InputPart::Query, &query.name));
    !query.values.is_empty()
        && query.several.is_none()
        && operation.errors.iter().any(|case| case.when.stated() == Some(&invalid))
}

fn is_nullable(operation: &Operation, input: &InputRef) -> bool {
    input.part == InputPart::Body
        && operation.body_field(&input.name).is_some_and(|field| field.nullable)
}

/// Whether a JSON value has the type. Formats of texts and members of records are not checked.
pub fn is_of(ty: &Type, value: &Json) -> bool {
    match (ty, value) {
        (Type::Enumeration(values), Json::Text(text)) => values.contains(text),
        (Type::Text(_) | Type::Timestamp(_) | Type::Date, Json::Text(_))
        | (Type::Number, Json::Number(_))
        | (Type::Boolean, Json::Bool(_))
        | (Type::Record(_), Json::Map(_))
        | (Type::Unknown(_) | Type::Json, _) => true,
        (Type::Integer | Type::UnixTime, Json::Number(number)) => is_whole(number),
        (Type::List(item), Json::List(items)) => items.iter().all(|value| is_of(item, value)),
        (Type::Map(item), Json::Map(members)) => {
            members.iter().all(|(_, value)| is_of(item, value))
        }
        _ => false,
    }
}

/// Whether the text of a parameter can be read as the type.
pub fn is_query_of(ty: &Type, text: &str) -> bool {
    match ty {
        Type::Integer | Type::UnixTime => text.parse::<i64>().is_ok(),
        Type::Number => text.parse::<f64>().is_ok(),
        Type::Boolean => ["true", "false"].contains(&text),
        Type::Enumeration(values) => values.iter().any(|value| value == text),
        _ => true,
    }
}

/// Whether the text of a parameter obeys the constraints.
fn admits_text(ty: &Type, constraints: &Constraints, text: &str) -> bool {
    match ty {
        Type::Integer | Type::UnixTime | Type::Number => {
            admits(constraints, &Json::Number(text.to_owned()))
        }
        Type::Text(_) => admits(constraints, &Json::Text(text.to_owned())),
        _ => true,
    }
}

/// Values of another JSON type than a member of the body has.
pub fn mistyped(ty: &Type) -> Vec<Json> {
    let (text, whole) = (Json::Text("7".to_owned()), Json::Number("7".to_owned()));
    let list = |item: &Json| Json::List(vec![item.clone()]);
    match ty {
        Type::Text(_) | Type::Enumeration(_) | Type::Timestamp(_) | Type::Date => {
            vec![whole, Json::Bool(true), list(&text), Json::Map(Vec::new())]
        }
        Type::Integer | Type::UnixTime => {
            vec![text, Json::Number("2.5".to_owned()), Json::Bool(true), list(&whole)]
        }
        Type::Number => vec![text, Json::Bool(true), list(&whole)],
        Type::Boolean => vec![Json::Text("true".to_owned()), whole, list(&Json::Bool(true))],
        Type::Record(_) => vec![text, whole, list(&Json::Map(Vec::new()))],
        Type::List(item) => {
            let items = mistyped(item).into_iter().take(1).map(|item| list(&item));
            [text, whole, Json::Map(Vec::new())].into_iter().chain(items).collect()
        }
        Type::Map(_) => vec![text, whole, list(&Json::Map(Vec::new()))],
        Type::Json | Type::Unknown(_) => Vec::new(),
    }
}

/// Texts that cannot be read as the type of a parameter.
pub fn mistyped_query(ty: &Type) -> &'static [&'static str] {
    match ty {
        Type::Integer | Type::UnixTime => &["many", "2.5"],
        Type::Number => &["many"],
        Type::Boolean => &["perhaps"],
        _ => &[],
    }
}
