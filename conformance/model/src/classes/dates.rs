//! Dates.

use jiff::civil::Date;

use super::{Class, Examples, Predicate, Rule};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => "The document gives the form YYYY-MM-DD, and these are days of this century.",
        Rule::Refused => "The document gives the form YYYY-MM-DD. This value is not such a date.",
        _ => {
            "The document gives the form YYYY-MM-DD. A service may exclude days far away, which is not shown."
        }
    }
}

classes! {
    [near: Text Texts]
    usual: Kept, "a day within a month", |t| day(t).is_some_and(|day| is_near(day) && (2..28).contains(&day.day()))
        => "2026-05-17", "2025-11-09", "2027-08-12";
    first: Kept, "the first day of a month", |t| day(t).is_some_and(|day| is_near(day) && day.day() == 1)
        => "2026-01-01", "2027-03-01", "2025-10-01";
    last: Kept, "the last day of a month", |t| day(t).is_some_and(|day| is_near(day) && day.day() == day.days_in_month())
        => "2025-12-31", "2026-04-30", "2027-02-28";
    leap: Kept, "the leap day", |t| day(t).is_some_and(|day| is_near(day) && day.month() == 2 && day.day() == 29)
        => "2024-02-29", "2028-02-29";
    [far: Text Texts]
    last_century: KeptIfAccepted, "a day before this century", |t| day(t).is_some_and(|day| day.year() < 2000)
        => "1999-12-31", "1970-01-01", "1900-02-28";
    later: KeptIfAccepted, "a day after 2037", |t| day(t).is_some_and(|day| day.year() > 2037)
        => "2038-01-20", "2099-12-31", "9999-12-31";
    [malformed: Json Json]
    impossible: Refused, "a day that no calendar has", |json| has_form(json) && json.text().and_then(day).is_none()
        => "\"2026-02-29\"", "\"2026-13-01\"", "\"2026-04-31\"", "\"2026-00-10\"";
    other_order: Refused, "another order of its parts", |json| json.text().is_some_and(|text| text.contains(['.', '/']))
        => "\"31.01.2026\"", "\"01/31/2026\"";
    word: Refused, "a word", |json| json.text().is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase()))
        => "\"tomorrow\"";
    no_text: Refused, "another type than text", |json| json.text().is_none() && *json != crate::json::Json::Null
        => "20260131", "true", "[]";
}

fn day(text: &str) -> Option<Date> {
    text.parse().ok().filter(|_| text.len() == 10)
}

fn is_near(day: Date) -> bool {
    (2000..2038).contains(&day.year())
}

fn has_form(json: &crate::json::Json) -> bool {
    json.text().is_some_and(|text| {
        let mark = |(at, byte): (usize, u8)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        text.len() == 10 && text.bytes().enumerate().all(mark)
    })
}
