//! What all operations of a service have in common.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{ErrorEntry, KeyPlace, Refusal};

/// A service: what all its operations have in common. The generated models implement it for their `Api`.
pub trait Api: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Name of the header whose value is the caller's key; empty for a service without such a header.
    const KEY_HEADER: &'static str;

    /// Where a request carries the caller's key: the header, unless the service has another place.
    const KEY_PLACE: KeyPlace = KeyPlace::Header(Self::KEY_HEADER);

    /// The documented refusals of a missing or wrong key.
    type KeyError: Refusal;

    /// Every documented refusal of the service, whatever the operation.
    type ErrorKind: std::error::Error + Send + Sync + 'static;

    /// The media type of the bodies of refusals.
    const ERROR_TYPE: &'static str = "application/json";

    /// The body of a refusal.
    type ErrorBody: Serialize + DeserializeOwned;

    /// Makes the body of a refusal with this message.
    fn error_body(message: String) -> Self::ErrorBody;

    /// Makes the body of a refusal with this message and, where error bodies have one, this code.
    fn error_body_with_code(message: String, _code: &str) -> Self::ErrorBody {
        Self::error_body(message)
    }

    /// The message of such a body.
    fn error_message(body: Self::ErrorBody) -> String;

    /// Writes the name of the offending input into such a body, if it has a member for it.
    fn set_error_field(_body: &mut Self::ErrorBody, _field: &str) {}

    /// The input that such a body names, if it names one.
    fn error_field(_body: &Self::ErrorBody) -> Option<String> {
        None
    }

    /// Writes the entries of the list of errors into such a body, if it has one.
    fn set_error_entries(_body: &mut Self::ErrorBody, _entries: Vec<ErrorEntry>) {}

    /// The entries of the list of errors of such a body; those that name no input are left out.
    fn error_entries(_body: &Self::ErrorBody) -> Vec<ErrorEntry> {
        Vec::new()
    }

    /// The code of such a body, if it has one.
    fn error_code(_body: Self::ErrorBody) -> Option<String> {
        None
    }
}
