//! Timestamps. A timestamp belongs to one class of each group: its day and time, its offset, and its fraction of a second.
//! The examples are such parts.

use spec::TimestampForm;

use super::{Class, Examples, Predicate, Rule};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => {
            "The document gives the form of the timestamp, and this is a moment of the past."
        }
        _ => {
            "The document gives the form of the timestamp. A service may exclude moments long ago, which is not shown."
        }
    }
}

classes! {
    // Local days and times.
    [day: Text Texts]
    ordinary_day: Kept, "an ordinary day", |t| day(t) == "2023-05-17T10:20:30" => "2023-05-17T10:20:30";
    leap_day: Kept, "a leap day", |t| day(t) == "2024-02-29T12:34:56" => "2024-02-29T12:34:56";
    leap_century: Kept, "the leap day of a century", |t| day(t) == "2000-02-29T09:08:07" => "2000-02-29T09:08:07";
    after_february: Kept, "the day after a short February", |t| day(t) == "2023-03-01T00:15:00" => "2023-03-01T00:15:00";
    midnight: Kept, "midnight", |t| day(t) == "2022-09-10T00:00:00" => "2022-09-10T00:00:00";
    last_second: Kept, "the last second of a day", |t| day(t) == "2022-09-10T23:59:59" => "2022-09-10T23:59:59";
    noon: Kept, "noon", |t| day(t) == "2022-09-10T12:00:00" => "2022-09-10T12:00:00";
    hour_after_noon: Kept, "an hour after noon", |t| day(t) == "2022-09-10T12:30:00" => "2022-09-10T12:30:00";
    hour_after_midnight: Kept, "an hour after midnight", |t| day(t) == "2022-09-10T00:30:00" => "2022-09-10T00:30:00";
    year_begin: Kept, "the first second of a year", |t| day(t) == "2022-01-01T00:00:00" => "2022-01-01T00:00:00";
    year_end: Kept, "the last second of a year", |t| day(t) == "2021-12-31T23:59:59" => "2021-12-31T23:59:59";
    iso_year_behind: Kept, "a day whose week belongs to the year before", |t| day(t) == "2021-01-02T08:00:00" => "2021-01-02T08:00:00";
    iso_year_ahead: Kept, "a day whose week belongs to the next year", |t| day(t) == "2019-12-30T08:00:00" => "2019-12-30T08:00:00";
    month_end: Kept, "the last day of a month with 31 days", |t| day(t) == "2023-08-31T18:00:00" => "2023-08-31T18:00:00";
    short_month_end: Kept, "the last day of a month with 30 days", |t| day(t) == "2023-04-30T18:00:00" => "2023-04-30T18:00:00";
    day_above_12: Kept, "a day above 12", |t| day(t) == "2023-06-25T07:00:00" => "2023-06-25T07:00:00";
    day_as_month: Kept, "a day that may be taken for a month", |t| day(t) == "2023-03-04T07:00:00" => "2023-03-04T07:00:00";
    winter: Kept, "a day of winter time", |t| day(t) == "2023-12-15T16:45:00" => "2023-12-15T16:45:00";
    summer: Kept, "a day of summer time", |t| day(t) == "2023-07-15T16:45:00" => "2023-07-15T16:45:00";
    skipped_in_europe: Kept, "a local time that Europe skips", |t| day(t) == "2023-03-26T02:30:00" => "2023-03-26T02:30:00";
    repeated_in_europe: Kept, "a local time that Europe repeats", |t| day(t) == "2023-10-29T02:30:00" => "2023-10-29T02:30:00";
    skipped_in_america: Kept, "a local time that America skips", |t| day(t) == "2023-03-12T02:30:00" => "2023-03-12T02:30:00";
    repeated_in_america: Kept, "a local time that America repeats", |t| day(t) == "2023-11-05T01:30:00" => "2023-11-05T01:30:00";
    ten_years: Kept, "a day more than ten years ago", |t| day(t) == "2011-11-11T11:11:11" => "2011-11-11T11:11:11";
    last_century: Kept, "a day of the last century", |t| day(t) == "1999-12-31T22:00:00" => "1999-12-31T22:00:00";
    epoch: KeptIfAccepted, "the first second of 1970", |t| day(t) == "1970-01-01T00:00:00" => "1970-01-01T00:00:00";
    before_1970: KeptIfAccepted, "a day before 1970", |t| day(t) == "1969-07-20T20:17:40" => "1969-07-20T20:17:40";
    above_31_bits: KeptIfAccepted, "a day beyond 31 bits of seconds, before 1902", |t| day(t) == "1901-01-01T01:00:00" => "1901-01-01T01:00:00";
    // Offsets from UTC.
    [offset: Text Texts]
    utc: Kept, "the offset `Z`", |t| offset(t) == "Z" => "Z";
    zero_ahead: Kept, "the offset zero", |t| offset(t) == "+00:00" => "+00:00";
    hour_ahead: Kept, "an offset of one hour ahead", |t| offset(t) == "+01:00" => "+01:00";
    hours_ahead: Kept, "an offset of several hours ahead", |t| offset(t) == "+09:00" => "+09:00";
    half_ahead: Kept, "an offset with a half hour ahead", |t| offset(t) == "+05:30" => "+05:30";
    quarter_ahead: Kept, "an offset with a quarter of an hour ahead", |t| offset(t) == "+05:45" => "+05:45";
    most_ahead: Kept, "the largest offset ahead", |t| offset(t) == "+14:00" => "+14:00";
    hour_behind: Kept, "an offset of one hour behind", |t| offset(t) == "-01:00" => "-01:00";
    hours_behind: Kept, "an offset of several hours behind", |t| offset(t) == "-08:00" => "-08:00";
    half_behind: Kept, "an offset with a half hour behind", |t| offset(t) == "-03:30" => "-03:30";
    less_than_hour_behind: Kept, "an offset of less than an hour behind", |t| offset(t) == "-00:30" => "-00:30";
    most_behind: Kept, "the largest offset behind", |t| offset(t) == "-12:00" => "-12:00";
    // Fractions of a second.
    [fraction: Text Texts]
    no_fraction: Kept, "no fraction", |t| fraction(t).is_empty() => "";
    tenths: Kept, "one digit of fraction", |t| fraction(t) == ".5" => ".5";
    hundredths: Kept, "two digits of fraction", |t| fraction(t) == ".25" => ".25";
    milliseconds: Kept, "three digits of fraction", |t| fraction(t) == ".123" => ".123";
    leading_zeros: Kept, "a fraction that begins with zeros", |t| fraction(t) == ".007" => ".007";
    zero_fraction: Kept, "a fraction of zero", |t| fraction(t) == ".000" => ".000";
    microseconds: Kept, "six digits of fraction", |t| fraction(t) == ".123456" => ".123456";
    nanoseconds: Kept, "nine digits of fraction", |t| fraction(t) == ".123456789" => ".123456789";
}

/// Whether a documented form has this offset or fraction.
pub(super) fn is_documented(forms: &[TimestampForm], class: &Class) -> bool {
    let part = class.examples().first().copied().unwrap_or_default();
    let form = match (class.group, part.chars().next()) {
        ("fraction", Some(_)) => TimestampForm::Fraction,
        ("offset", Some('Z')) => TimestampForm::Utc,
        ("offset", Some('+')) => TimestampForm::OffsetAhead,
        ("offset", _) => TimestampForm::OffsetBehind,
        _ => return true,
    };
    forms.is_empty() || forms.contains(&form)
}

/// The local day and time.
fn day(text: &str) -> &str {
    text.get(.."2024-02-29T12:34:56".len()).unwrap_or(text)
}

/// What stands behind the day and time: the fraction and the offset.
fn rest(text: &str) -> (&str, &str) {
    let rest = &text[day(text).len()..];
    rest.split_at(rest.find(['Z', '+', '-']).unwrap_or(rest.len()))
}

fn fraction(text: &str) -> &str {
    rest(text).0
}

fn offset(text: &str) -> &str {
    rest(text).1
}
