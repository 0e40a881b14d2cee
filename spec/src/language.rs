//! The language of the contract as tables of keys: what drives reading, and later its schema and reference page.

mod common;
mod operation;
mod overlay;
mod resource;
mod service;

pub use common::{FIELD, FIELD_TYPES, FORMATS, INHERITABLE, SILENCE, TIMESTAMP_FORMS};
pub use operation::{
    ECHO, INPUT, OPERATION, ORDER, PAGE_SELECTION, PAGING, PATH_PARAMETER, QUERY, QUERY_VALUE,
    SUCCESS, TRANSITION,
};
pub use overlay::{ANSWER, OVERLAY};
pub use resource::{FIXTURE, LIFECYCLE, RECORD, RESOURCE};
pub use service::{ERROR_BODY, ERROR_CASE, KEY, KEY_RULE, QUESTION, SERVICE};

/// The word that says: the document does not show this.
pub const NOT_SHOWN: &str = "not_shown";
