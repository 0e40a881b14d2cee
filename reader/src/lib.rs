//! One reader for everything people write: located YAML, tables of keys, diagnostics.
//!
//! The way of a file: [`Sources`] holds its text, [`parse`] makes a tree of [`Node`]s that know
//! where they were written, [`Reader`] reads the tree by [`KeyTable`]s, and every mistake met on
//! the way is a [`Diagnostic`], shown by [`render`] or [`to_json`]. Reading goes on after a
//! mistake, so that one run shows all of them.
//!
//! The dialect is YAML without its surprises: no anchors, aliases, tags, merge keys, directives,
//! tab indentation, duplicate keys or second documents. Text is text: only whoever asks for a
//! number or for yes or no gets one.
//!
//! What the files mean is not known here.

pub mod catalog;
mod diagnostic;
mod node;
mod parse;
mod quoted;
mod reader;
mod render;
mod source;
mod span;
mod suggest;
mod table;

pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label, Severity};
pub use node::{Entry, Node, Scalar, Value};
pub use parse::{MAX_DEPTH, parse};
pub use quoted::quoted;
pub use reader::{Fields, Reader};
pub use render::{Style, render, to_json};
pub use source::{MAX_FILE_BYTES, Sources};
pub use span::{FileId, Span, Spanned};
pub use suggest::did_you_mean;
pub use table::{Key, KeyTable, Shape};
