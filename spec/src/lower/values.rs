//! Values that a contract writes for an input or a member: defaults, examples, documented values.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Map, Number, Value as Json};

use super::prelude::*;
use crate::clause::a_value_of;
use crate::model::{Constraint, Constraints, Format, TimestampForm, is_decimal};

impl Lower<'_> {
    /// A value of a type; reports one of another type. `None` if it could not be read.
    pub(super) fn value_of_type(&mut self, node: &Node, ty: &Type) -> Option<Json> {
        Some(match ty {
            Type::Integer | Type::UnixTime => Json::from(self.reader.integer(node)?.value),
            Type::Number => Json::Number(number(&self.reader.number_text(node)?)?),
            Type::Boolean => Json::from(self.boolean(node)?),
            Type::List(item) => {
                let items = self.reader.list(node, "a list of values").iter();
                Json::Array(
                    items.map(|node| self.value_of_type(node, item)).collect::<Option<_>>()?,
                )
            }
            Type::Map(inner) => {
                let entries = self.reader.entries(node, "a map of values").iter();
                let members = entries.map(|entry| {
                    Some((entry.key.value.clone(), self.value_of_type(&entry.value, inner)?))
                });
                Json::Object(members.collect::<Option<_>>()?)
            }
            Type::Unknown(_) | Type::Json => any_value(node),
            _ => Json::from(self.reader.text(node)?.value),
        })
    }

    /// Reports a value that is not of the type, or breaks the constraints; `what` says what it is.
    pub(super) fn check_fit(
        &mut self,
        what: &str,
        text: &Spanned<String>,
        value: Option<&Json>,
        (ty, constraints): (&Type, &Constraints),
    ) {
        let misfit = match value.filter(|value| is_of_type(value, ty)) {
            None => Some(format!("not {}", a_value_of(ty))),
            Some(value) => {
                constraints.broken_by(value).first().map(|broken| broken.breach().to_owned())
            }
        };
        if let Some(misfit) = misfit {
            let message = format!("the {what} {} is {misfit}", quoted(text));
            self.report(
                Diagnostic::error("unfit-value", message, text.span, "does not fit")
                    .with_help("correct the value, its type or its constraints"),
            );
        }
    }

    /// Reports a number that is not one of a range that holds any number.
    pub(super) fn check_range(
        &mut self,
        fields: &Fields<'_>,
        (least, most): (Constraint, Constraint),
        is_empty: bool,
    ) {
        let (least, most) = (least.name(), most.name());
        if let (true, Some(first), Some(last)) =
            (is_empty, fields.key_span(least), fields.key_span(most))
        {
            let message = format!("`{least}` is greater than `{most}`, so no value is accepted");
            self.report(
                Diagnostic::error("empty-range", message, first, "greater")
                    .with_label(last, "less")
                    .with_help("both are values that are accepted: the least and the greatest"),
            );
        }
    }
}

/// A value that is sent as text in a query; `None` if it is not of the type.
pub(super) fn value_of_text(text: &str, ty: &Type) -> Option<Json> {
    Some(match ty {
        Type::Integer | Type::UnixTime => Json::from(text.parse::<i64>().ok()?),
        Type::Number => Json::Number(number(text)?),
        Type::Boolean => Json::from(text.parse::<bool>().ok()?),
        _ => Json::from(text),
    })
}

fn number(text: &str) -> Option<Number> {
    serde_json::from_str(text).ok()
}

/// A value whose type is not shown: numbers and booleans are those without quotes.
pub(super) fn any_value(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Scalar(scalar) => {
            let literal = serde_json::from_str(&scalar.text).ok().filter(|_| scalar.plain);
            let literal = literal.filter(|value: &Json| value.is_number() || value.is_boolean());
            literal.unwrap_or_else(|| Json::from(scalar.text.as_str()))
        }
        Value::List(items) => items.iter().map(any_value).collect(),
        Value::Map(entries) => {
            let members = entries.iter();
            let members = members.map(|entry| (entry.key.value.clone(), any_value(&entry.value)));
            Json::Object(members.collect::<Map<_, _>>())
        }
    }
}

fn is_of_type(value: &Json, ty: &Type) -> bool {
    match (ty, value) {
        (Type::Text(format), Json::String(text)) => format.is_none_or(|it| is_written(text, it)),
        (Type::Enumeration(values), Json::String(text)) => values.contains(text),
        (Type::Timestamp(forms), Json::String(text)) => is_timestamp(text, forms),
        (Type::Integer | Type::UnixTime, Json::Number(number)) => number.is_i64(),
        (Type::Date, Json::String(text)) => is_timestamp(&format!("{text}T00:00:00Z"), &[]),
        (Type::Number, Json::Number(_))
        | (Type::Boolean, Json::Bool(_))
        // Its errors are reported, or it is not shown.
        | (Type::Unknown(_) | Type::Json, _) => true,
        (Type::Map(inner), Json::Object(members)) => {
            members.values().all(|it| is_of_type(it, inner))
        }
        (Type::List(item), Json::Array(items)) => items.iter().all(|it| is_of_type(it, item)),
        _ => false,
    }
}

/// The least that a format implies.
fn is_written(text: &str, format: Format) -> bool {
    let has_both = |parts: Option<(&str, &str)>| {
        parts.is_some_and(|(before, after)| !before.is_empty() && !after.is_empty())
    };
    match format {
        Format::Email => has_both(text.rsplit_once('@')),
        Format::Url => has_both(text.split_once("://")),
        Format::Country => text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
        Format::Identifier => !text.is_empty(),
        Format::Decimal => is_decimal(text),
    }
}

fn is_timestamp(text: &str, forms: &[TimestampForm]) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](\.[0-9]+)?(?:Z|([+-])[0-2][0-9]:[0-5][0-9])$").ok()
    });
    let Some(parts) = FORM.as_ref().and_then(|form| form.captures(text)) else {
        return false;
    };
    let zone = match parts.get(2).map(|sign| sign.as_str()) {
        None => TimestampForm::Utc,
        Some("+") => TimestampForm::OffsetAhead,
        Some(_) => TimestampForm::OffsetBehind,
    };
    let has = |form| forms.is_empty() || forms.contains(&form);
    has(zone) && (parts.get(1).is_none() || has(TimestampForm::Fraction))
}
