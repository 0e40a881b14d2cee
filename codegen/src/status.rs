//! HTTP statuses as constants of the `http` crate.

use heck::ToShoutySnakeCase;
use http::StatusCode;
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::imports::Imports;

/// `Some(StatusCode::OK)`, or `None`.
pub fn option(status: Option<u16>, imports: &mut Imports) -> TokenStream {
    let Some(number) = status else {
        return quote!(None);
    };
    let code = imports.from("http", "StatusCode");
    let reason = StatusCode::from_u16(number).ok().and_then(|status| status.canonical_reason());
    if let Some(reason) = reason {
        // The constant of "I'm a teapot" is `IM_A_TEAPOT`.
        let name = format_ident!("{}", reason.replace('\'', "").to_shouty_snake_case());
        return quote!(Some(#code::#name));
    }
    let number = Literal::u16_unsuffixed(number);
    quote!(#code::from_u16(#number).ok())
}
