//! Reads hand-written YAML files: nodes with spans, key tables, diagnostics.
//!
//! [`Sources`] holds the text of a file, [`parse`] makes a tree of [`Node`]s with spans,
//! [`Reader`] reads the tree by [`KeyTable`]s, and every error is a [`Diagnostic`], printed by
//! [`render`] or [`to_json`]. Reading continues after an error, so that one run reports all
//! of them.
//!
//! The dialect is a strict subset of YAML: no anchors, aliases, tags, merge keys, directives,
//! tab indentation, duplicate keys or second documents. Scalars are text until the caller
//! asks for a number or boolean.
//!
//! This crate does not know what the files mean.

pub mod catalog;
mod diagnostic;
mod node;
mod parse;
mod reader;
mod render;
mod source;
mod span;
mod table;
mod words;

pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label, Severity};
pub use node::{Entry, Node, Scalar, Value};
pub use parse::{MAX_DEPTH, parse};
pub use reader::{Fields, Reader};
pub use render::{Style, render, to_json};
pub use source::{MAX_FILE_BYTES, Sources};
pub use span::{FileId, Span, Spanned};
pub use table::{Key, KeyTable, Shape, optional, required};
pub use words::{counted, did_you_mean, noun_for, quoted};
