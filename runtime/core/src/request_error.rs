//! Why a request cannot be sent as it is.

use std::fmt;

/// Why a request cannot be sent as it is.
#[derive(Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// A path parameter is `.` or `..`, which every client and proxy would take for a way up the path.
    DotSegment {
        /// Name of the parameter.
        parameter: &'static str,
    },
    /// A path parameter is empty: the path would lead to another operation wherever a last slash, or one of two, goes
    /// unnoticed.
    EmptySegment {
        /// Name of the parameter.
        parameter: &'static str,
    },
    /// Of several values that stand in one text, with commas between them, one is empty, begins or ends
    /// with a space, or holds a comma: it would not be read as the value it is.
    TakenApart {
        /// Name of the parameter, or wire name of the member.
        input: &'static str,
    },
    /// A member of the body is no JSON.
    Body(serde_json::Error),
    /// Path and query are no URI; they are most likely too long.
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
                write!(
                    f,
                    "path parameter `{parameter}` is empty, which could change the path"
                )
            }
            Self::TakenApart { input } => {
                write!(
                    f,
                    "a value of `{input}` is empty, begins or ends with a space or holds a comma, and \
                     would not be read as one value"
                )
            }
            Self::Body(_) => f.write_str("the body cannot be written as JSON"),
            Self::Uri(_) => f.write_str("path and query are no URI"),
        }
    }
}

impl std::error::Error for RequestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::DotSegment { .. } | Self::EmptySegment { .. } | Self::TakenApart { .. } => None,
            Self::Body(error) => Some(error),
            Self::Uri(error) => Some(error),
        }
    }
}
