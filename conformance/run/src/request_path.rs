//! Request paths of operations, and requests with nothing else.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use spec::{Operation, Segment};

use crate::exchange::Request;

/// Everything but the characters that are allowed unescaped in every part of a URL.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'@');

/// The path of an operation with percent-encoded parameters; `None` if a value is missing.
pub(crate) fn request_path(
    operation: &Operation,
    value: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    encoded_path(operation, |name| Some(percent_encode(&value(name)?).into_owned()))
}

/// The request of an operation without headers and body; `None` if a value of its path is missing.
pub(crate) fn bare_request(
    operation: &Operation,
    value: impl Fn(&str) -> Option<String>,
) -> Option<Request> {
    let target = request_path(operation, value)?;
    Some(Request { method: operation.method, target, headers: Vec::new(), body: None })
}

/// Like [`request_path`], for parameters that are already encoded.
pub(crate) fn encoded_path(
    operation: &Operation,
    value: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    // Long enough for most targets, to avoid reallocation.
    let mut path = String::with_capacity(128);
    for segment in &operation.path.segments {
        path.push('/');
        match segment {
            Segment::Literal(text) => path.push_str(text),
            Segment::Parameter(name) => path.push_str(&value(name)?),
        }
    }
    Some(path)
}

/// Percent-encodes text as a part of a URL.
pub(crate) fn percent_encode(text: &str) -> Cow<'_, str> {
    utf8_percent_encode(text, ESCAPED).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::library;

    #[test]
    fn path_values_are_percent_encoded() {
        let contract = library(&[]).contract;
        let operation = contract.operation("get_book").unwrap();
        for (value, escaped) in [
            ("b1", "b1"),
            (" ", "%20"),
            ("%", "%25"),
            ("/", "%2F"),
            ("a b", "a%20b"),
            ("é", "%C3%A9"),
        ] {
            let path = request_path(operation, |_| Some(value.to_owned())).unwrap();
            assert_eq!(path, format!("/books/{escaped}"));
        }
    }
}
