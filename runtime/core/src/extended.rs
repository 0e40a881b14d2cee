//! A request with inputs that the contract does not describe.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use serde_json::Value;

use crate::members::all_members;
use crate::percent::encode;
use crate::request_writer::write_member;
use crate::{
    Api, DecodeError, InputError, ListRequest, OperationInfo, PageInfo, PagePointers, PagedRequest,
    RawResponse, Request, RequestError,
};

/// A request with inputs that the contract does not describe; made by [`Request::with_query`] and
/// [`Request::with_member`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a request does nothing until it is sent"]
pub struct Extended<R> {
    /// The request itself.
    pub request: R,
    query: Vec<(String, String)>,
    members: Vec<(String, Value)>,
}

impl<R> Extended<R> {
    pub(crate) fn new(request: R) -> Self {
        Self { request, query: Vec::new(), members: Vec::new() }
    }

    /// Adds another query parameter.
    pub fn with_query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Adds another member to the body.
    pub fn with_member(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.members.push((name.into(), value.into()));
        self
    }

    fn extend_uri(&self, uri: &Uri) -> Result<Uri, RequestError> {
        let mut target = uri.to_string();
        for (name, value) in &self.query {
            target.push(if target.contains('?') { '&' } else { '?' });
            target.push_str(&encode(name));
            target.push('=');
            target.push_str(&encode(value));
        }
        Uri::try_from(target).map_err(|error| RequestError::Uri(error.into()))
    }

    /// The body with the added members; one of the same name is replaced.
    fn extend_body(&self, body: &[u8]) -> Result<Bytes, serde_json::Error> {
        let mut extended = vec![b'{'];
        for (name, json) in all_members(body)? {
            if self.members.iter().all(|(added, _)| *added != name) {
                write_member(&mut extended, &name, json)?;
            }
        }
        for (name, value) in &self.members {
            write_member(&mut extended, name, value)?;
        }
        extended.push(b'}');
        Ok(Bytes::from(extended))
    }
}

impl<R: Request> Request for Extended<R> {
    const INFO: &'static OperationInfo = R::INFO;

    type Api = R::Api;
    type Success = R::Success;
    type Response = R::Response;
    type Error = R::Error;

    fn to_http(&self) -> Result<http::Request<Bytes>, RequestError> {
        let mut request = self.request.to_http()?;
        if !self.query.is_empty() {
            *request.uri_mut() = self.extend_uri(request.uri())?;
        }
        if !self.members.is_empty() {
            let body = self.extend_body(request.body());
            *request.body_mut() = body.map_err(RequestError::Body)?;
            let json = HeaderValue::from_static("application/json");
            request.headers_mut().insert(CONTENT_TYPE, json);
        }
        Ok(request)
    }

    /// Reads the request itself; inputs that the contract does not describe are ignored.
    fn from_http(
        path: &[(&str, &str)],
        query: Option<&str>,
        body: &[u8],
    ) -> Result<Self, InputError> {
        R::from_http(path, query, body).map(Self::new)
    }

    fn read_headers(&mut self, headers: &HeaderMap) -> Result<(), InputError> {
        self.request.read_headers(headers)
    }

    fn refuse_input(error: &InputError) -> Option<Self::Error> {
        R::refuse_input(error)
    }

    fn wrong_inputs(path: &[(&str, &str)], query: Option<&str>, body: &[u8]) -> Vec<InputError> {
        R::wrong_inputs(path, query, body)
    }

    fn key_status(error: &<Self::Api as Api>::KeyError) -> Option<StatusCode> {
        R::key_status(error)
    }
}

impl<R: PagedRequest> PagedRequest for Extended<R> {
    const POINTERS: PagePointers = R::POINTERS;
    const FOLLOWS: bool = R::FOLLOWS;

    fn page(&self) -> Option<u64> {
        self.request.page()
    }

    fn set_page(&mut self, page: u64) {
        self.request.set_page(page);
    }

    /// An input that the contract does not describe may leave items out.
    fn is_whole(&self) -> bool {
        self.query.is_empty() && self.members.is_empty() && self.request.is_whole()
    }

    fn page_info(answer: &Self::Response) -> PageInfo {
        R::page_info(answer)
    }

    fn following(
        &self,
        answer: &Self::Response,
        raw: &RawResponse,
    ) -> Result<Option<Self>, DecodeError> {
        let next = self.request.following(answer, raw)?;
        Ok(next.map(|request| Self { request, ..self.clone() }))
    }
}

impl<R: ListRequest> ListRequest for Extended<R> {
    type Item = R::Item;

    fn into_items(page: Self::Response) -> Vec<R::Item> {
        R::into_items(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_parameters_follow_the_others() {
        let extended = Extended::new(()).with_query("page", "2").with_query("a b", "é&");
        let extend = |uri: &'static str| extended.extend_uri(&Uri::from_static(uri)).unwrap();
        assert_eq!(extend("/books"), "/books?page=2&a%20b=%C3%A9%26");
        assert_eq!(extend("/books?x=1"), "/books?x=1&page=2&a%20b=%C3%A9%26");
    }

    #[test]
    fn added_members_follow_the_others_and_replace_those_of_the_same_name() {
        let extended = Extended::new(()).with_member("tag", "vip").with_member("n", 5);
        let extend = |body: &str| extended.extend_body(body.as_bytes()).unwrap();
        assert_eq!(extend(""), r#"{"tag":"vip","n":5}"#);
        assert_eq!(extend(r#"{"a":1.50,"n":2}"#), r#"{"a":1.50,"tag":"vip","n":5}"#);
    }
}
