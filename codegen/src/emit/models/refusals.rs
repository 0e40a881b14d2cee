//! Documented refusals: an enum for each operation, one for the key, and one for all of them.

mod message;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file;
use crate::doc::Doc;
use crate::imports::Imports;
use crate::names;
use crate::plan::{CasePlan, OperationPlan, section};
use crate::status;

/// The refusals of an operation.
pub fn of_operation(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = Doc::new(format!(
        "The documented refusals of `{}`; there may be others.",
        plan.operation.id
    ));
    refusal_enum(&plan.error, doc, &plan.cases, imports)
}

/// The file of the refusals about the key.
pub fn key_errors(cases: &[CasePlan<'_>]) -> TokenStream {
    let doc = Doc::new("The documented refusals that any operation may answer.");
    let name = names::exact("KeyError");
    file(doc.clone(), |imports| {
        refusal_enum(&name, doc, cases, imports)
    })
}

/// The file of all refusals.
pub fn kinds(cases: &[CasePlan<'_>]) -> TokenStream {
    let doc = Doc::new(
        "Every documented refusal, whatever operation it is of; each has its own message.",
    );
    let name = names::exact("ErrorKind");
    file(doc.clone(), |imports| {
        let declaration = declaration(&name, &doc, cases);
        let (id, message) = (id(cases), message::message(cases));
        let refusal_type = imports.from("crate::runtime", "refusal_type");
        quote! {
            #declaration

            impl #name {
                /// Its id in the contract.
                #[must_use]
                pub fn id(&self) -> &'static str {
                    #id
                }

                /// Its message as sent.
                #[must_use]
                pub fn message(&self) -> String {
                    #message
                }
            }

            #refusal_type!(#name);
        }
    })
}

/// An enum of refusals that are sent and recognised.
fn refusal_enum(
    name: &Ident,
    doc: Doc,
    cases: &[CasePlan<'_>],
    imports: &mut Imports,
) -> TokenStream {
    imports.declare(name);
    let declaration = declaration(name, &doc, cases);
    let refusal_type = imports.from("crate::runtime", "refusal_type");
    if cases.is_empty() {
        return quote!(#declaration #refusal_type!(#name {}););
    }
    let (id, message, parse) = (
        id(cases),
        message::message(cases),
        message::parse(cases, imports),
    );
    let status = status(cases, imports);
    let refusal = imports.model_named("Refusal");
    let code = imports.from("http", "StatusCode");
    let kind = kind(name, cases, imports);
    quote! {
        #declaration

        impl #refusal for #name {
            fn id(&self) -> &'static str {
                #id
            }

            fn message(&self) -> String {
                #message
            }

            fn status(&self) -> Option<#code> {
                #status
            }

            fn parse(message: &str) -> Option<Self> {
                #parse
            }
        }

        #refusal_type!(#name);
        #kind
    }
}

fn declaration(name: &Ident, doc: &Doc, cases: &[CasePlan<'_>]) -> TokenStream {
    let doc = doc.outer();
    let variants = cases.iter().map(|case| {
        let variant = &case.variant;
        let doc = Doc::new(format!("`{}`", case.case.message))
            .text(section(&case.case.section))
            .outer();
        let fields = case.holes.iter().map(|(hole, field)| {
            let doc = Doc::new(format!("What stands for `{{{hole}}}`.")).outer();
            quote!(#doc #field: String)
        });
        match case.holes.is_empty() {
            true => quote!(#doc #variant),
            false => quote!(#doc #variant { #(#fields,)* }),
        }
    });
    quote! {
        #doc
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum #name { #(#variants,)* }
    }
}

fn id(cases: &[CasePlan<'_>]) -> TokenStream {
    matching(cases, |case| {
        let (pattern, id) = (pattern(case), &case.case.id);
        quote!(#pattern => #id)
    })
}

fn status(cases: &[CasePlan<'_>], imports: &mut Imports) -> TokenStream {
    let known = |case: &CasePlan<'_>| case.case.status.known().copied();
    if cases.iter().all(|case| known(case).is_none()) {
        return quote!(None);
    }
    let mut groups: Vec<(Option<u16>, Vec<TokenStream>)> = Vec::new();
    for case in cases {
        let pattern = pattern(case);
        match groups.iter_mut().find(|(status, _)| *status == known(case)) {
            Some((_, patterns)) => patterns.push(pattern),
            None => groups.push((known(case), vec![pattern])),
        }
    }
    let arms = groups.iter().map(|(number, patterns)| {
        let status = status::option(*number, imports);
        quote!(#(#patterns)|* => #status)
    });
    quote!(match self { #(#arms,)* })
}

fn kind(name: &Ident, cases: &[CasePlan<'_>], imports: &mut Imports) -> TokenStream {
    let kind = imports.model_named("ErrorKind");
    let arms = cases.iter().map(|case| {
        let (from, variant) = (&case.variant, &case.variant);
        let fields: Vec<_> = case.holes.iter().map(|(_, field)| field).collect();
        match fields.is_empty() {
            true => quote!(#name::#from => Self::#variant),
            false => quote!(#name::#from { #(#fields),* } => Self::#variant { #(#fields),* }),
        }
    });
    let arms = quote!(#(#arms,)*);
    quote! {
        impl From<#name> for #kind {
            fn from(error: #name) -> Self {
                match error { #arms }
            }
        }
    }
}

/// A `match` on what the refusal is; without cases there is none to match.
fn matching(cases: &[CasePlan<'_>], arm: impl Fn(&CasePlan<'_>) -> TokenStream) -> TokenStream {
    let arms = cases.iter().map(arm);
    match cases.is_empty() {
        true => quote!(match *self {}),
        false => quote!(match self { #(#arms,)* }),
    }
}

fn pattern(case: &CasePlan<'_>) -> TokenStream {
    let variant = &case.variant;
    match case.holes.is_empty() {
        true => quote!(Self::#variant),
        false => quote!(Self::#variant { .. }),
    }
}
