//! A request under construction, as the client sends it: method, path, query and JSON body.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Request};
use serde::Serialize;

use super::parameter::Parameter;
use super::{BuildError, OperationInfo, percent};

/// A request under construction.
pub struct Outgoing {
    info: &'static OperationInfo,
    path: String,
    query: String,
    body: Option<String>,
    failed: Option<BuildError>,
}

impl Outgoing {
    pub fn new(info: &'static OperationInfo) -> Self {
        let (query, body, failed) = (String::new(), None, None);
        Self {
            info,
            path: info.path.to_owned(),
            query,
            body,
            failed,
        }
    }

    /// Fills in a parameter of the path.
    pub fn path(mut self, name: &'static str, value: &impl Parameter) -> Self {
        let text = value.to_text();
        if matches!(text.as_ref(), "." | "..") {
            self.failed
                .get_or_insert(BuildError::DotSegment { parameter: name });
        }
        // An encoded value holds no brace, so that it is never taken for another parameter.
        self.path = self
            .path
            .replace(&format!("{{{name}}}"), &percent::encode(&text));
        self
    }

    /// Adds a parameter of the query.
    pub fn query(self, name: &'static str, value: &impl Parameter) -> Self {
        self.optional_query(name, Some(value))
    }

    /// Adds a parameter of the query, if there is a value.
    pub fn optional_query(mut self, name: &'static str, value: Option<&impl Parameter>) -> Self {
        if let Some(value) = value {
            self.query
                .push(if self.query.is_empty() { '?' } else { '&' });
            self.query.push_str(&percent::encode(name));
            self.query.push('=');
            self.query.push_str(&percent::encode(&value.to_text()));
        }
        self
    }

    /// Opens a JSON body; its members follow.
    pub fn body(mut self) -> Self {
        self.body = Some(String::new());
        self
    }

    /// Adds a member to the body.
    pub fn member(self, name: &'static str, value: &impl Serialize) -> Self {
        self.optional_member(name, Some(value))
    }

    /// Adds a member to the body, if there is a value.
    pub fn optional_member(mut self, name: &'static str, value: Option<&impl Serialize>) -> Self {
        let Some(value) = value else {
            return self;
        };
        match (serde_json::to_string(name), serde_json::to_string(value)) {
            (Ok(name), Ok(value)) => {
                let body = self.body.get_or_insert_default();
                let comma = if body.is_empty() { "" } else { "," };
                body.push_str(&format!("{comma}{name}:{value}"));
            }
            (Err(error), _) | (_, Err(error)) => {
                self.failed.get_or_insert(BuildError::Body(error));
            }
        }
        self
    }

    /// The request; its URI is path and query alone.
    pub fn finish(self) -> Result<Request<Bytes>, BuildError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let json = HeaderValue::from_static("application/json");
        let mut request = Request::builder()
            .method(self.info.method.clone())
            .uri(format!("{}{}", self.path, self.query))
            .header(ACCEPT, json.clone());
        if self.body.is_some() {
            request = request.header(CONTENT_TYPE, json);
        }
        let body = self
            .body
            .map(|members| format!("{{{members}}}"))
            .unwrap_or_default();
        request.body(Bytes::from(body)).map_err(BuildError::Uri)
    }
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;

    static LEND: OperationInfo = OperationInfo {
        id: "lend_book",
        method: Method::PUT,
        path: "/books/{book}/loans/{member}",
        section: "Books",
        key_required: None,
        success_status: None,
    };

    fn lend(book: &str, member: &str) -> Outgoing {
        Outgoing::new(&LEND)
            .path("book", &book.to_owned())
            .path("member", &member.to_owned())
    }

    #[test]
    fn parameters_are_encoded_into_their_places() {
        let request = lend("{member}/é", "ann+x@example.org")
            .query("at", &"a b&c".to_owned())
            .optional_query("until", None::<&String>)
            .query("days", &3_u64)
            .body()
            .member("note", &"\"")
            .optional_member("fee", None::<&u8>)
            .member("copy", &2)
            .finish()
            .unwrap();
        assert_eq!(
            request.uri(),
            "/books/%7Bmember%7D%2F%C3%A9/loans/ann%2Bx%40example.org?at=a%20b%26c&days=3"
        );
        assert_eq!(request.body().as_ref(), br#"{"note":"\"","copy":2}"#);
        assert_eq!(request.headers()[CONTENT_TYPE], "application/json");
        assert_eq!(request.method(), Method::PUT);
    }

    #[test]
    fn without_a_body_there_is_none_and_an_empty_one_is_an_object() {
        let request = lend("a", "b").finish().unwrap();
        assert!(request.body().is_empty() && !request.headers().contains_key(CONTENT_TYPE));
        assert_eq!(
            lend("a", "b").body().finish().unwrap().body().as_ref(),
            b"{}"
        );
    }

    #[test]
    fn what_would_reach_another_path_is_refused() {
        assert!(matches!(
            lend("a", "..").finish(),
            Err(BuildError::DotSegment {
                parameter: "member"
            })
        ));
        assert!(matches!(
            lend(&"a".repeat(70_000), "b").finish(),
            Err(BuildError::Uri(_))
        ));
        assert!(lend("...", "").finish().is_ok());
    }
}
