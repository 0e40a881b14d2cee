//! `lib.rs` of the server crate.

use super::routes::mounted;
use crate::doc::Doc;
use crate::emit::shared;
use crate::names;
use crate::plan::Plan;
use crate::template::fill;

pub fn text(plan: &Plan<'_>) -> String {
    let title = &plan.contract.service.title;
    let head = Doc::new(format!("Server of the {title}."));
    let doc = Doc::default().linked(
        "[`Routes`] takes any subset of the handlers; [`Service`] is the bound of an implementation of all of them.",
    );
    let doc = doc.text("Handler traits by resource:");
    let mut doc = shared::with_operations(plan).fold(doc, |doc, resource| {
        // In a link, `r#type` would be the anchor `type`.
        let module = names::plain(&resource.module);
        let handlers = resource.operations.iter();
        let handlers = handlers.map(|operation| {
            let handler = &operation.handler;
            format!("[`{handler}`]({module}::{handler})")
        });
        let handlers: Vec<_> = handlers.collect();
        doc.linked_item(format!("In [`{module}`]: {}", handlers.join(", ")))
    });
    doc = doc
        .linked("[`Routes::whole`] mounts a service that has all of them:")
        .code("", &mounted(plan, "Service<K::Caller>"));
    // Without operations there is nothing to implement.
    if plan.operations().next().is_some() {
        doc = doc
            .text("It does not compile if the service may lack one of them:")
            .code("compile_fail", &mounted(plan, "Send + Sync + 'static"));
    }
    let has_key = plan.contract.service.auth.is_some();
    let modules =
        shared::with_operations(plan).map(|resource| format!("pub mod {};\n", resource.module));
    let values = [
        ("HEAD", head.text_behind("//!")),
        ("DOC", doc.text_behind("//!")),
        ("MODULES", modules.collect()),
        ("MODELS", plan.packages.models.library.clone()),
        ("NO_KEY_CHECK", if has_key { "" } else { "NoKeyCheck, " }.to_owned()),
    ];
    fill(include_str!("lib.rs.in"), &values)
}
