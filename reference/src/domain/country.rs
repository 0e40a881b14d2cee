//! Countries by two-letter code (ISO 3166-1 alpha-2).
//!
//! Any two letters are accepted: the list of countries changes, and an unused code matches nothing.

use std::fmt;

/// A country.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Country(String);

/// The text is not a country code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a two-letter country code")]
pub struct InvalidCountry;

impl Country {
    /// Parses a code in either letter case.
    pub fn parse(text: &str) -> Result<Country, InvalidCountry> {
        if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Ok(Country(text.to_ascii_uppercase()))
        } else {
            Err(InvalidCountry)
        }
    }

    /// The code in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
