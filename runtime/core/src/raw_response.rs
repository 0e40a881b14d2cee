//! A response as received.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::DecodeError;

/// A response as received. It is also the success of operations whose body is not documented.
#[derive(Clone, Debug, PartialEq)]
pub struct RawResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl RawResponse {
    /// A response without headers.
    pub fn new(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self { status, headers: HeaderMap::new(), body: body.into() }
    }

    /// A response with a JSON body.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn from_json(
        status: StatusCode,
        value: &(impl Serialize + ?Sized),
    ) -> Result<Self, serde_json::Error> {
        let mut response = Self::new(status, serde_json::to_vec(value)?);
        response.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(response)
    }

    /// Deserializes the body.
    ///
    /// # Errors
    /// When the body is not JSON of that type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        serde_json::from_slice(&self.body).map_err(DecodeError::new)
    }

    /// The body as text, if it is UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.body).ok()
    }
}

impl From<Response<Bytes>> for RawResponse {
    fn from(response: Response<Bytes>) -> Self {
        let (parts, body) = response.into_parts();
        Self { status: parts.status, headers: parts.headers, body }
    }
}

impl From<RawResponse> for Response<Bytes> {
    fn from(raw: RawResponse) -> Self {
        let mut response = Self::new(raw.body);
        *response.status_mut() = raw.status;
        *response.headers_mut() = raw.headers;
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_read_on_demand() {
        let answer = RawResponse::from_json(StatusCode::OK, &[1, 2]).unwrap();
        assert_eq!(answer.text(), Some("[1,2]"));
        assert_eq!(answer.json::<Vec<u8>>(), Ok(vec![1, 2]));
        assert!(answer.json::<String>().is_err());
        assert_eq!(answer.headers[CONTENT_TYPE], "application/json");
        assert_eq!(RawResponse::new(StatusCode::OK, &b"\xff"[..]).text(), None);
    }
}
