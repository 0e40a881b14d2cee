//! The request of an operation.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

use crate::{
    Api, DecodeError, Extended, FromResponse, InputError, OperationInfo, PageInfo, PagePointers,
    RawResponse, Refusal, RequestError, ToResponse,
};

/// The request of an operation: written as HTTP by clients, read from HTTP by servers.
pub trait Request: Sized + Sync {
    /// Static facts about the operation.
    const INFO: &'static OperationInfo;

    /// The service of the operation.
    type Api: Api;

    /// The success that a server sends.
    type Success: ToResponse;

    /// The success that a client reads.
    type Response: FromResponse;

    /// The documented refusals.
    type Error: Refusal;

    /// Writes the request, without key; its URI is path and query alone.
    ///
    /// # Errors
    /// When a value cannot be sent where it belongs.
    fn to_http(&self) -> Result<http::Request<Bytes>, RequestError>;

    /// Reads a request: the parameters of its path by name and decoded, its query string as received, and its body.
    /// Inputs that the contract does not describe are ignored.
    ///
    /// # Errors
    /// The first input that is missing, blank or of another type.
    fn from_http(
        path: &[(&str, &str)],
        query: Option<&str>,
        body: &[u8],
    ) -> Result<Self, InputError>;

    /// Reads the inputs in headers.
    ///
    /// # Errors
    /// The first input that is malformed.
    fn read_headers(&mut self, _headers: &HeaderMap) -> Result<(), InputError> {
        Ok(())
    }

    /// The request with a query parameter that the contract does not describe. It is sent with the `send` of a client.
    fn with_query(self, name: impl Into<String>, value: impl Into<String>) -> Extended<Self> {
        Extended::new(self).with_query(name, value)
    }

    /// The request with a body member that the contract does not describe; a member of the same name is replaced. It is
    /// sent with the `send` of a client.
    fn with_member(self, name: impl Into<String>, value: impl Into<Value>) -> Extended<Self> {
        Extended::new(self).with_member(name, value)
    }

    /// The documented refusal of an input that is missing or malformed; `None` where none is documented.
    #[must_use]
    fn refuse_input(_error: &InputError) -> Option<Self::Error> {
        None
    }

    /// What is wrong with each input that is missing or malformed, where the document says that a refusal names all of them.
    #[must_use]
    fn wrong_inputs(_path: &[(&str, &str)], _query: Option<&str>, _body: &[u8]) -> Vec<InputError> {
        Vec::new()
    }

    /// The status of a refusal of the key, where this operation documents another one than the service.
    #[must_use]
    fn key_status(_error: &<Self::Api as Api>::KeyError) -> Option<StatusCode> {
        None
    }
}

/// The request of a list whose responses are pages.
///
/// Either pages are counted, and a request has the number of one, or each page leads to the next.
pub trait PagedRequest: Request<Response: Send + 'static> + Clone + Send + Sync + 'static {
    /// Where a response holds the number of the page, the number of pages and the total.
    const POINTERS: PagePointers = PagePointers::NONE;

    /// Whether each page leads to the next: [`Self::following`].
    const FOLLOWS: bool = false;

    /// The requested page; `None` for the first.
    fn page(&self) -> Option<u64> {
        None
    }

    /// Requests another page.
    fn set_page(&mut self, _page: u64) {}

    /// Whether the request asks for the whole list: it has no optional input that may leave items out, and no required one.
    /// What a total counts otherwise is often not documented.
    fn is_whole(&self) -> bool {
        false
    }

    /// What a response reports about the list.
    fn page_info(_answer: &Self::Response) -> PageInfo {
        PageInfo::default()
    }

    /// The request of the page after the response to this one; `None` after the last.
    ///
    /// # Errors
    /// When the page does not lead to the next, although it says that there is one.
    fn following(
        &self,
        _answer: &Self::Response,
        _raw: &RawResponse,
    ) -> Result<Option<Self>, DecodeError> {
        Ok(None)
    }
}

/// The request of a list whose responses are pages with documented items.
pub trait ListRequest: PagedRequest {
    /// One item of the list.
    type Item: Send + 'static;

    /// The items of a page, in its order.
    fn into_items(page: Self::Response) -> Vec<Self::Item>;
}
