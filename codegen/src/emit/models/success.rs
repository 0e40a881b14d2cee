//! What an operation answers when all is well.

use proc_macro2::TokenStream;
use quote::quote;

use super::structs;
use crate::doc::{Doc, sentence};
use crate::imports::Imports;
use crate::plan::{OperationPlan, SuccessShape};

/// The type, and how it is sent and read.
pub fn tokens(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.success.name;
    match &plan.success.shape {
        SuccessShape::Undocumented => {
            let undocumented = imports.model_named("Undocumented");
            let about = format!(
                "what `{}` answers when all is well is not shown",
                plan.operation.id
            );
            let doc = Doc::new(sentence(&about)).outer();
            quote!(#doc pub type #name = #undocumented;)
        }
        SuccessShape::Empty(doc) => {
            let doc = doc.outer();
            let wire = wire(plan, imports, None);
            quote! {
                #doc
                #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
                pub struct #name;
                #wire
            }
        }
        SuccessShape::Envelope(shape) => {
            let shape = structs::tokens(shape, imports);
            let meta = plan
                .success
                .meta
                .as_ref()
                .map(|meta| structs::tokens(meta, imports));
            let from_slice = imports.from("crate::runtime", "from_slice");
            let wire = wire(plan, imports, Some(quote!(#from_slice(&response.body))));
            quote!(#shape #wire #meta)
        }
    }
}

/// To and from an answer; `body` reads a JSON body, without one there is no body.
fn wire(plan: &OperationPlan<'_>, imports: &mut Imports, body: Option<TokenStream>) -> TokenStream {
    let name = &plan.success.name;
    let (success, answer) = (
        imports.model_named("Success"),
        imports.model_named("Answer"),
    );
    let (info, error) = (
        imports.model_named("OperationInfo"),
        imports.model_named("DecodeError"),
    );
    let undocumented = imports.model_named("Undocumented");
    let (response, bytes) = (
        imports.from("http", "Response"),
        imports.from("bytes", "Bytes"),
    );
    let write = match body {
        Some(_) => imports.from("crate::runtime", "json_response"),
        None => imports.from("crate::runtime", "empty_response"),
    };
    let (parameter, read, written) = match body {
        Some(read) => (quote!(response), read, quote!(#write(info, self))),
        None => (quote!(_response), quote!(Ok(Self)), quote!(#write(info))),
    };
    quote! {
        impl #success for #name {
            fn to_http(&self, info: &#info) -> #response<#bytes> {
                #written
            }
        }

        impl #answer for #name {
            fn from_http(#parameter: &#undocumented) -> Result<Self, #error> {
                #read
            }
        }
    }
}
