//! The success of an operation.

use super::members::{Kind, constructors};
use super::prelude::*;
use super::structs;
use crate::plan::StructPlan;

/// The type, and how it is sent and read.
pub fn tokens(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.success.name;
    let Some(headers) = &plan.success.headers else { return body(plan, name, imports) };
    let operation = plan.operation;
    let doc = Doc::new(format!("Success of `{}`: body and headers.", operation.id))
        .text(section(&operation.section))
        .outer();
    let (body_name, headers_name) = (&plan.success.body, &headers.name);
    let body = body(plan, body_name, imports);
    let headers = headers_struct(headers, imports);
    let with_headers = imports.runtime("WithHeaders");
    quote!(#doc pub type #name = #with_headers<#body_name, #headers_name>; #body #headers)
}

/// The struct of the headers.
fn headers_struct(plan: &StructPlan<'_>, imports: &mut Imports) -> TokenStream {
    let name = &plan.name;
    let declaration = structs::declaration(plan, imports);
    let fields: Vec<_> = plan.members.iter().map(|member| &member.field).collect();
    let constructors = constructors(name, &fields, Kind::Closed, imports);
    let names = ["ResponseHeaders", "read_header", "write_header"];
    let [response_headers, read, write] = names.map(|name| imports.runtime(name));
    let error = imports.model_named("DecodeError");
    let map = imports.from("http", "HeaderMap");
    let reads = fields.iter().map(|field| {
        let (field, wire) = (&field.name, field.wire);
        quote!(#field: #read(headers, #wire)?)
    });
    let writes = fields.iter().map(|field| {
        let (field, wire) = (&field.name, field.wire);
        quote!(#write(headers, #wire, &self.#field);)
    });
    quote! {
        #declaration
        #constructors

        impl #response_headers for #name {
            fn write(&self, headers: &mut #map) {
                #(#writes)*
            }

            fn read(headers: &#map) -> Result<Self, #error> {
                Ok(Self { #(#reads,)* })
            }
        }
    }
}

/// The type of the body.
fn body(plan: &OperationPlan<'_>, name: &Ident, imports: &mut Imports) -> TokenStream {
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
            let wire = empty(name, imports);
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
fn empty(name: &Ident, imports: &mut Imports) -> TokenStream {
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
