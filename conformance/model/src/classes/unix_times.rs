//! Points in time as seconds since 1970.

use super::{Class, Examples, Predicate, Rule};
use crate::json::{Json, is_whole};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => "The document gives seconds since 1970, and these are of this century.",
        Rule::Refused => {
            "The document gives whole seconds since 1970. This value is not an integer."
        }
        _ => {
            "The document gives seconds since 1970. A service may exclude times far away, which is not shown."
        }
    }
}

classes! {
    [second: Number Json]
    usual: Kept, "a second of the years 2001 to 2037", |n| (1e9..2_147_483_648.0).contains(&value(n)) && !ends_a_day(n)
        => "1767225599", "1700000001", "2000000000", "1234567890";
    midnight: Kept, "a midnight of the years 2001 to 2037", |n| (1e9..2_147_483_648.0).contains(&value(n)) && ends_a_day(n)
        => "1767225600", "1709164800";
    [far: Number Json]
    zero: KeptIfAccepted, "the value zero", |n| value(n) == 0.0 => "0";
    early: KeptIfAccepted, "a second before 2001", |n| value(n) > 0.0 && value(n) < 1e9 => "1", "86400", "999999999";
    negative: KeptIfAccepted, "a second before 1970", |n| value(n) < 0.0 => "-1", "-86400";
    above_31_bits: KeptIfAccepted, "a second after 31 bits", |n| value(n) >= 2_147_483_648.0
        => "2147483648", "4102444800";
    [malformed: Json Json]
    fraction: Refused, "a fraction of a second", |json| matches!(json, Json::Number(digits) if !is_whole(digits))
        => "1767225600.5";
    text: Refused, "a text", |json| json.text().is_some() => "\"2026-01-31T12:00:00Z\"", "\"soon\"";
    other_type: Refused, "another type", |json| matches!(json, Json::Bool(_) | Json::List(_) | Json::Map(_))
        => "true", "[]", "{}";
}

fn value(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn ends_a_day(text: &str) -> bool {
    value(text) % 86_400.0 == 0.0
}
