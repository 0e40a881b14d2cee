//! `api.rs`: key header, error body and refusals shared by all operations.

use proc_macro2::TokenStream;
use quote::quote;

use super::file;
use crate::doc::Doc;
use crate::plan::{Plan, section};

/// The file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let service = &plan.contract.service;
    let header = &service.auth.header;
    let key =
        Doc::new("The header that carries the key.").text(section(&service.auth.section)).outer();
    let about = Doc::new(format!(
        "{}: key header, error body and refusals shared by all operations.",
        service.title
    ));
    let doc = about.clone().text(section(&service.auth.section));
    file(about, |imports| {
        let names = ["ErrorBody", "ErrorKind", "KeyError"];
        let [body, kind, key_error] = names.map(|name| imports.model_named(name));
        let message = &plan.error_body.members[0].field.name;
        let doc = doc.outer();
        quote! {
            #key
            pub const KEY_HEADER: &str = #header;

            #doc
            #[derive(Clone, Copy, Debug)]
            pub struct Api;

            impl contract_runtime::Api for Api {
                const KEY_HEADER: &'static str = KEY_HEADER;

                type KeyError = #key_error;
                type ErrorKind = #kind;
                type ErrorBody = #body;

                fn error_body(message: String) -> #body {
                    #body::new(message)
                }

                fn error_message(body: #body) -> String {
                    body.#message
                }
            }
        }
    })
}
