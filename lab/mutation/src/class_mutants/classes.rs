//! Classes of values in which backends make mistakes, from public lists of troublesome input: the Big List of Naughty
//! Strings, and what programmers wrongly believe of names, addresses, time and money.

use referral_conformance::json::Json;
use spec::{Format, Type};

/// A class of values.
#[derive(Clone, Copy)]
pub(super) struct ValueClass {
    pub(super) id: &'static str,
    pub(super) kind: Kind,
    pub(super) has: fn(&str) -> bool,
}

/// What values of the class are, and so what can go wrong with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Time,
    Number,
    /// One of a list: a country, a value of an enumeration, a boolean.
    Word,
    /// Not valid: it must be refused.
    Malformed,
}

impl ValueClass {
    /// Whether the value is in the class.
    pub(super) fn holds(self, value: &Json) -> bool {
        match value {
            Json::Text(text) => self.kind != Kind::Number && (self.has)(text),
            Json::Number(text) => {
                matches!(self.kind, Kind::Number | Kind::Word) && (self.has)(text)
            }
            Json::Bool(flag) => self.kind == Kind::Word && (self.has)(&flag.to_string()),
            // A value of another kind than text is written as JSON.
            other => self.kind == Kind::Malformed && (self.has)(&other.to_string()),
        }
    }
}

/// The classes of a type.
pub(super) fn of(ty: &Type) -> Vec<ValueClass> {
    let (kind, table) = match ty {
        Type::Text(None) => (Kind::Text, TEXTS),
        Type::Text(Some(Format::Email)) => {
            let malformed = table(Kind::Malformed, MALFORMED_ADDRESSES);
            return table(Kind::Text, ADDRESSES).into_iter().chain(malformed).collect();
        }
        Type::Text(Some(Format::Country)) => (Kind::Word, COUNTRIES),
        Type::Timestamp(_) => (Kind::Time, TIMES),
        Type::Number => {
            return [table(Kind::Number, WHOLE), table(Kind::Number, DECIMALS)].concat();
        }
        Type::Integer => (Kind::Number, WHOLE),
        Type::Boolean => (Kind::Word, BOOLEANS),
        _ => return Vec::new(),
    };
    self::table(kind, table)
}

type Row = (&'static str, fn(&str) -> bool);

fn table(kind: Kind, rows: &'static [Row]) -> Vec<ValueClass> {
    rows.iter().map(|&(id, has)| ValueClass { id, kind, has }).collect()
}

fn any(text: &str, is_it: impl Fn(char) -> bool) -> bool {
    text.chars().any(is_it)
}

fn size(text: &str) -> usize {
    text.chars().count()
}

const TEXTS: &[Row] = &[
    ("beyond_ascii", |t| !t.is_ascii()),
    ("beyond_latin_1", |t| any(t, |c| c > 'ÿ')),
    ("latin_accents", |t| any(t, |c| ('À'..='ÿ').contains(&c))),
    ("latin_extended", |t| any(t, |c| ('Ā'..='ɏ').contains(&c))),
    ("greek_or_cyrillic", |t| any(t, |c| ('Ͱ'..='ӿ').contains(&c))),
    ("right_to_left", |t| any(t, |c| ('\u{590}'..='\u{7ff}').contains(&c))),
    ("indic_or_thai", |t| any(t, |c| ('\u{900}'..='\u{e7f}').contains(&c))),
    ("cjk", |t| any(t, |c| ('\u{3040}'..='\u{9fff}').contains(&c))),
    ("hangul", |t| any(t, |c| ('가'..='힣').contains(&c))),
    ("sharp_s_or_dotless_i", |t| t.contains(['ß', 'ı', 'İ'])),
    ("typographic_quote", |t| t.contains(['’', '“', '”', '„'])),
    ("dash", |t| t.contains(['–', '—'])),
    ("apostrophe", |t| t.contains('\'')),
    ("ampersand", |t| t.contains('&')),
    ("percent", |t| t.contains('%')),
    ("plus", |t| t.contains('+')),
    ("comma", |t| t.contains(',')),
    ("period", |t| t.contains('.')),
    ("hyphen", |t| t.contains('-')),
    ("underscore", |t| t.contains('_')),
    ("parenthesis", |t| t.contains('(')),
    ("blank", |t| t.contains(' ')),
    ("no_blank", |t| !t.is_empty() && !t.contains(' ')),
    ("three_words", |t| t.split_whitespace().count() >= 3),
    ("all_capitals", |t| any(t, char::is_uppercase) && !any(t, char::is_lowercase)),
    ("no_capitals", |t| any(t, char::is_lowercase) && !any(t, char::is_uppercase)),
    ("has_digit", |t| any(t, |c| c.is_ascii_digit())),
    ("only_digits", |t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit())),
    ("leading_zero", |t| t.len() > 1 && t.starts_with('0')),
    ("zero", |t| t == "0"),
    ("null_word", |t| {
        matches!(t.to_ascii_lowercase().as_str(), "null" | "none" | "nil" | "undefined")
    }),
    ("boolean_word", |t| {
        matches!(t.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off")
    }),
    ("nan_word", |t| matches!(t, "NaN" | "Infinity" | "inf")),
    ("one_character", |t| size(t) == 1),
    ("at_least_20", |t| size(t) >= 20),
    ("at_least_30", |t| size(t) >= 30),
];

const ADDRESSES: &[Row] = &[
    ("dot", |t| local(t).contains('.')),
    ("dots", |t| local(t).matches('.').count() > 1),
    ("plus", |t| local(t).contains('+')),
    ("plus_and_dot", |t| local(t).contains('+') && local(t).contains('.')),
    ("digit_first", |t| t.starts_with(|c: char| c.is_ascii_digit())),
    ("digit_last", |t| local(t).ends_with(|c: char| c.is_ascii_digit())),
    ("letters_only", |t| local(t).bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())),
];

fn local(address: &str) -> &str {
    address.rsplit_once('@').map_or(address, |(local, _)| local)
}

fn domain(address: &str) -> &str {
    address.rsplit_once('@').map_or("", |(_, domain)| domain)
}

const MALFORMED_ADDRESSES: &[Row] = &[
    ("no_at", |t| {
        !t.is_empty()
            && !t.trim().is_empty()
            && !t.contains('@')
            && t.starts_with(char::is_alphabetic)
            && t != "null"
            && t != "true"
            && t != "false"
    }),
    ("two_at", |t| local(t).contains('@')),
    ("nothing_before", |t| t.starts_with('@')),
    ("nothing_behind", |t| t.ends_with('@')),
    ("blank_inside", |t| local(t).trim().contains(' ')),
    ("blank_in_domain", |t| domain(t).trim().contains(' ')),
    ("comma", |t| t.contains(',') && !t.starts_with(['[', '{'])),
    ("second_line", |t| t.contains('\n')),
    ("two_dots_in_domain", |t| domain(t).contains("..")),
    ("dot_after_at", |t| domain(t).starts_with('.')),
    ("empty", str::is_empty),
    ("blank", |t| !t.is_empty() && t.trim().is_empty()),
    ("null", |t| t == "null"),
    ("number", |t| t.parse::<f64>().is_ok()),
    ("boolean", |t| t == "true" || t == "false"),
    ("list", |t| t.starts_with('[')),
    ("object", |t| t.starts_with('{')),
];

const COUNTRIES: &[Row] = &[
    ("a_to_f", |t| t.starts_with(|c: char| ('A'..='F').contains(&c))),
    ("g_to_l", |t| t.starts_with(|c: char| ('G'..='L').contains(&c))),
    ("m_to_r", |t| t.starts_with(|c: char| ('M'..='R').contains(&c))),
    ("s_to_z", |t| t.starts_with(|c: char| ('S'..='Z').contains(&c))),
    ("outside_europe_and_america", |t| !EUROPE_AND_AMERICA.contains(&t)),
    ("small_territories", |t| SMALL.contains(&t)),
    ("doubled_letter", |t| t.len() == 2 && t.as_bytes()[0] == t.as_bytes()[1]),
    ("words_of_yaml", |t| t == "NO"),
];

const EUROPE_AND_AMERICA: [&str; 24] = [
    "AT", "BE", "BR", "CA", "CH", "CZ", "DE", "DK", "ES", "FI", "FR", "GB", "GR", "IE", "IT", "MX",
    "NL", "NO", "PL", "PT", "RO", "SE", "US", "AR",
];

const SMALL: [&str; 16] = [
    "AD", "AX", "BL", "BQ", "CW", "FO", "GG", "GI", "IM", "JE", "LI", "MC", "MF", "SM", "SX", "VA",
];

const BOOLEANS: &[Row] = &[("true", |t| t == "true"), ("false", |t| t == "false")];

/// `2024-02-29T12:34:56.5+05:30` by position.
fn part(time: &str, range: std::ops::Range<usize>) -> &str {
    time.get(range).unwrap_or_default()
}

fn month_day(time: &str) -> &str {
    part(time, 5..10)
}

fn number(time: &str, range: std::ops::Range<usize>) -> u32 {
    part(time, range).parse().unwrap_or_default()
}

fn offset(time: &str) -> &str {
    let rest = time.get(19..).unwrap_or_default();
    rest.find(['Z', '+', '-']).map_or("", |start| &rest[start..])
}

fn fraction(time: &str) -> usize {
    let rest = time.get(19..).unwrap_or_default();
    rest.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count())
}

const TIMES: &[Row] = &[
    ("leap_day", |t| month_day(t) == "02-29"),
    ("first_of_year", |t| month_day(t) == "01-01"),
    ("last_of_year", |t| month_day(t) == "12-31"),
    ("first_of_month", |t| part(t, 8..10) == "01"),
    ("thirty_first", |t| part(t, 8..10) == "31"),
    ("day_above_12", |t| number(t, 8..10) > 12),
    ("day_up_to_12", |t| (1..=12).contains(&number(t, 8..10))),
    ("april_to_september", |t| (4..=9).contains(&number(t, 5..7))),
    ("winter", |t| !(4..=9).contains(&number(t, 5..7))),
    ("midnight", |t| part(t, 11..19) == "00:00:00"),
    ("hour_0", |t| part(t, 11..13) == "00"),
    ("hour_12", |t| part(t, 11..13) == "12"),
    ("afternoon", |t| number(t, 11..13) > 12),
    ("last_second", |t| part(t, 11..19) == "23:59:59"),
    ("before_2015", |t| number(t, 0..4) < 2015),
    ("before_2000", |t| number(t, 0..4) < 2000),
    ("ahead", |t| offset(t).starts_with('+')),
    ("behind", |t| offset(t).starts_with('-')),
    ("utc", |t| offset(t) == "Z"),
    ("zero_offset", |t| offset(t) == "+00:00"),
    ("half_hour", |t| offset(t).ends_with(":30")),
    ("quarter_hour", |t| offset(t).ends_with(":45")),
    ("two_digit_offset", |t| offset(t).get(1..3).is_some_and(|hours| hours >= "10")),
    ("fraction", |t| fraction(t) > 0),
    ("one_digit", |t| fraction(t) == 1),
    ("milliseconds", |t| fraction(t) == 3),
    ("microseconds", |t| fraction(t) == 6),
    ("nanoseconds", |t| fraction(t) == 9),
];

fn value(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

const WHOLE: &[Row] = &[
    ("whole", |n| value(n).fract() == 0.0),
    ("at_least_100", |n| value(n) >= 100.0),
    ("at_least_1000", |n| value(n) >= 1000.0),
    ("one", |n| value(n) == 1.0),
];

const DECIMALS: &[Row] = &[
    ("decimals", |n| value(n).fract() != 0.0),
    ("written_with_point", |n| n.contains('.')),
    ("one_decimal", |n| n.split_once('.').is_some_and(|(_, digits)| digits.len() == 1)),
    ("cents", |n| n.split_once('.').is_some_and(|(_, digits)| digits.len() == 2)),
    ("inexact_cents", |n| (value(n) * 100.0).fract() != 0.0),
    ("below_one", |n| value(n) > 0.0 && value(n) < 1.0),
    ("exponent", |n| n.contains(['e', 'E'])),
    ("trailing_zero", |n| n.contains('.') && n.ends_with('0')),
];
