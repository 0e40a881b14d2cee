//! Valid values of inputs that a step does not set.

use conformance_model::values::{admits, example, list_of};
use spec::{Constraints, Contract, Format, TimestampForm, Type};

use super::bindings::{Bindings, of_moment};
use crate::digest::digest;
use crate::json::Json;

/// Makes valid values for a step; texts are those of no other request of any run.
pub(super) struct MinimalValue<'a> {
    pub(super) contract: &'a Contract,
    pub(super) bindings: &'a Bindings<'a>,
    pub(super) step: usize,
    /// Whether an example that another request sends will not do.
    pub(super) is_unique: bool,
}

impl MinimalValue<'_> {
    /// A value of a type that obeys the constraints. `None` if the contract does not show one. `within` are the enclosing
    /// records.
    pub(super) fn of(&self, ty: &Type, constraints: &Constraints, within: &[&str]) -> Option<Json> {
        let made = match ty {
            Type::Unknown(_) => example(constraints)?,
            Type::List(item) => match example(constraints) {
                Some(example) => example,
                None => match constraints.min_items.unwrap_or(1) {
                    0 | 1 => Json::List(vec![self.of(item, constraints, within)?]),
                    least => list_of(item, constraints, least)?,
                },
            },
            Type::Map(item) => match example(constraints) {
                Some(example) => example,
                None => Json::Map(vec![("made".to_owned(), self.of(item, constraints, within)?)]),
            },
            Type::Json => match example(constraints) {
                Some(example) => example,
                None => Json::Text(self.text(None, constraints)),
            },
            Type::Record(name) => return self.record(name, within),
            Type::Text(format) => Json::Text(self.text(*format, constraints)),
            Type::Integer | Type::Number if constraints.example.is_some() && !self.is_unique => {
                example(constraints)?
            }
            // Differs between the steps of a scenario, so that requests are not identical.
            Type::Integer | Type::Number => Json::Number(number(constraints, self.step)),
            Type::Boolean => Json::Bool(true),
            Type::Date | Type::UnixTime => {
                of_moment(&self.bindings.ago(60, TimestampForm::Utc)?, ty)?
            }
            Type::Timestamp(_) => self.bindings.ago(60, TimestampForm::Utc).map(Json::Text)?,
            Type::Enumeration(values) => Json::Text(values.first()?.clone()),
        };
        admits(constraints, &made).then_some(made)
    }

    /// A record with the members that it always has.
    fn record(&self, name: &str, within: &[&str]) -> Option<Json> {
        let record = self.contract.record(name).filter(|_| !within.contains(&name))?;
        let within = [within, &[name]].concat();
        let required = record.fields.iter().filter(|field| field.present.stated() == Some(&true));
        let members = required.map(|field| {
            Some((field.wire.clone(), self.of(&field.ty, &field.constraints, &within)?))
        });
        members.collect::<Option<_>>().map(Json::Map)
    }

    fn text(&self, format: Option<Format>, constraints: &Constraints) -> String {
        let unique = self.bindings.unique(self.step);
        let example = constraints.example.as_ref().and_then(|example| example.as_str());
        if let Some(example) = example {
            if constraints.pattern.is_some() {
                return constraints.variant(example, digest(&[&unique]));
            }
            if !self.is_unique {
                return example.to_owned();
            }
        }
        let text = match format {
            Some(Format::Email) => return self.bindings.email("conformance", self.step),
            Some(Format::Url) => return format!("https://example.com/{unique}"),
            Some(Format::Country) => return "NL".to_owned(),
            Some(Format::Identifier) => unique.clone(),
            Some(Format::Decimal) => return "12.34".to_owned(),
            None => format!("conformance {unique}"),
        };
        if constraints.max_length.is_some_and(|most| text.chars().count() > most) {
            // The beginning of a digest differs, that of a text with a unique end does not.
            return constraints.fit_text(&format!("{:016x}", digest(&[&unique])));
        }
        constraints.fit_text(&text)
    }
}

/// A number within the bounds.
fn number(constraints: &Constraints, step: usize) -> String {
    let step = u32::try_from(step).map_or(0.0, f64::from);
    let first = constraints.fit_number(step + 1.0);
    let number = match (constraints.minimum, constraints.maximum) {
        (Some(least), Some(most)) => least + step % ((most - least).floor() + 1.0),
        (Some(least), None) if first > step + 1.0 => least + step,
        (None, Some(most)) if first < step + 1.0 => most - step,
        _ => first,
    };
    number.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_the_bounds_and_differ() {
        let of = |minimum, maximum| {
            let constraints = Constraints { minimum, maximum, ..Constraints::default() };
            [0, 1, 2].map(|step| number(&constraints, step))
        };
        assert_eq!(of(None, None), ["1", "2", "3"]);
        assert_eq!(of(Some(0.0), None), ["1", "2", "3"]);
        assert_eq!(of(Some(1000.0), None), ["1000", "1001", "1002"]);
        assert_eq!(of(None, Some(-1.0)), ["-1", "-2", "-3"]);
        assert_eq!(of(Some(5.0), Some(6.0)), ["5", "6", "5"]);
        assert_eq!(of(Some(0.25), Some(0.5)), ["0.25", "0.25", "0.25"]);
    }
}
