//! `api.rs`: key header, error body and refusals shared by all operations.

use super::prelude::*;

pub fn text(plan: &Plan<'_>) -> String {
    let service = &plan.contract.service;
    let about =
        format!("{}: key header, error body and refusals shared by all operations.", service.title);
    let section = section(&service.auth.section);
    let header_doc = Doc::new("The header that carries the key.").text(&section);
    let values = [
        ("HEAD", Doc::new(&about).text_behind("//!")),
        ("HEADER_DOC", header_doc.text_behind("///")),
        ("HEADER", format!("{:?}", service.auth.header)),
        ("DOC", Doc::new(&about).text(&section).text_behind("///")),
    ];
    fill(include_str!("api.rs.in"), &values)
}
