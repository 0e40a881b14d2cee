//! Kinds of responses that say nothing about the operation that was called.

use std::collections::BTreeSet;
use std::fmt;

use http::header::LOCATION;

use crate::exchange::Response;
use crate::redact::Quote;
use crate::text::escape;

/// A kind of response that the document of the operation does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResponseKind {
    /// 501.
    NotImplemented,
    /// 404 or 405, as for an unknown path.
    NotFound,
    /// 429.
    RateLimited,
    /// 3xx.
    Redirected,
    /// Any other 5xx.
    ServerError,
    /// 2xx with a page in HTML or XML.
    WebPage,
    /// 2xx with another body that is not JSON, where the document states one.
    NotJson,
    /// A body in a content coding, although requests allow none.
    Coded,
    /// Any other status.
    Other(u16),
}

impl ResponseKind {
    /// The kind of a response without success, or without JSON.
    pub(crate) fn of(response: &Response) -> Self {
        let is_coded = response.coding().is_some();
        match Self::of_status(response.status) {
            Self::NotFound | Self::Other(_) if is_coded => Self::Coded,
            Self::Other(200..300) if response.body.is_page() => Self::WebPage,
            Self::Other(200..300) if response.body.json().is_none() => Self::NotJson,
            kind => kind,
        }
    }

    /// The kind of a response without success.
    fn of_status(status: u16) -> Self {
        match status {
            300..400 => Self::Redirected,
            404 | 405 => Self::NotFound,
            429 => Self::RateLimited,
            501 => Self::NotImplemented,
            500.. => Self::ServerError,
            _ => Self::Other(status),
        }
    }

    /// What such a response says: its message, or where it points to.
    pub(crate) fn said<'a>(
        self,
        response: &'a Response,
        message: Option<&'a str>,
    ) -> Option<&'a str> {
        match self {
            Self::Redirected => response.header(LOCATION),
            Self::Coded => response.coding(),
            _ => message,
        }
    }

    /// Whether a server may give such a response before it checks the key.
    pub(super) fn may_precede_key_check(self) -> bool {
        !matches!(self, Self::WebPage | Self::NotJson | Self::Other(_))
    }

    /// What to do if all responses are of this kind.
    pub fn advice(self) -> &'static str {
        match self {
            Self::NotImplemented => "implement at least one of the called operations",
            Self::NotFound => {
                "check the path of the base URL; what is not implemented should answer 501"
            }
            Self::RateLimited => "use a lower `--rate`",
            Self::Redirected => "use the location of the redirect as the base URL",
            Self::ServerError => "look for the error in the log of the server",
            Self::WebPage => "check the base URL, which seems to be that of a web page",
            Self::NotJson => "check the base URL",
            Self::Coded => "turn compression off where a request allows only `identity`",
            Self::Other(_) => "check the base URL, and the headers that the server needs",
        }
    }
}

/// Responses of one kind to calls that should have been accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeResponses {
    /// Their kind.
    pub kind: ResponseKind,
    /// Number of calls.
    pub calls: usize,
    /// Their statuses.
    pub statuses: BTreeSet<u16>,
    /// The message or the location of the first one.
    pub said: Option<Quote>,
}

impl AlikeResponses {
    /// One response.
    pub fn one(kind: ResponseKind, status: u16, said: Option<Quote>) -> Self {
        Self { kind, calls: 1, statuses: [status].into(), said }
    }

    /// Their statuses: `404 or 405`.
    fn statuses(&self) -> String {
        let statuses: Vec<_> = self.statuses.iter().map(u16::to_string).collect();
        statuses.join(" or ")
    }
}

impl fmt::Display for AlikeResponses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.statuses())?;
        match (self.kind, &self.said) {
            (ResponseKind::WebPage, _) => f.write_str(" with a web page instead of JSON"),
            (ResponseKind::NotJson, _) => f.write_str(" with a body that is not JSON"),
            (ResponseKind::Coded, Some(coding)) => {
                write!(f, " with a body in the content coding `{}`", escape(coding))
            }
            (ResponseKind::Redirected, Some(location)) => {
                write!(f, " with the location `{}`", escape(location))
            }
            (_, Some(message)) => write!(f, " with `{}`", escape(message)),
            (_, None) => Ok(()),
        }
    }
}
