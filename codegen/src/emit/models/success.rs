//! The success of an operation.

use super::prelude::*;
use super::structs;

/// The type, and how it is sent and read.
pub fn tokens(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.success.name;
    match &plan.success.shape {
        SuccessShape::Undocumented => {
            let undocumented = imports.model_named("RawResponse");
            let about =
                format!("Success of `{}`, whose body is not documented.", plan.operation.id);
            let doc = Doc::new(about).text(section(&plan.operation.section)).outer();
            quote!(#doc pub type #name = #undocumented;)
        }
        SuccessShape::Empty(doc) => {
            let doc = doc.outer();
            let wire = empty(plan, imports);
            quote! {
                #doc
                #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
                pub struct #name;
                #wire
            }
        }
        SuccessShape::Bare(doc, ty) => {
            let (doc, ty) = (doc.outer(), ty.tokens(imports));
            quote!(#doc pub type #name = #ty;)
        }
        SuccessShape::Envelope(shape) => {
            let shape = structs::tokens(shape, imports);
            let meta = plan.success.meta.as_ref().map(|meta| structs::tokens(meta, imports));
            let json_body = imports.runtime("JsonBody");
            quote!(#shape impl #json_body for #name {} #meta)
        }
    }
}

/// To and from an answer without a body.
fn empty(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.success.name;
    let (success, answer) =
        (imports.model_named("ToResponse"), imports.model_named("FromResponse"));
    let (info, error) = (imports.model_named("OperationInfo"), imports.model_named("DecodeError"));
    let undocumented = imports.model_named("RawResponse");
    let (response, bytes) = (imports.from("http", "Response"), imports.from("bytes", "Bytes"));
    let empty_response = imports.runtime("empty_response");
    quote! {
        impl #success for #name {
            fn to_http(&self, info: &#info) -> #response<#bytes> {
                #empty_response(info)
            }
        }

        impl #answer for #name {
            fn from_http(_response: &#undocumented) -> Result<Self, #error> {
                Ok(Self)
            }
        }
    }
}
