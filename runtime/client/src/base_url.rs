//! The address of a deployment.

use std::fmt;
use std::str::FromStr;

use http::Uri;
use http::uri::{Authority, Parts, PathAndQuery, Scheme};

/// The address of a deployment, with an optional path: `https://host/api`.
///
/// A trailing slash makes no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl {
    scheme: Scheme,
    authority: Authority,
    /// The path without trailing slash.
    prefix: String,
}

/// Why a text is not the address of a deployment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidBaseUrl {
    shown: String,
    reason: &'static str,
}

impl BaseUrl {
    /// The address of a path and query of the service.
    pub(crate) fn join(&self, target: PathAndQuery) -> Result<Uri, http::Error> {
        let mut parts = Parts::default();
        parts.scheme = Some(self.scheme.clone());
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(match self.prefix.as_str() {
            "" => target,
            prefix => PathAndQuery::try_from(format!("{prefix}{target}"))?,
        });
        Ok(Uri::from_parts(parts)?)
    }
}

impl FromStr for BaseUrl {
    type Err = InvalidBaseUrl;

    fn from_str(text: &str) -> Result<Self, InvalidBaseUrl> {
        // A text with a user name may also contain a password: it is not repeated.
        let shown = if text.contains('@') { "the base URL" } else { text };
        let invalid = |reason| InvalidBaseUrl { shown: shown.to_owned(), reason };
        let uri = Uri::from_str(text).map_err(|_| invalid(why_no_url(text)))?;
        let scheme = [Scheme::HTTP, Scheme::HTTPS]
            .into_iter()
            .find(|scheme| uri.scheme() == Some(scheme))
            .ok_or_else(|| invalid("it must begin with http:// or https://"))?;
        let authority = uri.authority().ok_or_else(|| invalid("it names no host"))?;
        check(authority).map_err(invalid)?;
        // `Uri` drops a fragment, so only the text shows it.
        if text.contains(['?', '#']) {
            return Err(invalid("it must end with its path, without query or fragment"));
        }
        Ok(Self {
            scheme,
            authority: authority.clone(),
            prefix: uri.path().trim_end_matches('/').to_owned(),
        })
    }
}

fn why_no_url(text: &str) -> &'static str {
    let (_, rest) = text.split_once("://").unwrap_or(("", text));
    let host = rest.split('/').next().unwrap_or_default();
    if host.is_ascii() {
        "it is not a URL"
    } else {
        "its host is to be written in ASCII, as punycode: xn--..."
    }
}

fn check(authority: &Authority) -> Result<(), &'static str> {
    let (text, host) = (authority.as_str(), authority.host());
    if text.contains('@') {
        return Err("it carries a user name; send it in a header instead");
    }
    if host.is_empty() {
        return Err("it names no host");
    }
    // `Authority` accepts any number as port.
    let has_port = !matches!(text.strip_prefix(host), Some("" | ":"));
    if has_port && authority.port_u16().is_none() {
        return Err("its port is not a number up to 65535");
    }
    Ok(())
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority, self.prefix)
    }
}

impl fmt::Display for InvalidBaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used: {}", self.shown, self.reason)
    }
}

impl std::error::Error for InvalidBaseUrl {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_to_the_path_of_the_base() {
        let target = PathAndQuery::from_static("/things?page=2");
        for (base, joined) in [
            ("https://host", "https://host/things?page=2"),
            ("https://host/", "https://host/things?page=2"),
            ("http://127.0.0.1:8080/api", "http://127.0.0.1:8080/api/things?page=2"),
            ("http://[::1]:8080/a/b/", "http://[::1]:8080/a/b/things?page=2"),
        ] {
            let base: BaseUrl = base.parse().expect("a base URL");
            assert_eq!(base.join(target.clone()).expect("a URL").to_string(), joined);
        }
    }

    #[test]
    fn invalid_addresses_are_refused_with_their_reason() {
        for (text, reason) in [
            ("host/api", "it is not a URL"),
            (
                "http://m\u{fc}ller.example/api",
                "its host is to be written in ASCII, as punycode: xn--...",
            ),
            ("http://", "it is not a URL"),
            ("http://:80", "it names no host"),
            ("http://h:99999", "its port is not a number up to 65535"),
            ("http://[::1]:65536/", "its port is not a number up to 65535"),
            ("/api", "it must begin with http:// or https://"),
            ("ftp://host", "it must begin with http:// or https://"),
            ("https://host/?a=b", "it must end with its path, without query or fragment"),
            ("https://host/#top", "it must end with its path, without query or fragment"),
            ("https://ann:secret@host", "it carries a user name; send it in a header instead"),
        ] {
            let error = text.parse::<BaseUrl>().expect_err(text);
            assert_eq!(error.reason, reason, "{text}");
            assert!(!format!("{error} {error:?}").contains("secret"));
        }
    }
}
