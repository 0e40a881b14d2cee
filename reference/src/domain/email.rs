//! E-mail addresses: their syntax and comparison.
//!
//! The syntax is that of RFC 5321 and 6531, as the `email_address` crate parses it, without display names, domains of
//! one label and IP addresses. White space around an address is not trimmed; such a text is not an address.
//!
//! Addresses are compared without regard to letter case. The part before the `@` may be case-sensitive by the RFC,
//! but no large provider treats it so. The address is stored and answered as it was first written.

use email_address::{EmailAddress, Options};

/// Longest address of a mail path (RFC 5321, section 4.5.3.1.3, without the angle brackets).
const MAX_LENGTH: usize = 254;

/// The e-mail address of a person.
#[derive(Debug, Clone)]
pub struct Email {
    written: String,
    normalised: String,
}

/// The text is not an e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an e-mail address")]
pub struct InvalidEmail;

impl Email {
    /// Parses an address.
    pub fn parse(text: &str) -> Result<Email, InvalidEmail> {
        let options =
            Options::default().with_required_tld().without_display_text().without_domain_literal();
        if text.len() > MAX_LENGTH || text.chars().any(char::is_control) {
            return Err(InvalidEmail);
        }
        EmailAddress::parse_with_options(text, options).map_err(|_| InvalidEmail)?;
        Ok(Email { written: text.to_owned(), normalised: Email::normalise(text) })
    }

    /// The form in which addresses are compared. Accepts any text; a text that is not an address matches none.
    pub fn normalise(text: &str) -> String {
        text.to_lowercase()
    }

    /// The address as it was first written.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// The form in which addresses are compared.
    pub fn normalised(&self) -> &str {
        &self.normalised
    }
}

impl PartialEq for Email {
    fn eq(&self, other: &Email) -> bool {
        self.normalised == other.normalised
    }
}

impl Eq for Email {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let local = "l".repeat(64);
        for text in [
            "ada@example.com",
            "a.b+tag@mail.example.co.uk",
            "o'hara/x=y@example.org",
            "\"odd one\"@example.com",
            "grüße@bücher.example",
            &format!("{local}@example.com"),
        ] {
            assert!(Email::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        let long = format!("a@{}.com", "d.".repeat(150));
        for text in [
            "",
            " ",
            "@",
            "ada",
            "ada@",
            "@example.com",
            "ada@example",
            "ada@@example.com",
            "a b@example.com",
            " ada@example.com",
            "ada@example.com ",
            "ada@example..com",
            "ada@.example.com",
            "ada@example.com.",
            ".ada@example.com",
            "ada.@example.com",
            "a..b@example.com",
            "ada@-example.com",
            "ada@exa mple.com",
            "Ada <ada@example.com>",
            "<ada@example.com>",
            "ada@[127.0.0.1]",
            "ada@example.com\n",
            "a\0@example.com",
            "ada@example.com,bob@example.com",
            &format!("{}@example.com", "l".repeat(65)),
            &long,
        ] {
            assert_eq!(
                Email::parse(text).map(|email| email.written),
                Err(InvalidEmail),
                "{text:?}"
            );
        }
    }

    #[test]
    fn letter_case_does_not_make_another_address() {
        let (one, two) =
            (Email::parse("Ada@Example.com").unwrap(), Email::parse("ada@example.COM").unwrap());
        assert_eq!(one, two);
        assert_eq!(one.as_str(), "Ada@Example.com");
        assert_ne!(one, Email::parse("ada+1@example.com").unwrap());
    }
}
