//! Why a request cannot be sent.

use std::fmt;

/// Why a request cannot be sent.
#[derive(Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// A path parameter is `.` or `..`, which clients and proxies resolve.
    DotSegment {
        /// Name of the parameter.
        parameter: &'static str,
    },
    /// A path parameter is empty: servers that ignore empty segments would serve another operation.
    EmptySegment {
        /// Name of the parameter.
        parameter: &'static str,
    },
    /// A value of a list that is sent as text separated by commas is empty, starts or ends with a space, or contains a
    /// comma, so that it would not be read as one value.
    NotOneItem {
        /// Name of the parameter or member.
        input: &'static str,
    },
    /// The value of a header has characters that HTTP does not allow there, or is empty.
    Header {
        /// Name of the header.
        header: &'static str,
    },
    /// A member of the body cannot be written as JSON.
    Body(serde_json::Error),
    /// Path and query are not a URI, most likely because they are too long.
    Uri(http::Error),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DotSegment { parameter } => {
                write!(
                    f,
                    "path parameter `{parameter}` is a dot segment, which would change the path"
                )
            }
            Self::EmptySegment { parameter } => {
                write!(f, "path parameter `{parameter}` is empty, which could change the path")
            }
            Self::NotOneItem { input } => {
                write!(
                    f,
                    "a value of `{input}` is empty, begins or ends with a space or holds a comma, and \
                     would not be read as one value"
                )
            }
            Self::Header { header } => {
                write!(f, "the value of the header `{header}` is empty or not allowed in a header")
            }
            Self::Body(_) => f.write_str("the body cannot be written as JSON"),
            Self::Uri(_) => f.write_str("path and query are not a valid URI"),
        }
    }
}

impl std::error::Error for RequestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::DotSegment { .. }
            | Self::EmptySegment { .. }
            | Self::NotOneItem { .. }
            | Self::Header { .. } => None,
            Self::Body(error) => Some(error),
            Self::Uri(error) => Some(error),
        }
    }
}
