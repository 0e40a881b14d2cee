//! The contract language as tables of keys, which drive parsing, the JSON Schemas and the reference page.

mod common;
mod coverage;
mod operation;
mod overlay;
mod resource;
mod rule;
mod service;
mod status;

pub(crate) use common::{FACT, FIELD, FIELD_TYPES, INHERITABLE, MAP_TYPE, PLAIN_TYPES, SILENCE};
pub(crate) use coverage::{QUESTION_ENTRY, QUESTIONS, SENTENCES};
pub(crate) use operation::{
    CONSTANT, ECHO, IDEMPOTENCY, INPUT, INPUT_MEMBER, OPERATION, PATH_PARAMETER, PATH_TYPES, QUERY,
    QUERY_VALUE, REPLAYED, RESPONSE_HEADER, SEPARATORS, SUCCESS,
};
pub(crate) use overlay::{ANSWER, OVERLAY, OVERLAY_RECORD};
pub(crate) use resource::{
    EXTERNAL_TRANSITION, FIXTURE, FIXTURE_FACT, LIFECYCLE, LIMIT, RECORD, RESOURCE,
};
pub(crate) use rule::{
    AFTER_LAST, FILTER, GUARD, HIDDEN_RECORDS, ORDER, PAGE_MEMBERS, PAGE_NUMBER, PAGE_SELECTION,
    PAGING, SORT, TRANSITION, TRIGGER,
};
pub(crate) use service::{
    ERROR_BODY, ERROR_CASE, KEY, KEY_KIND, KEY_RULE, KEY_SCHEMES, OPEN_QUESTION, SERVICE, VERSIONS,
};

pub(crate) use status::{FURTHER_STATUS, INPUT_CONDITION};

use reader::KeyTable;

/// A kind of file of the language.
#[derive(Debug)]
pub struct FileKind {
    /// Path pattern of such a file.
    pub path: &'static str,
    /// Its keys.
    pub table: &'static KeyTable,
}

/// Every kind of file, in the order of the reference page.
pub static FILES: [FileKind; 6] = [
    FileKind { path: "spec/contract/service.yaml", table: &SERVICE },
    FileKind { path: "spec/contract/<resource>/resource.yaml", table: &RESOURCE },
    FileKind { path: "spec/contract/<resource>/<operation>.yaml", table: &OPERATION },
    FileKind { path: "spec/overlays/<overlay>.yaml", table: &OVERLAY },
    FileKind { path: "spec/sentences.yaml", table: &SENTENCES },
    FileKind { path: "spec/questions.yaml", table: &QUESTIONS },
];

/// Marks a fact that the document does not show.
pub const NOT_SHOWN: &str = "not_shown";

/// States that there is no body, or no paging.
pub(crate) const NONE: &str = "none";

/// The keys of a file of a contract, by its address.
pub(crate) fn table_of(address: &str) -> &'static KeyTable {
    match address.rsplit('/').next() {
        Some("service.yaml") => &SERVICE,
        Some("resource.yaml") => &RESOURCE,
        _ => &OPERATION,
    }
}
