//! The minimal valid value of an input, made from its type.

use spec::{Format, TimestampForm, Type};

use super::bindings::Bindings;
use crate::json::Json;

/// A valid value that no other request of any run has.
pub(super) fn minimal_value(ty: &Type, bindings: &Bindings<'_>, step: usize) -> Json {
    let unique = bindings.unique(step);
    match ty {
        Type::Text(Some(Format::Email)) => Json::Text(bindings.email("conformance", step)),
        Type::Text(Some(Format::Url)) => Json::Text(format!("https://example.com/{unique}")),
        Type::Text(Some(Format::Country)) => Json::Text("NL".to_owned()),
        Type::Text(Some(Format::Identifier)) => Json::Text(unique),
        Type::Text(None) | Type::Unknown(_) => Json::Text(format!("conformance {unique}")),
        // Differs between the steps of a scenario, so that requests are not identical.
        Type::Integer | Type::Number => Json::Number((step + 1).to_string()),
        Type::Boolean => Json::Bool(true),
        Type::Timestamp(_) => bindings.ago(60, TimestampForm::Utc).map_or(Json::Null, Json::Text),
        Type::Enumeration(values) => values.first().cloned().map_or(Json::Null, Json::Text),
        Type::Record(_) => Json::Map(Vec::new()),
        Type::List(_) => Json::List(Vec::new()),
    }
}
