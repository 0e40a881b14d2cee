//! `api.rs`: key header, error body and refusals shared by all operations.

use super::prelude::*;

pub fn text(plan: &Plan<'_>) -> String {
    let service = &plan.contract.service;
    let parts = match &service.auth {
        Some(_) => "key header, error body and refusals",
        None => "error body and refusals",
    };
    let about = format!("{}: {parts} shared by all operations.", service.title);
    let own = service.auth.as_ref().map_or_else(String::new, |auth| section(&auth.section));
    let header = service.auth.as_ref().map(|auth| {
        let doc = Doc::new("The header that carries the key.").text(&own).text_behind("///");
        format!("{doc}\npub const KEY_HEADER: &str = {:?};\n\n", auth.header)
    });
    let values = [
        ("HEAD", Doc::new(&about).text_behind("//!")),
        ("KEY_HEADER", header.unwrap_or_default()),
        ("HEADER", if service.auth.is_some() { "KEY_HEADER" } else { "\"\"" }.to_owned()),
        ("DOC", Doc::new(&about).text(&own).text_behind("///")),
    ];
    fill(include_str!("api.rs.in"), &values)
}
