//! Base URL of a service, with or without a path, with or without a trailing slash.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use url::Url;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(Url);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidBaseUrl {
    #[error("`{0}` is not a URL; write it like `https://host.example/api`")]
    NoUrl(String),
    #[error("the scheme `{0}` is not `http` or `https`")]
    Scheme(String),
    #[error("a base URL cannot have a user, query or fragment")]
    Extra,
}

impl BaseUrl {
    /// The URL of a request target, which begins with a slash, as text.
    pub fn join(&self, target: &str) -> String {
        format!("{self}{target}")
    }

    /// The request target of a URL below this one.
    pub fn target_of<'u>(&self, url: &'u Url) -> Option<&'u str> {
        url.as_str().strip_prefix(self.trimmed())
    }

    fn trimmed(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// The URL of a request target, which begins with a slash, normalized: invalid characters are
    /// escaped, and `/../` is resolved.
    pub fn below(&self, target: &str) -> Url {
        let (path, query) =
            target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        // Only path and query can change.
        let mut url = self.0.clone();
        url.set_path(&format!("{}{path}", self.0.path().trim_end_matches('/')));
        url.set_query(query);
        url
    }

    pub fn is_loopback(&self) -> bool {
        let Some(host) = self.0.host_str() else {
            return false;
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    pub fn is_plain(&self) -> bool {
        self.0.scheme() == "http"
    }
}

impl FromStr for BaseUrl {
    type Err = InvalidBaseUrl;

    fn from_str(text: &str) -> Result<Self, InvalidBaseUrl> {
        let url = Url::parse(text).map_err(|_| InvalidBaseUrl::NoUrl(without_user(text)))?;
        if !matches!(url.scheme(), "http" | "https") {
            // In `user:password@host`, the scheme is the user.
            let scheme = if text.contains('@') { "..." } else { url.scheme() };
            return Err(InvalidBaseUrl::Scheme(scheme.to_owned()));
        }
        let user = !url.username().is_empty() || url.password().is_some();
        if user || url.query().is_some() || url.fragment().is_some() {
            return Err(InvalidBaseUrl::Extra);
        }
        Ok(Self(url))
    }
}

/// The text without what may be a user and a password, which must not be repeated.
fn without_user(text: &str) -> String {
    match text.rsplit_once('@') {
        Some((_, host)) => format!("...@{host}"),
        None => text.to_owned(),
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.trimmed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_joined_to_any_base() {
        for (base, whole) in [
            ("http://localhost:1", "http://localhost:1/books"),
            ("https://h.example/api", "https://h.example/api/books"),
            ("https://h.example/api/", "https://h.example/api/books"),
        ] {
            let base: BaseUrl = base.parse().unwrap();
            assert_eq!(base.join("/books"), whole);
            assert_eq!(base.below("/books").as_str(), whole);
        }
    }

    #[test]
    fn only_the_local_machine_is_loopback() {
        for (base, loopback) in [
            ("http://127.0.0.1:8", true),
            ("http://[::1]:8", true),
            ("http://localhost", true),
            ("http://localhost.example", false),
            ("https://10.0.0.1", false),
        ] {
            assert_eq!(base.parse::<BaseUrl>().unwrap().is_loopback(), loopback, "{base}");
        }
    }

    #[test]
    fn errors_do_not_repeat_passwords() {
        for base in
            ["https://me:secret@h", "https://me:secret@h:99999", "me:secret@h", "secret:x@h"]
        {
            let error = base.parse::<BaseUrl>().unwrap_err().to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn users_queries_and_other_schemes_are_rejected() {
        for base in ["ftp://h", "h", "", "https://me:pw@h", "https://h?key=1", "https://h#x"] {
            assert!(base.parse::<BaseUrl>().is_err(), "{base}");
        }
    }
}
