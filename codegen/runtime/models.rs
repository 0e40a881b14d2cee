//! The part of this crate that is the same for every service: exact numbers, timestamps, open
//! objects, and how a request or an answer becomes `http` values and back.
//!
//! Nothing here opens a socket, and nothing here knows an operation. The module is public, and hidden,
//! only so that what one service does not need is not taken for dead code.

mod answer;
mod build_error;
mod commas;
mod decode_error;
mod deserialize;
mod extra;
mod identifier_type;
mod incoming;
mod input_error;
mod json;
mod json_type;
mod members;
mod nesting;
mod no_refusals;
mod number;
mod object_type;
mod open_enum;
mod operation_info;
mod outgoing;
mod parameter;
mod percent;
mod raw_json;
mod refusal;
mod refusal_kind;
mod refusal_type;
mod request;
mod request_type;
mod template;
mod text_type;
mod timestamp;
mod undocumented;
mod unknown_text;

pub use answer::{Answer, Answered, JsonBody, Success, empty_response};
pub use build_error::BuildError;
pub use decode_error::DecodeError;
pub use deserialize::{deserialize, deserialize_text};
pub use extra::Extra;
pub use incoming::Incoming;
pub use input_error::{InputError, InputPart, InputProblem};
pub use json::FromJson;
pub use members::Members;
pub use nesting::bounded;
pub use no_refusals::NoRefusals;
pub use number::{Number, NumberError};
pub use object_type::ObjectWriter;
pub use operation_info::{OperationInfo, status};
pub use outgoing::Outgoing;
pub use parameter::Parameter;
pub use raw_json::RawJson;
pub use refusal::Refusal;
pub use request::Request;
pub use template::{captured, captures};
pub use timestamp::{Timestamp, TimestampError};
pub use undocumented::Undocumented;
pub use unknown_text::UnknownText;

pub(crate) use identifier_type::identifier_type;
pub(crate) use json_type::json_type;
pub(crate) use object_type::object_type;
pub(crate) use open_enum::open_enum;
pub(crate) use refusal_kind::refusal_kind;
pub(crate) use refusal_type::refusal_type;
pub(crate) use request_type::request_type;
pub(crate) use text_type::text_type;
