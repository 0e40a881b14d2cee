//! Equality of JSON numbers by exact decimal value: `1.50`, `1.5` and `15e-1` are one number.

/// Whether two JSON numbers have the same value; `false` if either is no number.
#[must_use]
pub fn equal(left: &str, right: &str) -> bool {
    match (Decimal::read(left), Decimal::read(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// `digits * 10^exponent`, the digits without zeros at either end, so that each value has one form.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if whole.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let kept = digits.trim_end_matches('0');
        let trailing = i64::try_from(digits.len() - kept.len()).ok()?;
        let fraction = i64::try_from(fraction.len()).ok()?;
        let kept = kept.trim_start_matches('0');
        if kept.is_empty() {
            return Some(Self {
                negative: false,
                digits: String::new(),
                exponent: 0,
            });
        }
        let exponent = i64::from(exponent) - fraction + trailing;
        Some(Self {
            negative,
            digits: kept.to_owned(),
            exponent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::equal;

    #[test]
    fn one_value_has_many_spellings() {
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
    fn other_values_differ_to_the_last_digit() {
        for (left, right) in [
            ("0.1", "0.10000000000000001"),
            ("1", "-1"),
            ("10", "1"),
            ("19.99", "19.990000001"),
        ] {
            assert!(!equal(left, right), "{left} {right}");
        }
        assert!(!equal("1", "one") && !equal("", "") && !equal("1e99999999999", "1e99999999999"));
    }
}
