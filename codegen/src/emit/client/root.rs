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
    let doc = Doc::new(format!("{title}: the half that calls.")).inner();
    let models = names::exact(&plan.packages.models.library);
    let modules = shared::with_operations(plan).map(|resource| &resource.module);
    quote! {
        #doc
        #![doc = include_str!("../README.md")]
        #(mod #modules;)*
        mod runtime;

        /// The crates whose types stand in requests and answers.
        pub use {bytes, http};
        #[cfg(feature = "reqwest")]
        pub use runtime::ReqwestTransport;
        #[cfg(feature = "blocking")]
        pub use runtime::{BlockingClient, BlockingPages};
        pub use runtime::{
            Answer, BaseUrl, BuildError, CallOptions, Client, ClientBuilder, Error, InvalidBaseUrl,
            PagedRequest, Pages, Retries, Sending, Transport, TransportError, TransportErrorKind,
        };

        /// The types of what is sent and answered.
        // A renamed crate would stand in the messages of the compiler under a name that nobody can write.
        pub mod models {
            pub use #models::*;
        }
    }
}
