//! Common imports of the emitters of the crate: `use super::prelude::*`.

pub(super) use proc_macro2::TokenStream;
pub(super) use quote::{format_ident, quote};
pub(super) use spec::InputPart;

pub(super) use crate::doc::Doc;
pub(super) use crate::imports::Imports;
pub(super) use crate::names::{self, Ident};
pub(super) use crate::plan::{FieldPlan, OperationPlan, Plan, SuccessShape, section};
pub(super) use crate::template::fill;
