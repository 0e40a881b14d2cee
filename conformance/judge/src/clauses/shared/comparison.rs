//! What a filter compares with a member of each record, and which records it keeps.

use std::cmp::Ordering;

use jiff::Timestamp;
use jiff::civil::Date;
use spec::{Bound, Filter, OfSeveral, Operation, QueryParameter, Type};

use super::rank::differ_by_fraction;
use crate::clauses::prelude::*;
use crate::json::{compare_numbers, is_same_text, numbers_equal};

/// A filter by a member, and the value that a request means.
pub struct Comparison<'a> {
    filter: &'a Filter,
    /// Whether every record is kept.
    keeps_all: bool,
    pub field: &'a str,
    /// The type of the member.
    ty: Option<&'a Type>,
    /// The value, or several of them.
    values: Vec<&'a str>,
}

/// Whether a record is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Yes,
    No,
    /// Two correct services may differ.
    Open,
    /// The record does not have a valid value.
    Unknown,
}

impl<'a> Comparison<'a> {
    /// The comparison with the value that a step sent, or that it means by sending none.
    pub fn of(ctx: &StepContext<'a>, parameter: &str) -> Option<Self> {
        let query = ctx.operation.query_parameter(parameter)?;
        let sent = match ctx.sent(&InputRef::new(InputPart::Query, parameter)) {
            Some(sent) => sent.text()?,
            None => query.default.as_deref()?,
        };
        Self::with(ctx.trace.contract, ctx.operation, query, sent)
    }

    /// The comparison with a value.
    pub fn with(
        contract: &'a spec::Contract,
        operation: &Operation,
        query: &'a QueryParameter,
        sent: &'a str,
    ) -> Option<Self> {
        let filter = query.filter.as_ref()?;
        let field = filter.field()?;
        let listed = operation.lists.as_deref().and_then(|record| contract.record(record));
        let mut fields = listed.into_iter().flat_map(|record| &record.fields);
        Some(Self {
            filter,
            keeps_all: query.keeps_all(sent),
            field,
            ty: fields.find(|known| known.wire == field).map(|known| &known.ty),
            values: match query.several {
                Some(_) => sent.split(',').collect(),
                None => vec![sent],
            },
        })
    }

    /// Whether no record is left out.
    pub fn keeps_all(&self) -> bool {
        self.keeps_all
    }

    /// Whether a record is kept.
    pub fn of_record(&self, record: &Json) -> Kept {
        if self.keeps_all {
            return Kept::Yes;
        }
        let Some(value) = record.get(self.field) else { return Kept::Unknown };
        match self.filter {
            Filter::Compares { bound, .. } => self.compared(value, *bound),
            Filter::Equals { .. } => match value {
                Json::Null => Kept::No,
                value => self.is_any(value),
            },
            Filter::Includes { item, of_several, .. } => match value {
                Json::Null => Kept::No,
                Json::List(items) => self.included(items, item.as_deref(), *of_several),
                _ => Kept::Unknown,
            },
            Filter::Meaning(_) => Kept::Unknown,
        }
    }

    fn compared(&self, value: &Json, bound: Bound) -> Kept {
        let Some(sent) = self.values.first() else { return Kept::Unknown };
        let ordering = match value {
            // Where records without a value stand is not said.
            Json::Null => return Kept::Open,
            Json::Number(digits) => compare_numbers(digits, sent),
            Json::Text(text) => compare_times(text, sent),
            _ => None,
        };
        // A service that keeps fractions of seconds, and shows none, compares them.
        let is_second = matches!(self.ty, Some(Type::Timestamp(_) | Type::UnixTime))
            && ordering == Some(Ordering::Equal);
        let is_open = is_second && matches!(bound, Bound::Above | Bound::AtMost);
        let is_near = value.text().is_some_and(|text| differ_by_fraction(text, sent));
        match ordering {
            None => Kept::Unknown,
            Some(_) if is_open || is_near => Kept::Open,
            Some(ordering) => kept(bound.keeps(ordering)),
        }
    }

    /// Whether the value is one of those that are kept.
    fn is_any(&self, value: &Json) -> Kept {
        match value {
            Json::List(_) | Json::Map(_) => Kept::Unknown,
            value => kept(self.values.iter().any(|sent| is_same_value(value, sent))),
        }
    }

    fn included(&self, items: &[Json], item: Option<&str>, of_several: OfSeveral) -> Kept {
        let compared: Option<Vec<_>> = items
            .iter()
            .map(|it| match item {
                Some(member) => it.get(member),
                None => Some(it),
            })
            .collect();
        let Some(compared) = compared else { return Kept::Unknown };
        let has = |sent: &&str| compared.iter().any(|value| is_same_value(value, sent));
        kept(match of_several {
            OfSeveral::All => self.values.iter().all(has),
            OfSeveral::Any => self.values.iter().any(has),
        })
    }

    /// What it keeps, after "a value".
    pub fn in_words(&self) -> String {
        let values = |with: &str| format!("`{}`", self.values.join(&format!("` {with} `")));
        match self.filter {
            _ if self.keeps_all => "of any kind".to_owned(),
            Filter::Compares { bound: Bound::Above, .. } => {
                format!("higher than {}", self.values.join(","))
            }
            Filter::Compares { bound, .. } => {
                format!("{} {}", bound.in_words(), self.values.join(","))
            }
            Filter::Includes { of_several: OfSeveral::All, .. } => {
                format!("that includes {}", values("and"))
            }
            Filter::Includes { .. } => format!("that includes {}", values("or")),
            Filter::Equals { .. } | Filter::Meaning(_) => format!("equal to {}", values("or")),
        }
    }
}

fn kept(is_kept: bool) -> Kept {
    if is_kept { Kept::Yes } else { Kept::No }
}

fn is_same_value(value: &Json, sent: &str) -> bool {
    match value {
        Json::Bool(flag) => sent == if *flag { "true" } else { "false" },
        Json::Number(digits) => numbers_equal(digits, sent),
        Json::Text(text) => is_same_text(text, sent),
        Json::Null | Json::List(_) | Json::Map(_) => false,
    }
}

/// Two points in time, or two dates.
fn compare_times(one: &str, other: &str) -> Option<Ordering> {
    match (one.parse::<Timestamp>(), other.parse::<Timestamp>()) {
        (Ok(one), Ok(other)) => Some(one.cmp(&other)),
        _ => Some(one.parse::<Date>().ok()?.cmp(&other.parse::<Date>().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(bound: Bound, ty: &Type, shown: &str, sent: &str) -> Kept {
        let filter = Filter::Compares { field: "at".to_owned(), bound };
        let comparison = Comparison {
            filter: &filter,
            keeps_all: false,
            field: "at",
            ty: Some(ty),
            values: vec![sent],
        };
        comparison.of_record(&Json::parse(format!(r#"{{"at":{shown}}}"#).as_bytes()).unwrap())
    }

    #[test]
    fn hidden_fractions_of_seconds_leave_only_some_bounds_open() {
        let (time, shown, same) =
            (Type::Timestamp(Vec::new()), r#""2024-01-31T12:00:05Z""#, "2024-01-31T13:00:05+01:00");
        for (bound, kept) in [
            (Bound::Above, Kept::Open),
            (Bound::AtLeast, Kept::Yes),
            (Bound::AtMost, Kept::Open),
            (Bound::Below, Kept::No),
        ] {
            assert_eq!(times(bound, &time, shown, same), kept, "{bound:?}");
            assert_eq!(times(bound, &Type::UnixTime, "5", "5"), kept, "{bound:?}");
            let exact = if bound.keeps(Ordering::Equal) { Kept::Yes } else { Kept::No };
            assert_eq!(times(bound, &Type::Integer, "5", "5"), exact, "{bound:?}");
            let day = r#""2024-02-29""#;
            assert_eq!(times(bound, &Type::Date, day, "2024-02-29"), exact, "{bound:?}");
            let fraction = "2024-01-31T12:00:05.5Z";
            assert_eq!(times(bound, &time, shown, fraction), Kept::Open, "{bound:?}");
        }
        assert_eq!(times(Bound::Below, &time, shown, "2024-01-31T12:00:06Z"), Kept::Yes);
        assert_eq!(times(Bound::Below, &time, "null", "2024-01-31T12:00:06Z"), Kept::Open);
        assert_eq!(times(Bound::Below, &time, "true", "2024-01-31T12:00:06Z"), Kept::Unknown);
    }
}
