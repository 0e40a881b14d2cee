//! Writing a request on the client: method, path, query and JSON body.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Request, Uri};
use serde::Serialize;

use crate::parameter::{Parameter, TextInput, is_one_item};
use crate::{OperationInfo, Repeatable, RequestError, percent};

/// Writes the inputs of a request.
pub struct RequestWriter {
    info: &'static OperationInfo,
    /// Path and query so far.
    target: String,
    has_query: bool,
    /// The body so far, without the closing brace; `None` if the operation takes no body.
    body: Option<Vec<u8>>,
    /// The header with the key of the request, if it can be repeated.
    key: Option<(HeaderName, HeaderValue)>,
    failed: Option<RequestError>,
}

impl RequestWriter {
    /// A request of that operation, without inputs.
    pub fn new(info: &'static OperationInfo) -> Self {
        let body = info.takes_body.then(|| {
            let mut body = Vec::with_capacity(128);
            body.push(b'{');
            body
        });
        Self { info, target: info.path.to_owned(), has_query: false, body, key: None, failed: None }
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

    /// Adds a query parameter if it has a value; several values are separated by commas.
    pub fn query(mut self, name: &'static str, value: &impl TextInput) -> Self {
        if let Some(texts) = self.texts(name, value) {
            let encoded: Vec<_> = texts.iter().map(|text| percent::encode(text)).collect();
            self.pair(name, &encoded.join(","));
        }
        self
    }

    /// Adds a query parameter for each value of a list, if it has any.
    pub fn query_list(mut self, name: &'static str, values: &impl TextInput) -> Self {
        for text in values.to_texts().into_iter().flatten() {
            self.pair(name, &percent::encode(&text));
        }
        self
    }

    /// Adds a name and an encoded value to the query.
    fn pair(&mut self, name: &'static str, value: &str) {
        let separator = if self.has_query { "&" } else { "?" };
        self.has_query = true;
        self.target.extend([separator, &percent::encode(name), "=", value]);
    }

    /// The texts of an input, each of which must be one item of its list.
    fn texts<'v, T: TextInput>(
        &mut self,
        name: &'static str,
        value: &'v T,
    ) -> Option<Vec<Cow<'v, str>>> {
        let texts = value.to_texts()?;
        if T::IS_LIST && !texts.iter().all(|text| is_one_item(text)) {
            self.failed.get_or_insert(RequestError::NotOneItem { input: name });
        }
        Some(texts)
    }

    /// Adds a member to the body.
    pub fn member(mut self, name: &'static str, value: &impl Serialize) -> Self {
        let body = self.body.get_or_insert_with(|| vec![b'{']);
        if let Err(error) = write_member(body, name, value) {
            self.failed.get_or_insert(RequestError::Body(error));
        }
        self
    }

    /// Adds a member to the body if it has a value.
    pub fn optional_member(self, name: &'static str, value: &Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.member(name, value),
            None => self,
        }
    }

    /// Adds a member with several values, separated by commas, to the body if there is a list.
    pub fn member_list(mut self, name: &'static str, values: &impl TextInput) -> Self {
        let text = self.texts(name, values).map(|texts| texts.join(","));
        self.optional_member(name, &text)
    }

    /// Adds the header with a key under which the request can be repeated, if there is one.
    pub fn key(mut self, name: &'static str, value: &Option<String>) -> Self {
        let Some(value) = value else { return self };
        let header = HeaderName::from_bytes(name.as_bytes()).ok();
        let value = HeaderValue::from_bytes(value.as_bytes()).ok().filter(|it| !it.is_empty());
        match header.zip(value) {
            Some(key) => self.key = Some(key),
            None => _ = self.failed.get_or_insert(RequestError::Header { header: name }),
        }
        self
    }

    /// The request; its URI is path and query alone.
    pub fn finish(self) -> Result<Request<Bytes>, RequestError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let uri = Uri::try_from(self.target).map_err(|error| RequestError::Uri(error.into()))?;
        let mut request = Request::new(Bytes::new());
        *request.method_mut() = self.info.method.clone();
        *request.uri_mut() = uri;
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().insert(ACCEPT, json.clone());
        if let Some((name, value)) = self.key {
            request.headers_mut().insert(name, value);
            request.extensions_mut().insert(Repeatable);
        }
        if let Some(mut body) = self.body {
            body.push(b'}');
            *request.body_mut() = Bytes::from(body);
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        Ok(request)
    }
}

/// The range of a parameter in the path, braces included.
fn place(path: &str, name: &str) -> Option<Range<usize>> {
    path.match_indices('{').map(|(at, _)| at..at + name.len() + 2).find(|range| {
        let parameter = path.get(range.clone());
        parameter.is_some_and(|text| text.ends_with('}') && text[1..].starts_with(name))
    })
}

/// Writes a member after the others.
pub(crate) fn write_member(
    body: &mut Vec<u8>,
    name: &str,
    value: &(impl Serialize + ?Sized),
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

    const LEND: OperationInfo =
        OperationInfo::new("lend_book", Method::PUT, "/books/{book}/loans/{member}", "Books");
    static WITHOUT_BODY: OperationInfo = LEND;
    static WITH_BODY: OperationInfo = LEND.takes_body();

    fn lend(book: &str, member: &str) -> RequestWriter {
        written(&WITH_BODY, book, member)
    }

    fn written(info: &'static OperationInfo, book: &str, member: &str) -> RequestWriter {
        RequestWriter::new(info).path("book", &book.to_owned()).path("member", &member.to_owned())
    }

    #[test]
    fn parameters_are_encoded() {
        let request = lend("{member}/é", "ann+x@example.org")
            .query("at", &"a b&c".to_owned())
            .query("until", &None::<String>)
            .query("days", &3_u64)
            .member("note", &"\"")
            .optional_member("fee", &None::<u8>)
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
    fn a_body_is_written_only_if_the_operation_takes_one() {
        let request = written(&WITHOUT_BODY, "a", "b").finish().unwrap();
        assert!(request.body().is_empty() && !request.headers().contains_key(CONTENT_TYPE));
        assert_eq!(lend("a", "b").finish().unwrap().body().as_ref(), b"{}");
    }

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    #[test]
    fn several_values_are_one_text() {
        let request = lend("a", "b")
            .query("rooms", &list(&["1", "2 3"]))
            .query("ages", &Some(Vec::<u64>::new()))
            .query("more", &None::<Vec<u64>>)
            .member_list("shelves", &list(&["x", "y"]))
            .member_list("more", &None::<Vec<u64>>)
            .finish()
            .unwrap();
        assert_eq!(request.uri().query(), Some("rooms=1,2%203&ages="));
        assert_eq!(request.body().as_ref(), br#"{"shelves":"x,y"}"#);
    }

    #[test]
    fn each_value_of_a_list_has_the_name() {
        let request = lend("a", "b")
            .query_list("tag", &list(&["x,y", "", "z"]))
            .query_list("room[]", &Some(vec![1_u64, 2]))
            .query_list("more", &None::<Vec<u64>>)
            .finish()
            .unwrap();
        let expected = "tag=x%2Cy&tag=&tag=z&room%5B%5D=1&room%5B%5D=2";
        assert_eq!(request.uri().query(), Some(expected));
    }

    #[test]
    fn a_value_with_a_comma_is_not_sent_in_a_list() {
        let error = lend("a", "b").member_list("shelves", &list(&["x,y"])).finish();
        assert!(matches!(error, Err(RequestError::NotOneItem { input: "shelves" })));
        let request = lend("a", "b").query("rooms", &list(&["x", ""]));
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
        let request = RequestWriter::new(&WITH_BODY).path("member", &1_u64);
        let request = request.path_or_blank("book", &String::new());
        assert_eq!(request.finish().unwrap().uri(), "/books//loans/1");
    }
}
