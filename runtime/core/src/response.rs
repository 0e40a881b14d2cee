//! What an operation answers when all is well, from both sides.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

use crate::json::from_slice;
use crate::{DecodeError, FromJson, OperationInfo, RawResponse};

/// A success as the server gives it.
pub trait ToResponse: Sized {
    /// The answer to send: status, headers, body. Where the status is not known, 200.
    fn to_http(&self, info: &OperationInfo) -> Response<Bytes>;
}

/// A success as the client reads it.
pub trait FromResponse: Sized {
    /// Whether a body that reads as this is a success even with a message of refusals among its other members: only
    /// a documented one is.
    const IS_DOCUMENTED: bool = false;

    /// Reads the answer, whatever its status.
    ///
    /// # Errors
    /// When the body is not of the documented shape. An answer whose shape is not documented never
    /// fails.
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError>;
}

/// An answer whose shape is not documented, read as somebody expects it to be.
///
/// A mismatch is no failure of the call: the answer itself is always at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumed<T> {
    /// The answer as it came.
    pub raw: RawResponse,
    /// What it was read as.
    pub value: Result<T, DecodeError>,
}

impl<T: FromResponse> FromResponse for Assumed<T> {
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        Ok(Self {
            raw: response.clone(),
            value: T::from_http(response),
        })
    }
}

impl FromResponse for RawResponse {
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        Ok(response.clone())
    }
}

impl ToResponse for RawResponse {
    fn to_http(&self, _info: &OperationInfo) -> Response<Bytes> {
        let mut response = Response::new(self.body.clone());
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers.clone();
        response
    }
}

/// A success that is a JSON body with the operation's status, and nothing else.
pub trait JsonBody: Serialize + FromJson {}

impl<T: JsonBody> ToResponse for T {
    fn to_http(&self, info: &OperationInfo) -> Response<Bytes> {
        // Generated types have text keys and finite numbers: they always become JSON.
        let body = serde_json::to_vec(self).unwrap_or_default();
        let mut response = empty_response(info);
        *response.body_mut() = Bytes::from(body);
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}

impl<T: JsonBody> FromResponse for T {
    const IS_DOCUMENTED: bool = true;

    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        from_slice(&response.body)
    }
}

/// No body, with the operation's status.
pub fn empty_response(info: &OperationInfo) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = info.success_status.unwrap_or(StatusCode::OK);
    response
}
