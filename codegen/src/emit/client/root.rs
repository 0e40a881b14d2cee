//! `lib.rs` of the client crate.

use crate::doc::Doc;
use crate::emit::shared;
use crate::names;
use crate::plan::Plan;
use proc_macro2::TokenStream;
use quote::quote;

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let title = &plan.contract.service.title;
    let doc = Doc::new(format!("Client of the {title}.")).inner();
    let models = names::exact(&plan.packages.models.library);
    let modules = shared::with_operations(plan).map(|resource| &resource.module);
    quote! {
        #doc
        #![doc = include_str!("../README.md")]
        #[cfg(feature = "blocking")]
        mod blocking_client;
        mod client;
        #(mod #modules;)*

        /// The crates whose types are part of requests and responses.
        pub use {bytes, http};
        #[cfg(feature = "blocking")]
        pub use blocking_client::BlockingClient;
        pub use client::{Client, ClientBuilder};
        #[cfg(feature = "blocking")]
        pub use contract_runtime_client::BlockingPages;
        #[cfg(feature = "reqwest")]
        pub use contract_runtime_client::ReqwestTransport;
        pub use contract_runtime_client::{
            BaseUrl, BuildError, CallOptions, InvalidBaseUrl, PageResult, Pages, Response,
            ResponseFuture, Retries, Transport, TransportError, TransportErrorKind,
        };

        /// Why a call did not succeed. `E` is the documented refusals of the operation.
        pub type Error<E> = contract_runtime_client::Error<E, #models::Api>;

        /// An error of any operation: `?` turns the error of each operation into it.
        pub type AnyError = contract_runtime_client::AnyError<#models::Api>;

        /// The types of requests and responses.
        // A renamed crate would appear in compiler messages under a name that cannot be written.
        pub mod models {
            pub use #models::*;
        }
    }
}
