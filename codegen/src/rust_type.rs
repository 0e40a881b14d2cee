//! The Rust type of a member or parameter, decided once in the plan.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::imports::Imports;
use crate::names::Ident;

/// A type of the generated models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RustType {
    /// `String`
    Text,
    /// `i64`
    Integer,
    /// `u64`
    Count,
    /// `Number`: any JSON number, exact.
    Number,
    /// `bool`
    Boolean,
    /// `Timestamp`
    Timestamp,
    /// `RawJson`: the contract leaves the type open.
    Raw,
    /// The struct of a record, at the root of the models.
    Record(Ident),
    /// A generated open enum at the root of the models.
    Enumeration(Ident),
    /// A generated identifier at the root of the models; made of any text.
    Identifier(Ident),
    /// `Vec<_>`
    List(Box<RustType>),
    /// `BTreeMap<String, _>`
    Map(Box<RustType>),
    /// `Option<_>`: an input that can be null. Where it can also be left out, that is another `Option` around it.
    Nullable(Box<RustType>),
    /// `Box<_>` in recursive records.
    Boxed(Box<RustType>),
}

impl RustType {
    /// The type as written in a file with these imports.
    pub fn tokens(&self, imports: &mut Imports) -> TokenStream {
        match self {
            Self::Text => quote!(String),
            Self::Integer => quote!(i64),
            Self::Count => quote!(u64),
            Self::Boolean => quote!(bool),
            Self::Number => imports.model_named("Number").into_token_stream(),
            Self::Timestamp => imports.model_named("Timestamp").into_token_stream(),
            Self::Raw => imports.model_named("RawJson").into_token_stream(),
            Self::Record(name) | Self::Enumeration(name) | Self::Identifier(name) => {
                imports.model(name).into_token_stream()
            }
            Self::List(item) => {
                let item = item.tokens(imports);
                quote!(Vec<#item>)
            }
            Self::Map(item) => {
                let item = item.tokens(imports);
                let map = imports.from("std::collections", "BTreeMap");
                quote!(#map<String, #item>)
            }
            Self::Nullable(inner) => {
                let inner = inner.tokens(imports);
                quote!(Option<#inner>)
            }
            Self::Boxed(inner) => {
                let inner = inner.tokens(imports);
                quote!(Box<#inner>)
            }
        }
    }

    /// Whether a constructor accepts values that convert into the type, such as `&str`.
    pub fn takes_into(&self) -> bool {
        matches!(self, Self::Text | Self::Number | Self::Enumeration(_) | Self::Identifier(_))
    }
}
