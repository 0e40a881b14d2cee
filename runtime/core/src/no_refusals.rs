//! The refusals of an operation that documents none.

use std::fmt;

use http::StatusCode;

use crate::Refusal;

/// The refusals of an operation that documents none; it has no values.
///
/// It is one type for all such operations. They may still be refused with an undocumented
/// message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRefusals {}

impl fmt::Display for NoRefusals {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for NoRefusals {}

impl Refusal for NoRefusals {
    fn id(&self) -> &'static str {
        match *self {}
    }

    fn message(&self) -> String {
        match *self {}
    }

    fn status(&self) -> Option<StatusCode> {
        match *self {}
    }

    fn parse(_: &str) -> Option<Self> {
        None
    }
}
