//! `lib.rs`, and the file of each resource: modules and re-exports.

use spec::Contract;

use super::prelude::*;
use crate::doc::sentence;
use crate::emit::shared;
use crate::plan::{ResourcePlan, gap_note, open_questions};

/// `lib.rs`; `has_gaps` is whether there is a module `not_shown`.
pub fn text(plan: &Plan<'_>, has_gaps: bool) -> String {
    let service = &plan.contract.service;
    let head = Doc::new(format!("Types of the {}.", service.title));
    let doc = Doc::default().linked(
        "[`Request`] writes requests as HTTP for clients and reads them for servers. [`Extra`] and [`RawResponse`] \
         keep what the documentation does not describe.",
    );
    let doc = doc.text("Requests by resource; the module of a resource has its other types:");
    let mut doc = (plan.resources.iter().map(requests)).fold(doc, Doc::linked_item);
    if has_gaps {
        doc = doc.linked("What the documentation does not specify: [`not_shown`].");
    }
    let modules = plan.resources.iter().map(|resource| format!("pub mod {};\n", resource.module));
    let not_shown = has_gaps.then(|| "pub mod not_shown;\n".to_owned());
    let exports =
        plan.resources.iter().map(|resource| format!("pub use {}::*;\n", resource.module));
    let bodies = plan.error_bodies.iter().chain(&plan.error_entry);
    let bodies: Vec<_> = bodies.map(|body| body.name.to_string()).collect();
    let bodies = match bodies.as_slice() {
        [name] => name.clone(),
        names => format!("{{{}}}", names.join(", ")),
    };
    let code = plan.error_code.as_ref();
    let [code_module, code_export] = [
        code.map(|code| format!("mod {};\n", code.module)),
        code.map(|code| format!("pub use {}::{};\n", code.module, code.name)),
    ];
    let has_headers = plan.operations().any(|operation| operation.success.headers.is_some());
    let with_headers = has_headers.then_some("pub use contract_runtime::WithHeaders;\n");
    let entry = plan.error_entry.as_ref();
    let entry = entry.map(|_| "pub use contract_runtime::ErrorEntry;\n");
    let further: String = entry.into_iter().chain(with_headers).collect();
    let values = [
        ("ERROR_BODIES", bodies),
        ("CODE_MODULE", code_module.unwrap_or_default()),
        ("CODE_EXPORT", code_export.unwrap_or_default()),
        ("HEAD", head.text_behind("//!")),
        ("DOC", doc.text_behind("//!")),
        ("MODULES", modules.chain(not_shown).collect::<String>()),
        (
            "API",
            if super::api::header_of(service).is_some() { "{Api, KEY_HEADER}" } else { "Api" }
                .to_owned(),
        ),
        ("FURTHER", further),
        ("EXPORTS", exports.collect()),
    ];
    fill(include_str!("lib.rs.in"), &values)
}

/// ``In [`books`]: [`LendBookRequest`], [`ReturnBookRequest`].``
fn requests(resource: &ResourcePlan<'_>) -> String {
    let requests = resource.operations.iter();
    let requests = requests.map(|operation| format!("[`{}`]", operation.request));
    let requests: Vec<_> = requests.collect();
    // In a link, `r#type` would be the anchor `type`.
    let module = names::plain(&resource.module);
    if requests.is_empty() {
        format!("In [`{module}`], no request")
    } else {
        format!("In [`{module}`]: {}", requests.join(", "))
    }
}

/// The file of a resource.
pub fn resource(contract: &Contract, plan: &ResourcePlan<'_>) -> TokenStream {
    let resource = plan.resource;
    // Most descriptions begin with the title.
    let about = if resource.description.starts_with(&resource.title) {
        resource.description.clone()
    } else {
        format!("{}: {}", resource.title, resource.description)
    };
    let doc = Doc::new(sentence(&about)).text(format!("Section: {}.", resource.section));
    let open = open_questions(contract, &resource.id).map(|gap| gap_note(contract, gap));
    let doc = open.fold(doc, Doc::item).inner();
    let mut shown = Vec::new();
    for record in &plan.records {
        shown.push((&record.module, vec![&record.shape.name]));
    }
    for identifier in &plan.identifiers {
        let names = [Some(&identifier.own), identifier.reference.as_ref()];
        shown.push((&identifier.module, names.into_iter().flatten().collect()));
    }
    for enumeration in &plan.enumerations {
        shown.push((&enumeration.module, vec![&enumeration.name]));
    }
    for operation in &plan.operations {
        let mut names = vec![&operation.request, &operation.success.name, &operation.error];
        names.extend(operation.success.meta.as_ref().map(|meta| &meta.name));
        if let Some(headers) = &operation.success.headers {
            names.extend([&operation.success.body, &headers.name]);
        }
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
