//! Common imports of the checks: `use super::prelude::*`.

pub(super) use std::collections::BTreeMap;

pub(super) use reader::{Diagnostic, Diagnostics, Span, Spanned};

pub(super) use super::common::suggest;
pub(super) use crate::model::{Body, Contract, ErrorCase, InputPart, Operation, Record, Segment};
