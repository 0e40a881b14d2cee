//! What checks are written with. Their files import all of it: `use super::prelude::*`.

pub(super) use std::collections::BTreeMap;

pub(super) use reader::{Diagnostic, Diagnostics, Span, Spanned};

pub(super) use super::common::suggest;
pub(super) use crate::model::{Body, Contract, ErrorCase, InputPart, Operation, Record, Segment};
