//! HTTP statuses as constants of the `http` crate.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::imports::Imports;

/// Statuses by the name of their constant.
const NAMES: [(u16, &str); 33] = [
    (200, "OK"),
    (201, "CREATED"),
    (202, "ACCEPTED"),
    (203, "NON_AUTHORITATIVE_INFORMATION"),
    (204, "NO_CONTENT"),
    (205, "RESET_CONTENT"),
    (206, "PARTIAL_CONTENT"),
    (301, "MOVED_PERMANENTLY"),
    (302, "FOUND"),
    (303, "SEE_OTHER"),
    (304, "NOT_MODIFIED"),
    (307, "TEMPORARY_REDIRECT"),
    (308, "PERMANENT_REDIRECT"),
    (400, "BAD_REQUEST"),
    (401, "UNAUTHORIZED"),
    (402, "PAYMENT_REQUIRED"),
    (403, "FORBIDDEN"),
    (404, "NOT_FOUND"),
    (405, "METHOD_NOT_ALLOWED"),
    (406, "NOT_ACCEPTABLE"),
    (409, "CONFLICT"),
    (410, "GONE"),
    (411, "LENGTH_REQUIRED"),
    (412, "PRECONDITION_FAILED"),
    (413, "PAYLOAD_TOO_LARGE"),
    (415, "UNSUPPORTED_MEDIA_TYPE"),
    (422, "UNPROCESSABLE_ENTITY"),
    (423, "LOCKED"),
    (429, "TOO_MANY_REQUESTS"),
    (500, "INTERNAL_SERVER_ERROR"),
    (501, "NOT_IMPLEMENTED"),
    (502, "BAD_GATEWAY"),
    (503, "SERVICE_UNAVAILABLE"),
];

/// `Some(StatusCode::OK)`, or `None`.
pub fn option(status: Option<u16>, imports: &mut Imports) -> TokenStream {
    let Some(number) = status else {
        return quote!(None);
    };
    let code = imports.from("http", "StatusCode");
    match NAMES.iter().find(|(known, _)| *known == number) {
        Some((_, name)) => {
            let name = format_ident!("{name}");
            quote!(Some(#code::#name))
        }
        None => {
            let number = Literal::u16_unsuffixed(number);
            quote!(#code::from_u16(#number).ok())
        }
    }
}
