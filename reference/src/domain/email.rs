//! E-mail addresses: which texts are one, and when two are the same.
//!
//! Syntax is that of RFC 5321 and 6531 as the `email_address` library reads it, with what makes no
//! sense for a subscriber left out: a display name, a domain of one label, an IP address for a
//! domain. White space around an address is not cut off; such a text is not an address.
//!
//! Two addresses are the same when they differ in letter case only. Strictly the part before the
//! `@` may tell case apart, but no provider of note does, and a reader who types their address
//! twice means one subscription. The address is kept, and answered, as it was first written.

use email_address::{EmailAddress, Options};

/// The longest address a mail path can carry (RFC 5321, 4.5.3.1.3, without the angle brackets).
const MAX_LENGTH: usize = 254;

/// An address of a subscriber.
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
    /// Reads an address.
    pub fn parse(text: &str) -> Result<Email, InvalidEmail> {
        let options = Options::default()
            .with_required_tld()
            .without_display_text()
            .without_domain_literal();
        if text.len() > MAX_LENGTH || text.chars().any(char::is_control) {
            return Err(InvalidEmail);
        }
        EmailAddress::parse_with_options(text, options).map_err(|_| InvalidEmail)?;
        Ok(Email {
            written: text.to_owned(),
            normalised: Email::normalise(text),
        })
    }

    /// The form in which addresses are compared, of any text; what is no address simply matches
    /// none.
    pub fn normalise(text: &str) -> String {
        text.to_lowercase()
    }

    /// The address as it was written.
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
    fn what_is_no_address() {
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
                Email::parse(text).map(|it| it.written),
                Err(InvalidEmail),
                "{text:?}"
            );
        }
    }

    #[test]
    fn letter_case_does_not_make_another_address() {
        let (one, two) = (
            Email::parse("Ada@Example.com").unwrap(),
            Email::parse("ada@example.COM").unwrap(),
        );
        assert_eq!(one, two);
        assert_eq!(one.as_str(), "Ada@Example.com");
        assert_ne!(one, Email::parse("ada+1@example.com").unwrap());
    }
}
