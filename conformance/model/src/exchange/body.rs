//! Bodies of responses.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::json::Json;

/// U+FEFF in UTF-8. RFC 8259 does not allow a server to begin JSON text with it, and allows a reader to ignore it.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The body of a response. It is parsed once: copies share text and value.
#[derive(Clone, Default)]
pub struct ResponseBody(Option<Arc<Content>>);

struct Content {
    text: Vec<u8>,
    json: OnceLock<Option<Json>>,
}

impl ResponseBody {
    /// The value; `None` if the body is not JSON. A byte order mark before it is ignored.
    pub fn json(&self) -> Option<&Json> {
        let content = self.0.as_ref()?;
        content.json.get_or_init(|| Json::parse(self.unmarked())).as_ref()
    }

    /// Whether JSON text with a byte order mark before it.
    pub fn is_marked_json(&self) -> bool {
        self.starts_with(BYTE_ORDER_MARK) && self.json().is_some()
    }

    /// Whether it seems to be a page in HTML or XML.
    pub fn is_page(&self) -> bool {
        self.unmarked().trim_ascii_start().starts_with(b"<")
    }

    fn unmarked(&self) -> &[u8] {
        self.strip_prefix(BYTE_ORDER_MARK).unwrap_or(self)
    }
}

impl Deref for ResponseBody {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_ref().map_or(&[], |content| &content.text)
    }
}

/// Omits the text, because a service may repeat the key in it.
impl fmt::Debug for ResponseBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl PartialEq for ResponseBody {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ResponseBody {}

/// By length first, because few bodies have the same length.
impl Ord for ResponseBody {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.len(), &**self).cmp(&(other.len(), &**other))
    }
}

impl PartialOrd for ResponseBody {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Vec<u8>> for ResponseBody {
    fn from(text: Vec<u8>) -> Self {
        Self((!text.is_empty()).then(|| Content { text, json: OnceLock::new() }.into()))
    }
}

impl From<&[u8]> for ResponseBody {
    fn from(text: &[u8]) -> Self {
        text.to_vec().into()
    }
}

impl From<&str> for ResponseBody {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

/// The value, written without spaces.
impl From<Json> for ResponseBody {
    fn from(json: Json) -> Self {
        Self(Some(Content { text: json.to_string().into(), json: Some(json).into() }.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_value_agree() {
        let written = ResponseBody::from(r#"{ "title": "Emma" }"#);
        let title = Json::Text("Emma".to_owned());
        let value = Json::Map(vec![("title".to_owned(), title)]);
        assert_eq!(written.json(), Some(&value));
        let made = ResponseBody::from(value);
        assert_eq!(made.json(), written.json());
        assert_eq!(&*made, br#"{"title":"Emma"}"#);
        assert_ne!(made, written);
        assert_eq!(made, made.clone());
        assert_eq!(made, ResponseBody::from(&*made));
    }

    #[test]
    fn byte_order_mark_is_ignored() {
        let marked = ResponseBody::from("\u{feff}{}");
        assert_eq!(marked.json(), Some(&Json::Map(Vec::new())));
        assert!(marked.is_marked_json() && !ResponseBody::from("{}").is_marked_json());
        assert!(ResponseBody::from("\u{feff} <p>").is_page());
        // JSON text in another encoding is none.
        assert_eq!(ResponseBody::from(&b"\xff\xfe{\0}\0"[..]).json(), None);
    }

    #[test]
    fn empty_body_is_no_json() {
        assert_eq!(ResponseBody::from(""), ResponseBody::default());
        assert_eq!(ResponseBody::default().json(), None);
        assert_eq!(ResponseBody::from("<p>").json(), None);
    }
}
