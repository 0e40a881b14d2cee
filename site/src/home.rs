//! The first page: the service, its operations, and how to read the pages.

use maud::{Markup, html};
use spec::{Evidence, Slot};

use crate::guide::Guide;
use crate::links;
use crate::model::Model;
use crate::operation::{method, title};
use crate::text::{record, scrolling, sentence, slot};

pub fn page(model: &Model<'_>, guides: &[Guide]) -> Markup {
    let service = &model.contract.service;
    html! {
        h1 { (service.title) }
        p { (sentence(&service.description)) }
        (evidence())
        (key(model))
        @for (resource, operations) in &model.resources {
            @if !operations.is_empty() {
                h2 id=(resource.id) { (resource.title) }
                p { (sentence(&resource.description)) }
                (table(model, operations))
            }
        }
        h2 id="records" { "Records" }
        ul { @for one in model.contract.records() {
            li { (record(model, "", &one.name)) ": " (sentence(&one.description)) }
        } }
        h2 id="lists" { "Lists" }
        ul {
            li { a href=(links::CLAUSES) { (model.clauses.len()) " clauses" } }
            li { a href=(links::GAPS) { (model.contract.gaps.len()) " gaps" } }
        }
        @if !guides.is_empty() {
            h2 id="guides" { "Guides" }
            ul { @for guide in guides { li { a href=(links::guide(&guide.name)) { (guide.title) } } } }
        }
    }
}

/// The operations of a resource.
pub fn table(model: &Model<'_>, operations: &[&spec::Operation]) -> Markup {
    let table = html! {
        table {
            thead { tr { th { "Operation" } th { "Method" } th { "Path" } } }
            tbody { @for operation in operations {
                tr {
                    td { a href=(model.operation_place(&operation.id)) { (title(operation)) } }
                    td { (method(operation)) }
                    td { code { (operation.path) } }
                }
            } }
        }
    };
    scrolling("Operations", &table)
}

/// The header of the key, and what is known about keys.
pub fn key(model: &Model<'_>) -> Markup {
    let Some(auth) = &model.contract.service.auth else {
        return html! {
            h2 id="key" { "API key" }
            p { "The service accepts every request without a key." }
        };
    };
    let yes_or_no = |yes: &bool| html! { (if *yes { "yes" } else { "no" }) };
    let facts: [(&str, &Slot<bool>); 2] = [
        ("The key identifies the account", &auth.identifies_account),
        ("The case of the header's name is ignored", &auth.case_insensitive),
    ];
    html! {
        h2 id="key" { "API key" }
        p { "Sent in the header " code { (auth.header) } "." }
        ul { @for (about, fact) in facts { li { (about) ": " (slot(model, "", fact, yes_or_no)) } } }
    }
}

fn evidence() -> Markup {
    let rows = [
        (
            Evidence::Stated.name(),
            "Prose or a table of the document says it. A server that differs violates a clause.",
        ),
        (Evidence::Exampled.name(), "Only an example shows it. A server that differs deviates."),
        (
            Evidence::Conventional.name(),
            "The document mentions it without a name; the name is the usual one. A server that differs deviates.",
        ),
    ];
    html! {
        h2 id="evidence" { "How to read these pages" }
        dl.legend {
            @for (name, meaning) in rows { dt { (name) } dd { (meaning) } }
            dt { span.gap { "not shown" } }
            dd { "A gap: the document does not say it. No server fails for it." }
            dt { span.answer { "reference: value" } }
            dd { "The answer of an overlay to a gap. It is a choice of one server, and no part of the document." }
        }
    }
}
