//! A JSON number, digit by digit.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json::{FromJson, expected};
use crate::{DecodeError, raw_json};

/// A JSON number with every digit: `12.50` stays `12.50`.
///
/// Numbers are equal if their values are: `12.5`, `12.50` and `125e-1` are equal. Exponents of more than
/// eighteen digits are compared as text.
///
/// `serde_json` reads and writes every digit. In other formats, below `flatten` and in most enums it is the nearest
/// `i64`, `u64` or `f64`, as `serde` has no other numbers.
///
/// Make one from an integer with `into()`, from a decimal with `"12.50".parse()`, and from an `f64` with
/// `Number::try_from(12.5)`, which fails for infinities and NaN. Where a function takes `impl Into<Number>`, an `f64` is
/// therefore refused by the compiler:
///
/// ```compile_fail,E0277
/// let amount: contract_runtime::Number = 12.5.into();
/// ```
///
/// ```
/// use contract_runtime::Number;
///
/// let amount: Number = "12.50".parse()?;
/// assert_eq!(amount, Number::try_from(12.5)?);
/// # Ok::<(), contract_runtime::NumberError>(())
/// ```
#[derive(Clone)]
pub struct Number(Box<RawValue>);

/// The text is not a JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberError;

impl Number {
    /// The text of the number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The nearest `f64`; infinite out of its range.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        // Every JSON number parses as an `f64`.
        self.as_str().parse().unwrap_or(f64::NAN)
    }

    /// The value as an `i64`, if it is an integer in range.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let Decimal { negative, digits, exponent } = self.decimal()?;
        if digits.is_empty() {
            return Some(0);
        }
        let zeros = usize::try_from(exponent).ok().filter(|zeros| *zeros < 20)?;
        let sign = if negative { "-" } else { "" };
        format!("{sign}{digits}{}", "0".repeat(zeros)).parse().ok()
    }

    /// Sign, digits and exponent; `None` when the exponent is out of range.
    fn decimal(&self) -> Option<Decimal> {
        let text = self.as_str();
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_end_matches('0');
        let zeros = i64::try_from(all.len() - digits.len()).ok()?;
        let digits = digits.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            // Zero with any exponent is zero.
            return Some(Decimal { negative: false, digits, exponent: 0 });
        }
        let exponent: i64 = exponent.parse().ok()?;
        let shift = zeros - i64::try_from(fraction.len()).ok()?;
        Some(Decimal { negative, digits, exponent: exponent.checked_add(shift)? })
    }
}

/// A value in normal form: no zeros at either end of the digits.
#[derive(PartialEq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        match (self.decimal(), other.decimal()) {
            (Some(a), Some(b)) => a == b,
            _ => self.as_str() == other.as_str(),
        }
    }
}

impl Eq for Number {}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({})", self.as_str())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let json: &RawValue = serde_json::from_str(text).map_err(|_| NumberError)?;
        Self::from_json(json).map_err(|_| NumberError)
    }
}

impl TryFrom<f64> for Number {
    type Error = NumberError;

    /// The shortest decimal of this `f64`; infinities and NaN are no JSON.
    fn try_from(value: f64) -> Result<Self, NumberError> {
        if value.is_finite() {
            serde_json::value::to_raw_value(&value).map(Self).map_err(|_| NumberError)
        } else {
            Err(NumberError)
        }
    }
}

macro_rules! from_whole {
    ($($whole:ty),*) => {$(
        impl From<$whole> for Number {
            fn from(value: $whole) -> Self {
                // Serializing an integer cannot fail.
                let json = serde_json::value::to_raw_value(&value);
                Self(json.unwrap_or_else(|_| RawValue::NULL.to_owned()))
            }
        }
    )*};
}

from_whole!(i64, i32, u64, u32);

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a JSON number")
    }
}

impl std::error::Error for NumberError {}

impl FromJson for Number {
    fn from_json(json: &RawValue) -> Result<Self, DecodeError> {
        match json.get().as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(Self(json.to_owned())),
            _ => Err(expected("a number", json)),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        raw_json::write(&self.0, serializer)
    }
}

json_type!(Number);

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn every_digit_is_kept() {
        for text in
            ["0.1", "12345678901234567.89", "1e2", "-0", "1E+400", "0.10000000000000000000001"]
        {
            let read: Number = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
            assert_eq!(read.to_string(), text);
        }
    }

    #[test]
    fn equality_compares_values() {
        for (a, b) in [
            ("1e2", "100"),
            ("12.50", "12.5"),
            ("0", "-0.00"),
            ("0.001", "1E-3"),
            ("-5", "-50e-1"),
            ("0e99999999999999999999", "-0.0E-99999999999999999999"),
        ] {
            assert_eq!(number(a), number(b));
        }
        for (a, b) in [("1", "-1"), ("10", "1"), ("12345678901234567.89", "12345678901234567.9")] {
            assert_ne!(number(a), number(b));
        }
        let huge = "1e99999999999999999999";
        assert_eq!(number(huge), number(huge));
    }

    #[test]
    fn rust_numbers_convert() {
        assert_eq!(Number::try_from(0.1).unwrap().as_str(), "0.1");
        assert_eq!(Number::try_from(f64::NAN), Err(NumberError));
        assert_eq!(Number::from(-7_i64).as_str(), "-7");
        assert_eq!(Number::from(7_u32).as_i64(), Some(7));
        assert_eq!(number("2.5").as_f64(), 2.5);
        assert_eq!((number("2.5").as_i64(), number("25e1").as_i64()), (None, Some(250)));
        assert_eq!(number("-9223372036854775808").as_i64(), Some(i64::MIN));
        assert_eq!(number("0e99999999999999999999").as_i64(), Some(0));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "1,5", "01", "+1", "\"1\"", "null", "NaN", "1 2"] {
            assert_eq!(text.parse::<Number>(), Err(NumberError), "{text}");
        }
    }
}
