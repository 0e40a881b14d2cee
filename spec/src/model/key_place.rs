//! Where a request carries its key.

use std::fmt;

/// Where a request carries its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// The whole value of a header.
    Header(String),
    /// The header `Authorization`, behind the scheme `Bearer` (RFC 6750).
    Bearer,
    /// A query parameter.
    Query(String),
    /// A cookie.
    Cookie(String),
    /// The header `Authorization`, in HTTP Basic (RFC 7617): the key is `user:password`.
    Basic,
}

impl KeyPlace {
    /// The header that carries the key, perhaps with other text; `None` for a query parameter.
    pub fn header(&self) -> Option<&str> {
        match self {
            Self::Header(name) => Some(name),
            Self::Bearer | Self::Basic => Some("Authorization"),
            Self::Cookie(_) => Some("Cookie"),
            Self::Query(_) => None,
        }
    }

    /// The scheme before the key in the header, if there is one.
    pub fn scheme(&self) -> Option<&'static str> {
        match self {
            Self::Bearer => Some("Bearer"),
            Self::Basic => Some("Basic"),
            Self::Header(_) | Self::Query(_) | Self::Cookie(_) => None,
        }
    }

    /// The word or name that stands before the key in a request.
    pub fn label(&self) -> &str {
        match self {
            Self::Header(name) | Self::Query(name) | Self::Cookie(name) => name,
            Self::Bearer => "Bearer",
            Self::Basic => "Basic",
        }
    }
}

/// As in a sentence: ``header `X-Key` ``.
impl fmt::Display for KeyPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(name) => write!(f, "header `{name}`"),
            Self::Bearer => f.write_str("header `Authorization` with the scheme `Bearer`"),
            Self::Query(name) => write!(f, "query parameter `{name}`"),
            Self::Cookie(name) => write!(f, "cookie `{name}`"),
            Self::Basic => f.write_str("header `Authorization` with the scheme `Basic`"),
        }
    }
}
