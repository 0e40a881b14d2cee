//! The request of an operation: its inputs as fields, to HTTP and back.

use proc_macro2::Literal;
use spec::Several;

use super::members::{Kind, constructors, has_default};
use super::prelude::*;
use super::served;
use crate::plan::InputPlan;
use crate::rust_type::RustType;

/// The struct with everything it can do.
pub fn tokens(
    plan: &Plan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> TokenStream {
    let (name, doc) = (&operation.request, operation.doc_with_link("crate").outer());
    let fields: Vec<_> = operation.inputs.iter().map(|input| &input.field).collect();
    let default = has_default(&fields).then(|| quote!(Default,));
    let constructors = constructors(name, &fields, Kind::Request, imports);
    let fields: Vec<_> = fields.iter().map(|field| field.declaration(imports)).collect();
    let conversion = conversion(plan, operation, imports);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[must_use = "a request does nothing until it is sent"]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* }
        #constructors
        #conversion
    }
}

/// How the request is written and read.
fn conversion(
    plan: &Plan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> TokenStream {
    let (name, success, error) = (&operation.request, &operation.success.name, &operation.error);
    let answer = answer(operation, imports);
    let names = ["Api", "OperationInfo", "Request", "RequestError"];
    let [api, info, request, request_error] = names.map(|name| imports.model_named(name));
    let bytes = imports.from("bytes", "Bytes");
    let facts = facts(operation, imports);
    let write = write(operation, imports);
    let read = read(operation, imports);
    let refuse_input = served::refuse_input(operation, imports);
    let wrong_inputs = wrong_inputs(plan, operation, imports);
    let key_status = served::key_status(plan, operation, imports);
    quote! {
        impl #request for #name {
            const INFO: &'static #info = #facts;

            type Api = #api;
            type Success = #success;
            type Response = #answer;
            type Error = #error;

            fn to_http(&self) -> Result<http::Request<#bytes>, #request_error> {
                #write
            }

            #read

            #refuse_input
            #wrong_inputs
            #key_status
        }
    }
}

/// The type that a client reads: an overlay's answer may be wrong, which must not make a call fail.
pub fn answer(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let success = imports.model(&operation.success.name);
    if operation.success.answered {
        let answered = imports.model_named("Assumed");
        return quote!(#answered<#success>);
    }
    quote!(#success)
}

/// The static facts of the operation.
fn facts(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let operation = plan.operation;
    let info = imports.model_named("OperationInfo");
    let method_type = imports.from("http", "Method");
    let method = format_ident!("{}", operation.method.as_str());
    let (id, path, section) = (&operation.id, operation.path.to_string(), &operation.section);
    let key = operation.key_required.value();
    let key = key.map(|required| quote!(.key_required(#required)));
    let status = plan.success.status.map(Literal::u16_unsuffixed);
    let status = status.map(|status| quote!(.success_status(#status)));
    let body = (!operation.body.is_empty()).then(|| quote!(.takes_body()));
    let blank = served::blank_paths(plan);
    let blank = (!blank.is_empty()).then(|| quote!(.blank_paths(&[#(#blank),*])));
    quote!(&#info::new(#id, #method_type::#method, #path, #section) #key #status #body #blank)
}

/// The body of `to_http`.
fn write(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let writer = imports.runtime("RequestWriter");
    let inputs = plan.inputs.iter().map(|input| {
        let (field, wire) = (&input.field.name, &*input.key);
        if input.part == InputPart::Header {
            return quote!(.key(#wire, &self.#field));
        }
        let method = format_ident!("{}", write_method(input));
        quote!(.#method(#wire, &self.#field))
    });
    quote!(#writer::new(Self::INFO) #(#inputs)* .finish())
}

/// The `from_http` of the request.
fn read(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let error = imports.model_named("InputError");
    let headers = read_headers(plan, imports);
    if plan.inputs.iter().all(|input| input.part == InputPart::Header) {
        return quote! {
            fn from_http(_path: &[(&str, &str)], _query: Option<&str>, _body: &[u8]) -> Result<Self, #error> {
                Ok(Self::new())
            }

            #headers
        };
    }
    let reader = imports.runtime("RequestReader");
    let body = || plan.inputs.iter().filter(|input| input.part == InputPart::Body);
    let blank = body().filter(|input| input.blank_refused).map(|input| input.field.wire);
    let blank = blank.chain(served::blank_members(plan));
    let is_mut = body().next().map(|_| quote!(mut));
    let fields = plan.inputs.iter().map(|input| {
        let (field, wire) = (&input.field.name, &*input.key);
        if input.part == InputPart::Header {
            return quote!(#field: None);
        }
        let method = format_ident!("{}", read_method(input));
        quote!(#field: reader.#method(#wire)?)
    });
    quote! {
        fn from_http(path: &[(&str, &str)], query: Option<&str>, body: &[u8]) -> Result<Self, #error> {
            let #is_mut reader = #reader::new(Self::INFO, path, query, body)?;
            #(reader.not_blank(#blank)?;)*
            Ok(Self { #(#fields,)* })
        }

        #headers
    }
}

/// The `read_headers` of the request, if a header has an input.
fn read_headers(plan: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let input = plan.inputs.iter().find(|input| input.part == InputPart::Header)?;
    let (field, wire) = (&input.field.name, &*input.key);
    let error = imports.model_named("InputError");
    let map = imports.from("http", "HeaderMap");
    let key_header = imports.runtime("key_header");
    Some(quote! {
        fn read_headers(&mut self, headers: &#map) -> Result<(), #error> {
            self.#field = #key_header(headers, #wire)?;
            Ok(())
        }
    })
}

/// The `wrong_inputs` of the request, where the document says that a refusal names all of them.
fn wrong_inputs(
    plan: &Plan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> Option<TokenStream> {
    let entries = plan.contract.service.error_body.entries.as_ref()?;
    let is_complete = entries.complete.value() == Some(&true);
    let inputs = operation.inputs.iter().filter(|input| input.part != InputPart::Header);
    let inputs: Vec<_> = inputs.filter(|_| is_complete).collect();
    if inputs.is_empty() {
        return None;
    }
    let error = imports.model_named("InputError");
    let [reader, problem] = ["RequestReader", "problem"].map(|name| imports.runtime(name));
    let is_mut = inputs.iter().any(|input| input.part == InputPart::Body).then(|| quote!(mut));
    let body = inputs.iter().filter(|input| input.part == InputPart::Body);
    let blank = body.filter(|input| input.blank_refused).map(|input| input.field.wire);
    let blank = blank.chain(served::blank_members(operation));
    let blank = blank.map(|wire| quote!(reader.not_blank(#wire).err()));
    let read = inputs.iter().map(|input| {
        let (field, wire) = (&input.field.name, &*input.key);
        let method = format_ident!("{}", read_method(input));
        quote!(#problem(reader.#method(#wire), |it: &Self| &it.#field))
    });
    let problems = blank.chain(read);
    Some(quote! {
        fn wrong_inputs(path: &[(&str, &str)], query: Option<&str>, body: &[u8]) -> Vec<#error> {
            let Ok(#is_mut reader) = #reader::new(Self::INFO, path, query, body) else {
                return Vec::new();
            };
            let mut wrong = Vec::new();
            #(wrong.extend(#problems);)*
            wrong
        }
    })
}

/// The method of the runtime that writes an input.
fn write_method(input: &InputPlan<'_>) -> &'static str {
    match read_method(input) {
        "path" if input.blank_refused => "path_or_blank",
        "member" if !input.field.required => "optional_member",
        "optional_nullable_member" => "optional_member",
        "nullable_member" => "member",
        method => method,
    }
}

/// The method of the runtime that reads an input.
fn read_method(input: &InputPlan<'_>) -> &'static str {
    match input.part {
        InputPart::Path => "path",
        InputPart::Header => "key",
        InputPart::Query if input.several.is_some_and(Several::repeats) => "query_list",
        InputPart::Query => "query",
        InputPart::Body if matches!(input.field.ty, RustType::Nullable(_)) => {
            if input.field.required { "nullable_member" } else { "optional_nullable_member" }
        }
        InputPart::Body if input.several.is_some() => "member_list",
        InputPart::Body => "member",
    }
}
