//! Common imports of lowering: `use super::prelude::*`.

pub(super) use reader::{
    Diagnostic, Entry, Fields, Node, Span, Spanned, Value, did_you_mean, quoted,
};

pub(super) use super::place::Place;
pub(super) use super::slots::Written;
pub(super) use super::{Document, Lower};
pub(super) use crate::model::{Field, MemberReference, MemberUsage, Slot, Type};
