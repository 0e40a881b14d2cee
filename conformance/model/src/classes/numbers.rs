//! Numbers. A predicate is asked for the number as it is written.

use super::{Class, Examples, Predicate, Rule};

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => {
            "The document gives the type number and no limits, and these are amounts with two decimals at most."
        }
        _ => "The document gives the type number. A service may exclude some, which is not shown.",
    }
}

classes! {
    [whole: Number Json]
    one: Kept, "the value one", |n| n == "1" => "1";
    small: Kept, "a whole number below 100", |n| decimals(n) == 0 && (2.0..100.0).contains(&value(n))
        => "7", "10", "42", "99";
    hundreds: Kept, "a whole number from 100 to 9,999",
        |n| decimals(n) == 0 && !is_written(n) && (100.0..10_000.0).contains(&value(n))
        => "100", "256", "1000", "9999";
    [cents: Number Json]
    cent: Kept, "a hundredth", |n| value(n) == 0.01 => "0.01";
    below_one: Kept, "a value between zero and one", |n| value(n) > 0.0 && value(n) < 1.0
        => "0.5", "0.07", "0.29", "0.99";
    one_decimal: Kept, "one decimal", |n| decimals(n) == 1 && !is_written(n) => "1.5", "49.9", "0.3";
    two_decimals: Kept, "two decimals", |n| decimals(n) == 2 && !is_written(n) => "12.34", "99.99", "9999.99";
    inexact: Kept, "two decimals that are inexact in binary",
        |n| decimals(n) == 2 && (value(n) * 100.0).fract() != 0.0
        => "4.35", "1.15", "16.08", "0.57";
    half_cent_up: Kept, "two decimals that end in five", |n| decimals(n) == 2 && n.ends_with('5')
        => "1.15", "2.25", "10.05";
    [written: Number Json]
    trailing_zero: Kept, "a zero behind the last decimal", |n| decimals(n) > 0 && n.ends_with('0')
        => "2.50", "10.00", "1.0";
    exponent: Kept, "an exponent", is_written => "2.5e2", "1e3";
    capital_exponent: Kept, "an exponent after a capital", |n| n.contains('E') => "25E1", "1.5E2";
    negative_exponent: KeptIfAccepted, "a negative exponent", |n| is_written(n) && n.contains('-')
        => "25e-2", "5E-1";
    signed_exponent: KeptIfAccepted, "an exponent with a plus sign", |n| n.contains("e+") => "5e+1", "1.5e+2";
    [signs: Number Json]
    zero: KeptIfAccepted, "the value zero", |n| value(n) == 0.0 => "0", "0.0";
    minus_one: KeptIfAccepted, "the value minus one", |n| n == "-1" => "-1";
    negative: KeptIfAccepted, "a negative whole number", |n| value(n) < 0.0 && decimals(n) == 0 => "-5", "-100";
    negative_cents: KeptIfAccepted, "a negative number with decimals", |n| value(n) < 0.0 && decimals(n) > 0
        => "-0.01", "-19.99";
    [large: Number Json]
    five_digits: KeptIfAccepted, "a number from 10,000 to 999,999", |n| (10_000.0..1_000_000.0).contains(&value(n))
        => "10000", "123456.78";
    million: KeptIfAccepted, "a million or more", |n| (1e6..2_147_483_648.0).contains(&value(n))
        => "1000000", "50000000";
    above_31_bits: KeptIfAccepted, "a number beyond 31 bits", |n| value(n) >= 2_147_483_648.0 && value(n) < 1e12
        => "2147483648", "4294967296";
    below_53_bits: KeptIfAccepted, "the largest whole number that a binary fraction holds",
        |n| n == "9007199254740991"
        => "9007199254740991";
    [precise: Number Json]
    three_decimals: KeptIfAccepted, "three decimals", |n| decimals(n) == 3 => "0.125", "1.375";
    many_decimals: KeptIfAccepted, "more decimals than money has", |n| decimals(n) > 3 => "0.0625", "3.03125";
}

fn value(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// Digits behind the decimal point.
fn decimals(text: &str) -> usize {
    let digits = text.split_once('.').map_or("", |(_, digits)| digits);
    digits.split(['e', 'E']).next().map_or(0, str::len)
}

fn is_written(text: &str) -> bool {
    text.contains(['e', 'E'])
}
