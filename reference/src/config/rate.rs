//! The rate limit of a key: requests per second, or off.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Requests per second of each key; `None` for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit(pub Option<NonZeroU32>);

const INVALID: &str = "not a rate; write a number from 1 on and its unit, such as 50/s, or off";

impl FromStr for RateLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RateLimit, &'static str> {
        if text == "off" {
            return Ok(RateLimit(None));
        }
        let number = text.strip_suffix("/s").and_then(|number| number.parse().ok());
        number.map(|number| RateLimit(Some(number))).ok_or(INVALID)
    }
}

impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => write!(f, "{number}/s"),
            None => f.write_str("off"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_a_unit() {
        for text in ["off", "1/s", "50/s"] {
            assert_eq!(text.parse::<RateLimit>().unwrap().to_string(), text);
        }
        for text in ["", "50", "0/s", "-1/s", "5/m", "/s", "1.5/s"] {
            assert_eq!(text.parse::<RateLimit>(), Err(INVALID), "{text}");
        }
    }
}
