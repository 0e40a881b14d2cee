//! Headers of successes that the contract describes.

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Response};

use crate::parameter::TextInput;
use crate::{DecodeError, FromResponse, OperationInfo, RawResponse, ToResponse};

/// The headers of a success that the contract describes.
pub trait ResponseHeaders: Sized {
    /// Adds them to a response.
    fn write(&self, headers: &mut HeaderMap);

    /// Reads them from a response.
    ///
    /// # Errors
    /// When a header is missing although every success has it, or has another type.
    fn read(headers: &HeaderMap) -> Result<Self, DecodeError>;
}

/// A success whose headers the contract describes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WithHeaders<B, H> {
    /// The body.
    pub body: B,
    /// The headers.
    pub headers: H,
}

impl<B, H> WithHeaders<B, H> {
    /// A success with this body and these headers.
    pub fn new(body: B, headers: H) -> Self {
        Self { body, headers }
    }
}

impl<B: ToResponse, H: ResponseHeaders> ToResponse for WithHeaders<B, H> {
    fn to_http(&self, info: &OperationInfo) -> Response<Bytes> {
        let mut response = self.body.to_http(info);
        self.headers.write(response.headers_mut());
        response
    }
}

impl<B: FromResponse, H: ResponseHeaders> FromResponse for WithHeaders<B, H> {
    const IS_DOCUMENTED: bool = B::IS_DOCUMENTED;

    fn from_http(response: &RawResponse) -> Result<Self, DecodeError> {
        let body = B::from_http(response)?;
        Ok(Self { body, headers: H::read(&response.headers)? })
    }
}

/// Adds a header, if it has a value. A value that HTTP does not allow in a header is left out.
pub fn write_header<T: TextInput>(headers: &mut HeaderMap, name: &'static str, value: &T) {
    let text = value.to_texts().and_then(|texts| texts.into_iter().next());
    let value = text.and_then(|text| HeaderValue::from_bytes(text.as_bytes()).ok());
    if let (Some(value), Ok(name)) = (value, HeaderName::from_bytes(name.as_bytes())) {
        headers.insert(name, value);
    }
}

/// Reads a header.
///
/// # Errors
/// When it is required and missing, or has another type.
pub fn read_header<T: TextInput>(headers: &HeaderMap, name: &str) -> Result<T, DecodeError> {
    let fail = |reason: String| DecodeError::new(format!("header `{name}`: {reason}"));
    match headers.get(name) {
        Some(value) => {
            let text = std::str::from_utf8(value.as_bytes())
                .map_err(|_| fail("expected text".to_owned()))?;
            T::from_text(text).map_err(|expected| fail(format!("expected {expected}")))
        }
        None => T::absent().ok_or_else(|| fail("missing".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use http::{Method, StatusCode};

    use super::*;

    struct Headers {
        location: String,
        count: Option<i64>,
    }

    impl ResponseHeaders for Headers {
        fn write(&self, headers: &mut HeaderMap) {
            write_header(headers, "Location", &self.location);
            write_header(headers, "X-Count", &self.count);
        }

        fn read(headers: &HeaderMap) -> Result<Self, DecodeError> {
            let location = read_header(headers, "Location")?;
            Ok(Self { location, count: read_header(headers, "X-Count")? })
        }
    }

    fn sent(location: &str, count: Option<i64>) -> RawResponse {
        let info = OperationInfo::new("add", Method::POST, "/books", "").success_status(201);
        let headers = Headers { location: location.to_owned(), count };
        let body = RawResponse::new(StatusCode::CREATED, "");
        WithHeaders::new(body, headers).to_http(&info).into()
    }

    fn read(response: &RawResponse) -> Result<Headers, DecodeError> {
        WithHeaders::<RawResponse, Headers>::from_http(response).map(|read| read.headers)
    }

    #[test]
    fn headers_are_written_and_read() {
        let read_back = read(&sent("/books/ä 1", Some(2))).unwrap();
        assert_eq!((read_back.location.as_str(), read_back.count), ("/books/ä 1", Some(2)));
        assert_eq!(read(&sent("/books/1", None)).unwrap().count, None);
    }

    #[test]
    fn a_missing_header_and_one_of_another_type_are_errors() {
        let reason = |response: &RawResponse| read(response).err().unwrap().to_string();
        assert_eq!(reason(&sent("/books/\n1", None)), "header `Location`: missing");
        let mut response = sent("/books/1", None);
        response.headers.insert("x-count", HeaderValue::from_static("many"));
        assert_eq!(reason(&response), "header `X-Count`: expected a whole number");
    }
}
