//! Exact amounts: the text of a JSON number, stored unchanged.
//!
//! No value is converted to a binary float, so `0.1` stays `0.1` and `1.10` is answered as `1.10`. Two amounts are
//! equal if they are the same number.

use crate::api::models::Number;

/// Longest accepted text of a number.
const MAX_LENGTH: usize = 100;

/// An exact decimal number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount(Number);

/// The text is not an accepted number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a JSON number of at most {MAX_LENGTH} characters")]
pub struct InvalidAmount;

impl Amount {
    /// Parses the text of a JSON number.
    pub fn parse(text: &str) -> Result<Amount, InvalidAmount> {
        let number: Number = text.parse().map_err(|_| InvalidAmount)?;
        let (_, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let is_accepted = text.len() <= MAX_LENGTH && exponent.parse::<i64>().is_ok();
        // White space around the number is not part of it.
        if is_accepted && number.as_str() == text { Ok(Amount(number)) } else { Err(InvalidAmount) }
    }

    /// The number as the request had it.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl From<Amount> for Number {
    fn from(amount: Amount) -> Number {
        amount.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_kept() {
        for text in [
            "0",
            "-0",
            "1.10",
            "19.99",
            "-3",
            "1e3",
            "1E-2",
            "12345678901234567890.123456789012345",
        ] {
            assert_eq!(Amount::parse(text).unwrap().as_str(), text);
        }
    }

    #[test]
    fn invalid_json_numbers_are_refused() {
        let long = "9".repeat(101);
        for text in [
            "",
            "-",
            "+1",
            ".5",
            "5.",
            "01",
            "-01",
            "1e",
            "1e+",
            "1e1.5",
            "0x10",
            "1_000",
            "1,5",
            " 1",
            "1 ",
            "NaN",
            "Infinity",
            "١",
            "\"1\"",
            "1e99999999999999999999",
            &long,
        ] {
            assert_eq!(Amount::parse(text).map(|amount| amount.0), Err(InvalidAmount), "{text}");
        }
    }

    #[test]
    fn equal_when_the_same_number() {
        let equal = |one, two| Amount::parse(one).unwrap() == Amount::parse(two).unwrap();
        for (one, two) in
            [("1", "1.0"), ("100", "1e2"), ("0.10", "1E-1"), ("-0", "0.000"), ("1200", "12e+2")]
        {
            assert!(equal(one, two), "{one} {two}");
        }
        for (one, two) in
            [("1", "-1"), ("1", "10"), ("0.1", "0.10000000000000001"), ("1e400", "1e401")]
        {
            assert!(!equal(one, two), "{one} {two}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[-+0-9.eE]{0,30}|.{0,12}") {
            let read = Amount::parse(&text);
            let json = serde_json::from_str::<&serde_json::value::RawValue>(&text);
            let is_number = json.is_ok_and(|json| json.get().starts_with(|c: char| c == '-' || c.is_ascii_digit()));
            let is_number = is_number && text.trim() == text;
            // A valid number is refused only if its exponent does not fit.
            proptest::prop_assert!(read.is_err() || is_number, "{text}");
            let huge = text.split(['e', 'E']).nth(1).is_some_and(|text| text.len() > 17);
            proptest::prop_assert!(read.is_ok() || !is_number || huge, "{text}");
        }

        #[test]
        fn moving_the_decimal_point_keeps_the_value(digits in "[1-9][0-9]{0,17}", places in 0_usize..20) {
            let written = Amount::parse(&format!("{digits}{}", "0".repeat(places))).unwrap();
            let moved = Amount::parse(&format!("{digits}e{places}")).unwrap();
            proptest::prop_assert_eq!(written, moved);
        }
    }
}
