//! Amounts in dollars that the service itself owes and charges.
//!
//! An [`Amount`] is a number of a request, stored unchanged. Dollars are added and compared, here and in the
//! database, so they are whole cents.

use std::fmt;
use std::iter::Sum;

use crate::api::models::Number;

use crate::domain::amount::Amount;

/// Bound of an amount in cents: sums of millions of amounts still fit.
const CENTS_BOUND: u64 = 1_000_000_000_000;

/// An amount in dollars, to the cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Dollars {
    cents: i64,
}

/// The number is not an amount in dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an amount of dollars with at most ten digits before the point and two after it")]
pub struct InvalidDollars;

impl Dollars {
    /// An amount in cents.
    pub fn from_cents(cents: i64) -> Dollars {
        Dollars { cents }
    }

    /// An amount in whole dollars; saturates.
    pub fn whole(dollars: i64) -> Dollars {
        Dollars::from_cents(dollars.saturating_mul(100))
    }

    /// The amount in cents.
    pub fn as_cents(self) -> i64 {
        self.cents
    }

    /// The amount multiplied by `count`; saturates.
    pub fn times(self, count: i64) -> Dollars {
        Dollars::from_cents(self.cents.saturating_mul(count))
    }

    /// The difference, at least zero.
    pub fn less(self, taken: Dollars) -> Dollars {
        Dollars::from_cents(self.cents.saturating_sub(taken.cents).max(0))
    }

    /// Whether the amount is a whole number of dollars.
    pub fn is_whole(self) -> bool {
        self.cents % 100 == 0
    }
}

impl TryFrom<&Amount> for Dollars {
    type Error = InvalidDollars;

    fn try_from(amount: &Amount) -> Result<Dollars, InvalidDollars> {
        let text = amount.as_str();
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent: i64 = exponent.parse().map_err(|_| InvalidDollars)?;
        let cents = format!("{mantissa}e{}", exponent.saturating_add(2));
        let cents: Number = cents.parse().map_err(|_| InvalidDollars)?;
        let cents = cents.as_i64().filter(|cents| cents.unsigned_abs() < CENTS_BOUND);
        cents.map(Dollars::from_cents).ok_or(InvalidDollars)
    }
}

impl Sum for Dollars {
    fn sum<I: Iterator<Item = Dollars>>(amounts: I) -> Dollars {
        let add = |sum: i64, amount: Dollars| sum.saturating_add(amount.cents);
        Dollars::from_cents(amounts.fold(0, add))
    }
}

/// Formats a JSON number: `3`, `2.50`, `-0.05`.
impl fmt::Display for Dollars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.cents < 0 { "-" } else { "" };
        let (dollars, cents) = (self.cents.unsigned_abs() / 100, self.cents.unsigned_abs() % 100);
        match cents {
            0 => write!(f, "{sign}{dollars}"),
            _ => write!(f, "{sign}{dollars}.{cents:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Dollars, InvalidDollars> {
        Dollars::try_from(&Amount::parse(text).unwrap())
    }

    #[test]
    fn every_spelling_of_an_amount_is_read() {
        for (text, cents) in [
            ("0", 0),
            ("-0.00", 0),
            ("3", 300),
            ("2.5", 250),
            ("2.50", 250),
            ("0.05", 5),
            ("-1.25", -125),
            ("1e3", 100_000),
            ("125e-2", 125),
            ("9999999999.99", 999_999_999_999),
        ] {
            assert_eq!(read(text), Ok(Dollars::from_cents(cents)), "{text}");
        }
    }

    #[test]
    fn parts_of_a_cent_and_too_much_are_refused() {
        for text in ["0.001", "1.999", "1e-3", "10000000000", "1e400", "1e-400"] {
            assert_eq!(read(text), Err(InvalidDollars), "{text}");
        }
    }

    #[test]
    fn dollars_are_counted() {
        let sum: Dollars = ["2.50", "-0.75", "3"].map(|text| read(text).unwrap()).into_iter().sum();
        assert_eq!(sum.to_string(), "4.75");
        assert_eq!(read("2.50").unwrap().times(3).to_string(), "7.50");
        assert_eq!(read("2").unwrap().less(read("3").unwrap()), Dollars::default());
        assert!(read("2").unwrap().is_whole() && !read("2.01").unwrap().is_whole());
        assert_eq!(Dollars::whole(i64::MAX), Dollars::from_cents(i64::MAX));
    }

    proptest::proptest! {
        #[test]
        fn formatted_values_are_parsed_back(cents in -999_999_999_999_i64..=999_999_999_999) {
            let dollars = Dollars::from_cents(cents);
            proptest::prop_assert_eq!(read(&dollars.to_string()), Ok(dollars));
        }
    }
}
