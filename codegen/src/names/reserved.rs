//! Names that are taken before a contract declares any; each list is one text of words.

/// Types and traits of the Rust prelude, which a glob import of `models` must not shadow.
pub const PRELUDE: &str = "\
    AsMut AsRef AsyncFn AsyncFnMut AsyncFnOnce Box Clone Copy Debug Default DoubleEndedIterator Drop Eq Err \
    ExactSizeIterator Extend Fn FnMut FnOnce From FromIterator Future Hash Into IntoFuture IntoIterator \
    Iterator None Ok Option Ord PartialEq PartialOrd Result Self Send Sized Some String Sync ToOwned \
    ToString TryFrom TryInto Unpin Vec";

/// Names that the models crate re-exports from the runtime, or uses.
pub const TYPES: &str = "\
    Api Assumed Bytes DecodeError Deserialize Deserializer ErrorBody ErrorKind ErrorEntry Extended Extra FromJson \
    FromResponse HeaderMap InputError InputPart InputProblem JsonBody KeyError ListRequest Members Method NoRefusals Number \
    NextPage NumberError OperationInfo PageInfo PagePointers PagedRequest Parameter RawJson RawResponse RawValue Refusal Refused Request \
    RequestError RequestReader RequestWriter Response ResponseHeaders Serialize SerializeMap Serializer StatusCode Timestamp \
    TimestampError ToResponse UnknownText WithHeaders";

/// Modules and crates that every generated crate names and that are no resource.
pub const MODULES: &str = "\
    alloc api axum blocking_client bytes client contract_runtime contract_runtime_client \
    contract_runtime_server core error_body error_code error_kind http key_error lib main models not_shown routes serde \
    serde_json std";

/// Fields whose setters would clash with a function of the struct.
pub const FIELDS: &str = "new extra clone default from_json to_http from_http";

/// Names that the server uses besides handler traits.
pub const HANDLERS: &str = "Api Arc C H HandlerResult K KeyCheck Routes";
