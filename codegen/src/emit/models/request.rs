//! The request of an operation: its inputs as fields, to HTTP and back.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use spec::InputPart;

use super::members::{Kind, Member, constructors, has_default};
use crate::imports::Imports;
use crate::plan::{InputPlan, OperationPlan, SuccessShape};
use crate::status;

/// The struct with everything it can do.
pub fn tokens(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, doc) = (&plan.request, plan.doc.outer());
    let members: Vec<_> = plan.inputs.iter().map(member).collect();
    let default = has_default(&members).then(|| quote!(Default,));
    let fields: Vec<_> = members
        .iter()
        .map(|member| member.declaration(imports))
        .collect();
    let constructors = constructors(name, &members, Kind::Request, imports);
    let conversion = conversion(plan, imports);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* }
        #constructors
        #conversion
    }
}

fn member<'p>(input: &'p InputPlan<'_>) -> Member<'p> {
    Member {
        field: &input.field,
        ty: &input.ty,
        required: input.required,
        doc: &input.doc,
    }
}

fn conversion(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, success, error) = (&plan.request, &plan.success.name, &plan.error);
    let request = imports.model_named("Request");
    let answer = match plan.success.shape {
        SuccessShape::Undocumented => quote!(#success),
        _ if plan.success.answered => {
            let answered = imports.model_named("Answered");
            quote!(#answered<#success>)
        }
        _ => quote!(#success),
    };
    let info_type = imports.model_named("OperationInfo");
    let info = info(plan, imports);
    let bytes = imports.from("bytes", "Bytes");
    let (build, input) = (
        imports.model_named("BuildError"),
        imports.model_named("InputError"),
    );
    let to_http = to_http(plan, imports);
    let from_http = from_http(plan, imports);
    let (path, query, body) = match plan.inputs.is_empty() {
        true => (quote!(_path), quote!(_query), quote!(_body)),
        false => (quote!(path), quote!(query), quote!(body)),
    };
    quote! {
        impl #request for #name {
            const INFO: &'static #info_type = #info;

            type Success = #success;
            type Answer = #answer;
            type Error = #error;

            fn to_http(&self) -> Result<http::Request<#bytes>, #build> {
                #to_http
            }

            fn from_http(
                #path: &[(&str, &str)],
                #query: Option<&str>,
                #body: &[u8],
            ) -> Result<Self, #input> {
                #from_http
            }
        }
    }
}

fn info(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let operation = plan.operation;
    let info = imports.model_named("OperationInfo");
    let method_type = imports.from("http", "Method");
    let method = format_ident!("{}", operation.method.as_str());
    let (id, path, section) = (
        &operation.id,
        operation.path.to_string(),
        &operation.section,
    );
    let key_required = match operation.key_required.known() {
        Some(required) => quote!(Some(#required)),
        None => quote!(None),
    };
    let success_status = status::constant(plan.success.status, imports);
    quote! {
        &#info {
            id: #id,
            method: #method_type::#method,
            path: #path,
            section: #section,
            key_required: #key_required,
            success_status: #success_status,
        }
    }
}

fn to_http(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let outgoing = imports.from("crate::runtime", "Outgoing");
    let call = |input: &InputPlan<'_>| {
        let (field, wire) = (&input.field, input.wire);
        match (input.part, input.required) {
            (InputPart::Query, true) if input.commas => quote!(.query_list(#wire, &self.#field)),
            (InputPart::Query, false) if input.commas => {
                quote!(.optional_query_list(#wire, self.#field.as_deref()))
            }
            (InputPart::Body, true) if input.commas => quote!(.list(#wire, &self.#field)),
            (InputPart::Body, false) if input.commas => {
                quote!(.optional_list(#wire, self.#field.as_deref()))
            }
            (InputPart::Path, _) => quote!(.path(#wire, &self.#field)),
            (InputPart::Query, true) => quote!(.query(#wire, &self.#field)),
            (InputPart::Query, false) => quote!(.optional_query(#wire, self.#field.as_ref())),
            (InputPart::Body, true) => quote!(.member(#wire, &self.#field)),
            (InputPart::Body, false) => quote!(.optional_member(#wire, self.#field.as_ref())),
        }
    };
    let is_body = |input: &&InputPlan<'_>| input.part == InputPart::Body;
    let before = plan.inputs.iter().filter(|input| !is_body(input)).map(call);
    let body = plan
        .inputs
        .iter()
        .any(|input| is_body(&input))
        .then(|| quote!(.body()));
    let members = plan.inputs.iter().filter(is_body).map(call);
    quote!(#outgoing::new(Self::INFO) #(#before)* #body #(#members)* .finish())
}

fn from_http(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    if plan.inputs.is_empty() {
        return quote!(Ok(Self::new()));
    }
    let incoming = imports.from("crate::runtime", "Incoming");
    let has_body = plan
        .inputs
        .iter()
        .any(|input| input.part == InputPart::Body);
    let body = has_body.then(|| quote!(let mut body = incoming.body()?;));
    let blank = plan
        .inputs
        .iter()
        .filter(|input| input.blank_refused && input.part == InputPart::Body);
    let blank = blank.map(|input| {
        let wire = input.wire;
        quote!(body.not_blank(#wire)?;)
    });
    let values = plan.inputs.iter().map(|input| {
        let (field, wire) = (&input.field, input.wire);
        match (input.part, input.required) {
            (InputPart::Query, true) if input.commas => {
                quote!(#field: incoming.query_list(#wire)?)
            }
            (InputPart::Query, false) if input.commas => {
                quote!(#field: incoming.optional_query_list(#wire)?)
            }
            (InputPart::Body, true) if input.commas => quote!(#field: body.required_list(#wire)?),
            (InputPart::Body, false) if input.commas => quote!(#field: body.optional_list(#wire)?),
            (InputPart::Path, _) => quote!(#field: incoming.path(#wire)?),
            (InputPart::Query, true) => quote!(#field: incoming.query(#wire)?),
            (InputPart::Query, false) => quote!(#field: incoming.optional_query(#wire)?),
            (InputPart::Body, true) => quote!(#field: body.required(#wire)?),
            (InputPart::Body, false) => quote!(#field: body.optional(#wire)?),
        }
    });
    quote! {
        let incoming = #incoming::new(path, query, body);
        #body
        #(#blank)*
        Ok(Self { #(#values,)* })
    }
}
