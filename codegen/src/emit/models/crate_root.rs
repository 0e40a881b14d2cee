//! `lib.rs`, and the file of each resource: which modules there are and what they show.

use proc_macro2::TokenStream;
use quote::quote;
use spec::Contract;

use crate::doc::{Doc, sentence};
use crate::emit::sample::built;
use crate::emit::shared;
use crate::names;
use crate::plan::{OperationPlan, Plan, ResourcePlan, gap_note, open_questions};

/// `lib.rs`; beside it may be a page of what is not shown.
pub fn tokens(plan: &Plan<'_>, has_silences: bool) -> TokenStream {
    let service = &plan.contract.service;
    let mut doc = Doc::new(format!("Types of the {}.", service.title))
        .text(sentence(&service.about))
        .linked(
            "Each operation has a request with one field for each input, a success, and the refusals its \
             documentation lists; [`Request`] turns them into HTTP for a client, and back for a server. What \
             the documentation does not show stays open: members that nobody listed are kept in [`Extra`], \
             values that nobody listed in their enum, and answers that are not shown are [`Undocumented`].",
        )
        .linked(
            "What is JSON is read and written by `serde`, also as part of types of one's own and in other formats; a \
             [`Number`] tells where all its digits are kept.",
        );
    doc = match &plan.contract.overlay {
        Some(overlay) => doc.text(format!(
            "What the documentation leaves open is answered here by the overlay `{}`.",
            overlay.name
        )),
        None => doc,
    };
    if let Some((_, operation)) = shared::example(plan) {
        doc = doc.code("", &example(plan, operation));
    }
    doc = doc.text("Requests by resource; whatever else belongs to one is in its module:");
    doc = (plan.resources.iter().map(requests)).fold(doc, Doc::linked_item);
    if has_silences {
        doc = doc.linked(
            "What the documentation does not show of operations and of the service: [`not_shown`].",
        );
    }
    let silences = has_silences.then(|| {
        quote!(
            pub mod not_shown;
        )
    });
    let doc = doc.inner();
    let modules = plan.resources.iter().map(|resource| &resource.module);
    let shown = modules.clone();
    let header = &service.auth.header;
    let key = Doc::new("The header that carries the key.")
        .text(format!("Section: {}.", service.auth.section))
        .outer();
    quote! {
        #doc
        mod error_body;
        mod error_kind;
        mod key_error;
        #[doc(hidden)]
        pub mod runtime;
        #(pub mod #modules;)*
        #silences

        pub use error_body::ErrorBody;
        pub use error_kind::ErrorKind;
        pub use key_error::KeyError;
        pub use runtime::{
            Answer, Answered, BuildError, DecodeError, Extra, InputError, InputPart, InputProblem, NoRefusals,
            Number, NumberError, OperationInfo, RawJson, Refusal, Request, Success, Timestamp, TimestampError,
            Undocumented,
        };
        #(pub use #shown::*;)*

        #key
        pub const KEY_HEADER: &str = #header;
    }
}

/// A request as it goes out and, where one is documented without holes, a refusal as it comes back.
fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.models.library;
    let (request, error, built) = (&operation.request, &operation.error, built(operation));
    let refusal = operation.cases.iter().find(|case| case.holes.is_empty());
    let mut imported = vec!["Request".to_owned(), request.to_string()];
    if refusal.is_some() {
        imported.extend([error.to_string(), "Refusal".to_owned()]);
    }
    imported.sort();
    let imported = imported.join(", ");
    let refused = refusal.map(|case| {
        let (variant, message) = (&case.variant, case.case.message.to_string());
        format!("\nlet refused = {error}::parse({message:?});\nassert_eq!(refused, Some({error}::{variant}));")
    });
    format!(
        r#"use {library}::{{{imported}}};

# fn main() -> Result<(), Box<dyn std::error::Error>> {{
let request = {built}.to_http()?;
assert_eq!(request.method(), {method:?});
{refused}
# Ok(())
# }}
"#,
        method = operation.operation.method.as_str(),
        refused = refused.unwrap_or_default().trim_start(),
    )
}

/// ``In [`books`]: [`LendBookRequest`], [`ReturnBookRequest`].``
fn requests(resource: &ResourcePlan<'_>) -> String {
    let requests = resource.operations.iter();
    let requests = requests.map(|operation| format!("[`{}`]", operation.request));
    let requests: Vec<_> = requests.collect();
    // A link to `r#type` would be one to the place `type` of a page.
    let module = names::plain(&resource.module);
    match requests.is_empty() {
        true => format!("In [`{module}`], no request"),
        false => format!("In [`{module}`]: {}", requests.join(", ")),
    }
}

/// The file of a resource.
pub fn resource(contract: &Contract, plan: &ResourcePlan<'_>) -> TokenStream {
    let resource = plan.resource;
    let doc = Doc::new(sentence(&format!("{}: {}", resource.title, resource.about)))
        .text(format!("Section: {}.", resource.section));
    let open = open_questions(contract, &resource.id).map(|gap| gap_note(contract, gap));
    let doc = open.fold(doc, Doc::item).inner();
    let mut shown = Vec::new();
    for record in &plan.records {
        shown.push((&record.module, vec![&record.shape.name]));
    }
    for identifier in &plan.identifiers {
        let names = [Some(&identifier.uuid), identifier.reference.as_ref()];
        shown.push((&identifier.module, names.into_iter().flatten().collect()));
    }
    for enumeration in &plan.enumerations {
        shown.push((&enumeration.module, vec![&enumeration.name]));
    }
    for operation in &plan.operations {
        let mut names = vec![
            &operation.request,
            &operation.success.name,
            &operation.error,
        ];
        names.extend(operation.success.meta.as_ref().map(|meta| &meta.name));
        shown.push((&operation.module, names));
    }
    shown.sort();
    for (_, names) in &mut shown {
        names.sort();
    }
    let modules = shown.iter().map(|(module, _)| shared::module(plan, module));
    let uses = shown.iter().map(|(module, names)| match names.as_slice() {
        [name] => quote!(pub use #module::#name;),
        names => quote!(pub use #module::{#(#names),*};),
    });
    quote!(#doc #(#modules)* #(#uses)*)
}
