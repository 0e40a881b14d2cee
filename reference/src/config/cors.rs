//! The origins of web pages that may call the service from a browser.

use std::fmt;
use std::str::FromStr;

use axum::http::HeaderValue;
use axum::http::uri::{Scheme, Uri};

/// An origin: scheme, host and port, as a browser sends it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorsOrigin(HeaderValue);

const INVALID: &str =
    "not an origin; write scheme, host and port without a path, such as http://localhost:3000";

impl CorsOrigin {
    /// The value of the `Origin` header.
    pub fn header(&self) -> &HeaderValue {
        &self.0
    }
}

impl FromStr for CorsOrigin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<CorsOrigin, &'static str> {
        let uri: Uri = text.parse().map_err(|_| INVALID)?;
        let schemes = [Scheme::HTTP, Scheme::HTTPS];
        let scheme = uri.scheme().filter(|scheme| schemes.contains(scheme)).ok_or(INVALID)?;
        let authority = uri.authority().ok_or(INVALID)?;
        // A browser sends host names in lower case, without a user, and compares the whole text.
        let origin = format!("{scheme}://{authority}");
        if origin != text || text.contains('@') || text != text.to_lowercase() {
            return Err(INVALID);
        }
        HeaderValue::from_str(text).map(CorsOrigin).map_err(|_| INVALID)
    }
}

impl fmt::Display for CorsOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.to_str().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_send_them() {
        for text in ["http://localhost:3000", "https://app.example"] {
            assert_eq!(text.parse::<CorsOrigin>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "*",
            "null",
            "localhost:3000",
            "http://localhost:3000/",
            "https://app.example/path",
            "https://App.example",
            "https://user@app.example",
            "ftp://app.example",
        ] {
            assert_eq!(text.parse::<CorsOrigin>(), Err(INVALID), "{text}");
        }
    }
}
