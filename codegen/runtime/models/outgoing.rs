//! A request under construction, as the client sends it: method, path, query and JSON body.

use std::borrow::Cow;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Request};
use serde::Serialize;

use super::parameter::Parameter;
use super::{BuildError, OperationInfo, commas, percent};

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
            self.pair(name, &percent::encode(&value.to_text()));
        }
        self
    }

    /// Adds a parameter of the query that holds several values, with commas between them.
    pub fn query_list(self, name: &'static str, values: &[impl Parameter]) -> Self {
        self.optional_query_list(name, Some(values))
    }

    /// Adds a parameter of the query that holds several values, if there is a list of them.
    pub fn optional_query_list(
        mut self,
        name: &'static str,
        values: Option<&[impl Parameter]>,
    ) -> Self {
        if let Some(values) = values {
            let texts = self.texts(name, values).into_iter();
            let encoded: Vec<_> = texts.map(|text| percent::encode(&text)).collect();
            self.pair(name, &encoded.join(","));
        }
        self
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.query
            .push(if self.query.is_empty() { '?' } else { '&' });
        self.query.push_str(&percent::encode(name));
        self.query.push('=');
        self.query.push_str(value);
    }

    /// The texts of a list's values, none of which may be taken for two.
    fn texts<'v>(&mut self, name: &'static str, values: &'v [impl Parameter]) -> Vec<Cow<'v, str>> {
        commas::texts(values).unwrap_or_else(|| {
            self.failed
                .get_or_insert(BuildError::TakenApart { input: name });
            Vec::new()
        })
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

    /// Adds a member that holds several values to the body, with commas between them.
    pub fn list(self, name: &'static str, values: &[impl Parameter]) -> Self {
        self.optional_list(name, Some(values))
    }

    /// Adds a member that holds several values to the body, if there is a list of them.
    pub fn optional_list(mut self, name: &'static str, values: Option<&[impl Parameter]>) -> Self {
        let text = values.map(|values| self.texts(name, values).join(","));
        self.optional_member(name, text.as_ref())
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

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    #[test]
    fn several_values_are_one_text() {
        let request = lend("a", "b").query_list("rooms", &list(&["1", "2 3"]));
        let request = request.optional_query_list("ages", Some::<&[u64]>(&[]));
        let request = request.optional_query_list("more", None::<&[u64]>).body();
        let request = request.list("shelves", &list(&["x", "y"]));
        let request = request.optional_list("more", None::<&[u64]>);
        let request = request.finish().unwrap();
        assert_eq!(request.uri().query(), Some("rooms=1,2%203&ages="));
        assert_eq!(request.body().as_ref(), br#"{"shelves":"x,y"}"#);
    }

    #[test]
    fn a_value_that_would_be_taken_for_two_is_not_sent() {
        let error = lend("a", "b").list("shelves", &list(&["x,y"])).finish();
        assert!(matches!(
            error,
            Err(BuildError::TakenApart { input: "shelves" })
        ));
        let request = lend("a", "b").query_list("rooms", &list(&["x", ""]));
        assert!(request.finish().is_err());
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
