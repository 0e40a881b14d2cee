//! Calls of the hand-written macros: tables of one line a row.
//!
//! What is alike in all types stands in a macro of the runtime once; generated is only what differs.

use std::fmt::Display;

use proc_macro2::{Literal, TokenStream};

use crate::names::Ident;
use crate::print::verbatim;

/// `name! { head { .. } }`, a line for each row.
pub fn call(name: &Ident, head: impl Display, rows: &[String], tail: &str) -> TokenStream {
    if rows.is_empty() {
        return verbatim(&format!("{name}! {{ {head} {{}}{tail} }}\n"));
    }
    let rows: String = rows.iter().map(|row| format!("    {row}\n")).collect();
    verbatim(&format!("{name}! {{ {head} {{\n{rows}}}{tail} }}\n"))
}

/// A text as a literal of Rust.
pub fn literal(text: &str) -> Literal {
    Literal::string(text)
}
