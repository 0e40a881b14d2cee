//! Writing a request on the client: method, path, query and JSON body.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderValue, Request, Uri};
use serde::Serialize;

use crate::parameter::Parameter;
use crate::{OperationInfo, RequestError, commas, percent};

/// Writes the inputs of a request.
pub struct RequestWriter {
    info: &'static OperationInfo,
    /// Path and query so far.
    target: String,
    has_query: bool,
    /// The members, after the opening brace of the object.
    body: Option<Vec<u8>>,
    failed: Option<RequestError>,
}

impl RequestWriter {
    /// A request of that operation, without inputs.
    pub fn new(info: &'static OperationInfo) -> Self {
        Self { info, target: info.path.to_owned(), has_query: false, body: None, failed: None }
    }

    /// Fills in a path parameter. It must not be empty, as many servers ignore empty segments and would serve
    /// another operation.
    pub fn path(mut self, name: &'static str, value: &impl Parameter) -> Self {
        if value.to_text().is_empty() {
            self.failed.get_or_insert(RequestError::EmptySegment { parameter: name });
        }
        self.path_or_blank(name, value)
    }

    /// Fills in a path parameter that may be empty, because a refusal of a blank one is documented.
    pub fn path_or_blank(mut self, name: &'static str, value: &impl Parameter) -> Self {
        let text = value.to_text();
        if matches!(text.as_ref(), "." | "..") {
            self.failed.get_or_insert(RequestError::DotSegment { parameter: name });
        }
        let encoded = percent::encode(&text);
        // An encoded value has no braces, so it is not mistaken for a parameter.
        while let Some(place) = place(&self.target, name) {
            let (before, after) = (&self.target[..place.start], &self.target[place.end..]);
            let mut filled = String::with_capacity(self.target.len() + encoded.len());
            filled.extend([before, &encoded, after]);
            self.target = filled;
        }
        self
    }

    /// Adds a query parameter.
    pub fn query(self, name: &'static str, value: &impl Parameter) -> Self {
        self.optional_query(name, Some(value))
    }

    /// Adds a query parameter if it has a value.
    pub fn optional_query(mut self, name: &'static str, value: Option<&impl Parameter>) -> Self {
        if let Some(value) = value {
            self.pair(name, &percent::encode(&value.to_text()));
        }
        self
    }

    /// Adds a query parameter with several values, separated by commas.
    pub fn query_list(self, name: &'static str, values: &[impl Parameter]) -> Self {
        self.optional_query_list(name, Some(values))
    }

    /// Adds a query parameter with several values, separated by commas, if there is a list.
    pub fn optional_query_list(
        mut self,
        name: &'static str,
        values: Option<&[impl Parameter]>,
    ) -> Self {
        if let Some(values) = values {
            let texts = self.texts(name, values).into_iter();
            let encoded: Vec<_> = texts.map(|text| percent::encode(&text).into_owned()).collect();
            self.pair(name, &encoded.join(","));
        }
        self
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.target.push(if self.has_query { '&' } else { '?' });
        self.has_query = true;
        self.target.push_str(&percent::encode(name));
        self.target.push('=');
        self.target.push_str(value);
    }

    /// The texts of the values, each of which must be one item of a list.
    fn texts<'v>(&mut self, name: &'static str, values: &'v [impl Parameter]) -> Vec<Cow<'v, str>> {
        commas::texts(values).unwrap_or_else(|| {
            self.failed.get_or_insert(RequestError::NotOneItem { input: name });
            Vec::new()
        })
    }

    /// Opens a JSON body; its members follow.
    pub fn body(mut self) -> Self {
        let mut body = Vec::with_capacity(128);
        body.push(b'{');
        self.body = Some(body);
        self
    }

    /// Adds a member to the body.
    pub fn member(self, name: &'static str, value: &impl Serialize) -> Self {
        self.optional_member(name, Some(value))
    }

    /// Adds a member to the body if it has a value.
    pub fn optional_member(mut self, name: &'static str, value: Option<&impl Serialize>) -> Self {
        let Some(value) = value else {
            return self;
        };
        let body = self.body.get_or_insert_with(|| vec![b'{']);
        if let Err(error) = write_member(body, name, value) {
            self.failed.get_or_insert(RequestError::Body(error));
        }
        self
    }

    /// Adds a member with several values, separated by commas, to the body.
    pub fn member_list(self, name: &'static str, values: &[impl Parameter]) -> Self {
        self.optional_member_list(name, Some(values))
    }

    /// Adds a member with several values, separated by commas, to the body if there is a list.
    pub fn optional_member_list(
        mut self,
        name: &'static str,
        values: Option<&[impl Parameter]>,
    ) -> Self {
        let text = values.map(|values| self.texts(name, values).join(","));
        self.optional_member(name, text.as_ref())
    }

    /// The request; its URI is path and query alone.
    pub fn finish(self) -> Result<Request<Bytes>, RequestError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let uri = Uri::try_from(self.target).map_err(|error| RequestError::Uri(error.into()))?;
        let has_body = self.body.is_some();
        let mut body = self.body.unwrap_or_default();
        if has_body {
            body.push(b'}');
        }
        let mut request = Request::new(Bytes::from(body));
        *request.method_mut() = self.info.method.clone();
        *request.uri_mut() = uri;
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(ACCEPT, json.clone());
        if has_body {
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        Ok(request)
    }
}

/// The range of a parameter in the path, braces included.
fn place(path: &str, name: &str) -> Option<Range<usize>> {
    let ends = |at: &usize| {
        let rest = path.get(at + 1..).and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('}'))
    };
    let mut braces = path.match_indices('{').map(|(at, _)| at);
    braces.find(ends).map(|at| at..at + name.len() + 2)
}

/// Writes a member after the others.
fn write_member(
    body: &mut Vec<u8>,
    name: &'static str,
    value: &impl Serialize,
) -> Result<(), serde_json::Error> {
    if body.len() > 1 {
        body.push(b',');
    }
    serde_json::to_writer(&mut *body, name)?;
    body.push(b':');
    serde_json::to_writer(body, value)
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;

    static LEND: OperationInfo =
        OperationInfo::new("lend_book", Method::PUT, "/books/{book}/loans/{member}", "Books");

    fn lend(book: &str, member: &str) -> RequestWriter {
        RequestWriter::new(&LEND).path("book", &book.to_owned()).path("member", &member.to_owned())
    }

    #[test]
    fn parameters_are_encoded() {
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
    fn a_body_is_written_only_if_opened() {
        let request = lend("a", "b").finish().unwrap();
        assert!(request.body().is_empty() && !request.headers().contains_key(CONTENT_TYPE));
        assert_eq!(lend("a", "b").body().finish().unwrap().body().as_ref(), b"{}");
    }

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    #[test]
    fn several_values_are_one_text() {
        let request = lend("a", "b").query_list("rooms", &list(&["1", "2 3"]));
        let request = request.optional_query_list("ages", Some::<&[u64]>(&[]));
        let request = request.optional_query_list("more", None::<&[u64]>).body();
        let request = request.member_list("shelves", &list(&["x", "y"]));
        let request = request.optional_member_list("more", None::<&[u64]>);
        let request = request.finish().unwrap();
        assert_eq!(request.uri().query(), Some("rooms=1,2%203&ages="));
        assert_eq!(request.body().as_ref(), br#"{"shelves":"x,y"}"#);
    }

    #[test]
    fn a_value_with_a_comma_is_not_sent_in_a_list() {
        let error = lend("a", "b").member_list("shelves", &list(&["x,y"])).finish();
        assert!(matches!(error, Err(RequestError::NotOneItem { input: "shelves" })));
        let request = lend("a", "b").query_list("rooms", &list(&["x", ""]));
        assert!(request.finish().is_err());
    }

    #[test]
    fn values_that_change_the_path_are_refused() {
        assert!(matches!(
            lend("a", "..").finish(),
            Err(RequestError::DotSegment { parameter: "member" })
        ));
        assert!(matches!(lend(&"a".repeat(70_000), "b").finish(), Err(RequestError::Uri(_))));
        assert!(lend("...", " ").finish().is_ok());
    }

    #[test]
    fn an_empty_segment_is_refused_unless_its_refusal_is_documented() {
        assert!(matches!(
            lend("a", "").finish(),
            Err(RequestError::EmptySegment { parameter: "member" })
        ));
        let request = RequestWriter::new(&LEND).path("member", &1_u64);
        let request = request.path_or_blank("book", &String::new());
        assert_eq!(request.finish().unwrap().uri(), "/books//loans/1");
    }
}
