//! Domain of generated e-mail addresses.

use std::fmt;
use std::str::FromStr;

/// A valid domain name with at least two labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailDomain(String);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a domain name; write it like `mail.example`, without `@`")]
pub struct InvalidEmailDomain(String);

/// A reserved domain: no mail is delivered.
impl Default for EmailDomain {
    fn default() -> Self {
        Self("example.com".to_owned())
    }
}

impl FromStr for EmailDomain {
    type Err = InvalidEmailDomain;

    fn from_str(text: &str) -> Result<Self, InvalidEmailDomain> {
        let is_domain = text.len() <= 253 && text.contains('.') && text.split('.').all(is_label);
        if is_domain { Ok(Self(text.to_owned())) } else { Err(InvalidEmailDomain(text.to_owned())) }
    }
}

fn is_label(label: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    let is_enclosed = !label.starts_with('-') && !label.ends_with('-');
    (1..=63).contains(&label.len()) && label.chars().all(is_sign) && is_enclosed
}

impl fmt::Display for EmailDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_labels_of_letters_digits_and_hyphens() {
        for text in ["example.com", "Mail.example", "a-1.b.example"] {
            assert_eq!(text.parse::<EmailDomain>().unwrap().to_string(), text);
        }
        let long = format!("{}.example", "a".repeat(64));
        for text in [
            "",
            "localhost",
            "@example.com",
            "a@example.com",
            ".example.com",
            "example.com.",
            "a..example",
            "-a.example",
            "a-.example",
            "a_b.example",
            "a b.example",
            "bücher.example",
            &long,
        ] {
            assert!(text.parse::<EmailDomain>().is_err(), "{text}");
        }
    }
}
