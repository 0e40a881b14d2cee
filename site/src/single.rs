//! One page with all operations and records, for a server that answers every gap.

use maud::html;
use spec::Contract;

use crate::frame::document;
use crate::model::Model;
use crate::operation::title;
use crate::text::sentence;
use crate::{ASSETS, Files, home, lists, operation, record};

/// The page `docs.html`, and its style sheet and script in the folder `docs`, so that a server can serve it as `/docs`.
/// `elsewhere` are links: address and text.
pub fn single_page(contract: &Contract, elsewhere: &[(&str, &str)]) -> Files {
    let model = Model::new(contract, &[]).on_one_page();
    let service = &contract.service;
    let nav = html! {
        @for (resource, operations) in &model.resources {
            @if !operations.is_empty() {
                h2 { (resource.title) }
                ul { @for operation in operations {
                    li { a href={ "#" (operation.id) } { (title(operation)) } }
                } }
            }
        }
        h2 { "Records" }
        ul { @for record in contract.records() {
            li { a href={ "#record-" (record.name) } { (record.name) } }
        } }
    };
    let body = html! {
        h1 { (service.title) }
        p { (sentence(&service.description)) }
        @if !elsewhere.is_empty() {
            ul { @for (address, text) in elsewhere { li { a href=(address) { (text) } } } }
        }
        (home::key(&model))
        @for (_, operations) in &model.resources {
            @for operation in operations { (operation::section(&model, operation)) }
        }
        @for record in contract.records() { (record::section(&model, record)) }
        section {
            h2 id="decided" { "Decided for the service and its records" }
            (lists::gaps(&model, model.gaps_of(None)))
        }
    };
    let page = document("docs/", &service.title, &service.title, "#", false, &nav, &body);
    let files = ASSETS.iter().map(|(path, text)| (format!("docs/{path}"), (*text).to_owned()));
    files.chain([("docs.html".to_owned(), page)]).collect()
}
