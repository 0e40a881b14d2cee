//! Successes: written by servers, read by clients.

use bytes::Bytes;
use http::{Response, StatusCode};
use serde::Serialize;

use crate::json::from_slice;
use crate::{DecodeError, FromJson, OperationInfo, RawResponse};

/// A success that a server writes.
pub trait ToResponse: Sized {
    /// Writes the response; its status is 200 where none is documented.
    fn to_http(&self, info: &OperationInfo) -> Response<Bytes>;
}

/// A success that a client reads.
pub trait FromResponse: Sized {
    /// Whether the body is documented. A documented body is a success even if it also has the members of an error
    /// body.
    const IS_DOCUMENTED: bool = false;

    /// Reads the response, whatever its status.
    ///
    /// # Errors
    /// When the body does not match the documentation. A response that is not documented never
    /// fails.
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError>;
}

/// A response whose body is not documented, read as an overlay assumes it.
///
/// A mismatch does not make the call fail: the response itself is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumed<T> {
    /// The response as received.
    pub raw: RawResponse,
    /// The assumed value, or why the body cannot be decoded.
    pub value: Result<T, DecodeError>,
}

impl<T: FromResponse> FromResponse for Assumed<T> {
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        Ok(Self { raw: response.clone(), value: T::from_http(response) })
    }
}

impl FromResponse for RawResponse {
    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        Ok(response.clone())
    }
}

impl ToResponse for RawResponse {
    fn to_http(&self, _info: &OperationInfo) -> Response<Bytes> {
        self.clone().into()
    }
}

/// A success that is a JSON body.
pub trait JsonBody: Serialize + FromJson {}

impl<T: Serialize + FromJson> JsonBody for Vec<T> {}

impl<T: JsonBody> ToResponse for T {
    fn to_http(&self, info: &OperationInfo) -> Response<Bytes> {
        let status = info.success_status.unwrap_or(StatusCode::OK);
        // Generated types have text keys and finite numbers: they always become JSON.
        RawResponse::from_json(status, self).map(Response::from).unwrap_or_default()
    }
}

impl<T: JsonBody> FromResponse for T {
    const IS_DOCUMENTED: bool = true;

    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        from_slice(&response.body)
    }
}

/// A response without body, with the documented status.
pub fn empty_response(info: &OperationInfo) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = info.success_status.unwrap_or(StatusCode::OK);
    response
}
