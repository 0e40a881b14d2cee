//! JSON numbers by exact decimal value: `1.50`, `1.5` and `15e-1` are equal.

use std::cmp::Ordering;

/// Whether two JSON numbers have the same value; `false` if either is not a number.
pub fn equal(left: &str, right: &str) -> bool {
    match (Decimal::read(left), Decimal::read(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// Compares two JSON numbers by value; `None` if either is not a number.
pub fn compare(left: &str, right: &str) -> Option<Ordering> {
    let (left, right) = (Decimal::read(left)?, Decimal::read(right)?);
    let by_size = |left: &Decimal, right: &Decimal| {
        (left.magnitude, &left.digits).cmp(&(right.magnitude, &right.digits))
    };
    Some(match (left.negative, right.negative) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => by_size(&left, &right),
        (true, true) => by_size(&right, &left),
    })
}

/// Whether a JSON number is an integer by value: `1`, `1.0` and `1e2` are.
pub fn is_whole(digits: &str) -> bool {
    Decimal::read(digits).is_some_and(|number| {
        let length = i64::try_from(number.digits.len());
        number.digits.is_empty() || length.is_ok_and(|length| number.magnitude >= length)
    })
}

/// A JSON number rounded down, in plain digits; `None` if it is negative or too long.
pub fn floor(digits: &str) -> Option<String> {
    const LONGEST: usize = 30;
    let number = Decimal::read(digits).filter(|number| !number.negative)?;
    let length = usize::try_from(number.magnitude.max(0)).ok()?;
    if length > LONGEST {
        return None;
    }
    let mut whole = number.digits;
    whole.truncate(length);
    let zeros = "0".repeat(length.max(1) - whole.len());
    Some(whole + &zeros)
}

/// `0.DIGITS * 10^magnitude`. The digits have no zeros at either end, so that each value has one representation, and
/// magnitude and digits compare as their values do.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    magnitude: i64,
    digits: String,
}

impl Decimal {
    const ZERO: Self = Self { negative: false, magnitude: i64::MIN, digits: String::new() };

    fn read(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if whole.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let significant = digits.trim_start_matches('0');
        let leading = i64::try_from(digits.len() - significant.len()).ok()?;
        let magnitude = i64::try_from(whole.len()).ok()? - leading + i64::from(exponent);
        let digits = significant.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Self::ZERO);
        }
        Some(Self { negative: text.starts_with('-'), magnitude, digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_of_one_value_are_equal() {
        for (left, right) in [
            ("1.5", "1.50"),
            ("15e-1", "1.5"),
            ("100", "1E2"),
            ("0", "-0.000"),
            ("12345678901234.56", "12345678901234.560"),
        ] {
            assert!(equal(left, right), "{left} {right}");
        }
    }

    #[test]
    fn values_are_compared_exactly() {
        for (left, right) in
            [("0.1", "0.10000000000000001"), ("1", "-1"), ("10", "1"), ("19.99", "19.990000001")]
        {
            assert!(!equal(left, right), "{left} {right}");
        }
        assert!(!equal("1", "one") && !equal("", "") && !equal("1e99999999999", "1e99999999999"));
    }

    #[test]
    fn numbers_are_ordered_by_value() {
        let rising = [
            "-1e2", "-2.5", "-2.49", "-0.001", "0", "1e-3", "0.5", "2", "2.50", "2.500001", "10",
            "9e1",
        ];
        for (at, left) in rising.iter().enumerate() {
            for (other, right) in rising.iter().enumerate() {
                assert_eq!(compare(left, right), Some(at.cmp(&other)), "{left} {right}");
            }
        }
        assert_eq!(compare("2.50", "25e-1"), Some(Ordering::Equal));
        assert_eq!(compare("one", "1"), None);
    }

    #[test]
    fn floor_drops_fractions() {
        for (digits, whole) in
            [("2.50", "2"), ("0.9", "0"), ("0", "0"), ("12e2", "1200"), ("7", "7"), ("1e-9", "0")]
        {
            assert_eq!(floor(digits).as_deref(), Some(whole), "{digits}");
        }
        for digits in ["-1.5", "x", "1e99"] {
            assert_eq!(floor(digits), None, "{digits}");
        }
    }

    #[test]
    fn is_whole_ignores_notation() {
        for whole in ["1", "-20", "1.0", "1e2", "0.0"] {
            assert!(is_whole(whole), "{whole}");
        }
        for broken in ["1.5", "1e-1", "x", ""] {
            assert!(!is_whole(broken), "{broken}");
        }
    }
}
