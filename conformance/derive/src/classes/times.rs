//! Timestamps. A timestamp belongs to one class of each aspect: its day and time, its offset, and its fraction of a second.

use spec::TimestampForm;

use super::Rule::{Kept, KeptIfAccepted};

/// A property of a timestamp that classes tell apart.
#[derive(Clone, Copy, Debug)]
pub struct TimeClass {
    /// Unique among the classes of all aspects, in snake_case.
    pub id: &'static str,
    /// Completes the sentence "The timestamp has ...".
    pub has: &'static str,
    /// What a service does with it.
    pub rule: super::Rule,
    /// The part of a timestamp: `2024-02-29T12:34:56`, `+05:30` or `.25`.
    pub part: &'static str,
}

const fn row(id: &'static str, has: &'static str, part: &'static str) -> TimeClass {
    TimeClass { id, has, rule: Kept, part }
}

const fn maybe(id: &'static str, has: &'static str, part: &'static str) -> TimeClass {
    TimeClass { id, has, rule: KeptIfAccepted, part }
}

/// Local days and times.
pub const DAYS: &[TimeClass] = &[
    row("ordinary_day", "an ordinary day", "2023-05-17T10:20:30"),
    row("leap_day", "a leap day", "2024-02-29T12:34:56"),
    row("leap_century", "the leap day of a century", "2000-02-29T09:08:07"),
    row("after_february", "the day after a short February", "2023-03-01T00:15:00"),
    row("midnight", "midnight", "2022-09-10T00:00:00"),
    row("last_second", "the last second of a day", "2022-09-10T23:59:59"),
    row("noon", "noon", "2022-09-10T12:00:00"),
    row("hour_after_noon", "an hour after noon", "2022-09-10T12:30:00"),
    row("hour_after_midnight", "an hour after midnight", "2022-09-10T00:30:00"),
    row("year_begin", "the first second of a year", "2022-01-01T00:00:00"),
    row("year_end", "the last second of a year", "2021-12-31T23:59:59"),
    row("iso_year_behind", "a day whose week belongs to the year before", "2021-01-02T08:00:00"),
    row("iso_year_ahead", "a day whose week belongs to the next year", "2019-12-30T08:00:00"),
    row("month_end", "the last day of a month with 31 days", "2023-08-31T18:00:00"),
    row("short_month_end", "the last day of a month with 30 days", "2023-04-30T18:00:00"),
    row("day_above_12", "a day above 12", "2023-06-25T07:00:00"),
    row("day_as_month", "a day that may be taken for a month", "2023-03-04T07:00:00"),
    row("winter", "a day of winter time", "2023-12-15T16:45:00"),
    row("summer", "a day of summer time", "2023-07-15T16:45:00"),
    row("skipped_in_europe", "a local time that Europe skips", "2023-03-26T02:30:00"),
    row("repeated_in_europe", "a local time that Europe repeats", "2023-10-29T02:30:00"),
    row("skipped_in_america", "a local time that America skips", "2023-03-12T02:30:00"),
    row("repeated_in_america", "a local time that America repeats", "2023-11-05T01:30:00"),
    row("ten_years", "a day more than ten years ago", "2011-11-11T11:11:11"),
    row("last_century", "a day of the last century", "1999-12-31T22:00:00"),
    maybe("before_1970", "a day before 1970", "1969-07-20T20:17:40"),
    maybe("above_31_bits", "a day beyond 31 bits of seconds, before 1902", "1901-01-01T01:00:00"),
];

/// Offsets from UTC.
pub const OFFSETS: &[TimeClass] = &[
    row("utc", "the offset `Z`", "Z"),
    row("zero_ahead", "the offset zero", "+00:00"),
    row("hour_ahead", "an offset of one hour ahead", "+01:00"),
    row("hours_ahead", "an offset of several hours ahead", "+09:00"),
    row("half_ahead", "an offset with a half hour ahead", "+05:30"),
    row("quarter_ahead", "an offset with a quarter of an hour ahead", "+05:45"),
    row("most_ahead", "the largest offset ahead", "+14:00"),
    row("hour_behind", "an offset of one hour behind", "-01:00"),
    row("hours_behind", "an offset of several hours behind", "-08:00"),
    row("half_behind", "an offset with a half hour behind", "-03:30"),
    row("less_than_hour_behind", "an offset of less than an hour behind", "-00:30"),
    row("most_behind", "the largest offset behind", "-12:00"),
];

/// Fractions of a second.
pub const FRACTIONS: &[TimeClass] = &[
    row("no_fraction", "no fraction", ""),
    row("tenths", "one digit of fraction", ".5"),
    row("hundredths", "two digits of fraction", ".25"),
    row("milliseconds", "three digits of fraction", ".123"),
    row("leading_zeros", "a fraction that begins with zeros", ".007"),
    row("zero_fraction", "a fraction of zero", ".000"),
    row("microseconds", "six digits of fraction", ".123456"),
    row("nanoseconds", "nine digits of fraction", ".123456789"),
];

/// Whether a documented form has this offset and fraction.
pub fn is_documented(forms: &[TimestampForm], offset: &TimeClass, fraction: &TimeClass) -> bool {
    let of_offset = match offset.part.chars().next() {
        Some('Z') => TimestampForm::Utc,
        Some('+') => TimestampForm::OffsetAhead,
        _ => TimestampForm::OffsetBehind,
    };
    let has = |form| forms.is_empty() || forms.contains(&form);
    has(of_offset) && (fraction.part.is_empty() || has(TimestampForm::Fraction))
}

/// The classes that a timestamp belongs to. None if the text has another form.
pub fn classes_of(text: &str) -> Vec<&'static TimeClass> {
    let Some((moment, rest)) = text.split_at_checked("2024-02-29T12:34:56".len()) else {
        return Vec::new();
    };
    let zone = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
    let (fraction, offset) = rest.split_at(zone);
    let same =
        |classes: &'static [TimeClass], part: &str| classes.iter().find(|class| class.part == part);
    [same(DAYS, moment), same(OFFSETS, offset), same(FRACTIONS, fraction)]
        .into_iter()
        .flatten()
        .collect()
}
