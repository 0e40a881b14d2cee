//! Runtime of generated API types.
#![doc = include_str!("../README.md")]

mod api;
mod decode_error;
#[macro_use]
mod deserialize;
mod error_entry;
mod extended;
mod extra;
mod input_error;
mod json;
mod key_place;
mod members;
mod nesting;
mod next_page;
mod number;
mod object;
mod operation_info;
mod page_info;
mod parameter;
mod percent;
mod raw_json;
mod raw_response;
mod refusal;
mod repeatable;
mod repeated_member;
mod request;
mod request_error;
mod request_reader;
mod request_writer;
mod response;
mod response_headers;
mod template;
mod text_type;
mod timestamp;

pub use api::Api;
pub use decode_error::DecodeError;
pub use deserialize::{deserialize, deserialize_text};
pub use error_entry::ErrorEntry;
pub use extended::Extended;
pub use extra::Extra;
pub use input_error::{InputError, InputPart, InputProblem, problem};
pub use json::FromJson;
pub use key_place::KeyPlace;
pub use members::Members;
pub use next_page::NextPage;
pub use number::{Number, NumberError};
pub use object::{JsonObject, ObjectWriter, read_object, write_object};
pub use operation_info::OperationInfo;
pub use page_info::{PageInfo, PagePointers};
pub use parameter::{Parameter, TextInput};
pub use raw_json::RawJson;
pub use raw_response::RawResponse;
pub use refusal::{NoRefusals, Refusal, Refused};
pub use repeatable::Repeatable;
pub use request::{ListRequest, PagedRequest, Request};
pub use request_error::RequestError;
pub use request_reader::{RequestReader, key_header};
pub use request_writer::RequestWriter;
pub use response::{Assumed, FromResponse, JsonBody, ToResponse, empty_response};
pub use response_headers::{ResponseHeaders, WithHeaders, read_header, write_header};
pub use template::captures;
pub use text_type::UnknownText;
pub use timestamp::{Timestamp, TimestampError};

#[doc(no_inline)]
pub use serde;
#[doc(no_inline)]
pub use serde_json::value::RawValue;
