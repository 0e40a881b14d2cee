//! Documented refusals: an enum for each operation, one for the key, and one for all of them.

use std::cmp::Reverse;

use proc_macro2::TokenStream;
use quote::quote;
use spec::{ErrorCase, Template, TemplatePart};

use super::file;
use super::table::{self, literal};
use crate::doc::Doc;
use crate::imports::Imports;
use crate::names::{self, Ident};
use crate::plan::{CasePlan, OperationPlan, Plan, answered, section, sections};

/// The refusals of an operation.
pub fn of_operation(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let id = &plan.operation.id;
    let doc = match plan.cases.is_empty() {
        true => Doc::new(format!(
            "The documented refusals of `{id}`: none, which rules nothing out."
        ))
        .text(section(&plan.operation.section)),
        false => Doc::new(format!(
            "The documented refusals of `{id}`; there may be others."
        ))
        .text(sections_of(&plan.cases)),
    };
    refusal_enum(&plan.error, doc, &plan.cases, imports)
}

/// The sections that show these refusals.
fn sections_of(cases: &[CasePlan<'_>]) -> String {
    sections(cases.iter().map(|case| &case.case.section))
}

/// The file of the refusals about the key.
pub fn key_errors(plan: &Plan<'_>) -> TokenStream {
    let cases = &plan.key_cases;
    let about = Doc::new("The documented refusals that any operation may answer.");
    let doc = about.clone().text(match cases.is_empty() {
        true => section(&plan.contract.service.auth.section),
        false => sections_of(cases),
    });
    let name = names::exact("KeyError");
    file(about, |imports| refusal_enum(&name, doc, cases, imports))
}

/// The file of all refusals.
pub fn kinds(cases: &[CasePlan<'_>]) -> TokenStream {
    let about = Doc::new(
        "Every documented refusal, whatever operation it is of; each has its own message.",
    );
    let doc = about.clone().text(sections_of(cases));
    let name = names::exact("ErrorKind");
    file(about, |imports| {
        let declaration = declaration(&name, &doc, cases, |_| None);
        let refusal_kind = imports.runtime("refusal_kind");
        let rows = cases.iter().map(|case| row(case, None));
        let rows: Vec<_> = rows.collect();
        let table = table::call(&refusal_kind, &name, &rows, "");
        let no_refusals = imports.model_named("NoRefusals");
        quote! {
            #declaration
            #table

            impl From<#no_refusals> for #name {
                fn from(error: #no_refusals) -> Self {
                    match error {}
                }
            }
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
    if cases.is_empty() {
        let none = imports.model_named("NoRefusals");
        let doc = doc.outer();
        return quote!(#doc pub type #name = #none;);
    }
    imports.declare(name);
    let declaration = declaration(name, &doc, cases, answered);
    let refusal_type = imports.runtime("refusal_type");
    let kind = imports.model_named("ErrorKind");
    let mut rows: Vec<_> = cases.iter().collect();
    // Who recognises a message tries plain texts first, then templates, those with more text before those with less.
    rows.sort_by_key(|case| {
        let message = &case.case.message;
        (!message.is_literal()).then(|| Reverse(message.literal_len()))
    });
    let rows = rows.into_iter();
    let rows = rows.map(|case| row(case, Some(case.case.status.value().copied())));
    let rows: Vec<_> = rows.collect();
    let table = table::call(&refusal_type, format!("{name} in {kind}"), &rows, "");
    quote!(#declaration #table)
}

/// `Lent { title } = "lent", Some(409), "Book " title " is lent";`
fn row(case: &CasePlan<'_>, status: Option<Option<u16>>) -> String {
    let fields = case.holes.iter().map(|(_, field)| field.to_string());
    let fields = fields.collect::<Vec<_>>().join(", ");
    let fields = match fields.is_empty() {
        true => "{}".to_owned(),
        false => format!("{{ {fields} }}"),
    };
    let status = status.map_or_else(String::new, |status| format!("{status:?}, "));
    let (variant, id) = (&case.variant, literal(&case.case.id));
    format!(
        "{variant} {fields} = {id}, {status}{};",
        message(&case.case.message)
    )
}

/// The texts of a message and the fields between them, in turn; a text comes first and last.
fn message(template: &Template) -> String {
    let mut row = String::new();
    let mut text = String::new();
    for piece in &template.parts {
        match piece {
            TemplatePart::Text(piece) => text.push_str(piece),
            TemplatePart::Placeholder(hole) => {
                let field = names::snake(hole);
                row.push_str(&format!("{} {field} ", literal(&text)));
                text.clear();
            }
        }
    }
    row + &literal(&text).to_string()
}

fn declaration(
    name: &Ident,
    doc: &Doc,
    cases: &[CasePlan<'_>],
    more: impl Fn(&ErrorCase) -> Option<String>,
) -> TokenStream {
    let doc = doc.outer();
    let variants = cases.iter().map(|case| {
        let variant = &case.variant;
        let doc = Doc::new(format!("`{}`", case.case.message))
            .text(more(case.case).unwrap_or_default())
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
