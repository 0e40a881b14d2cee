//! The first page: the service, the first request, where to go on, the operations, and how to read the pages.

use maud::{Markup, html};
use spec::{Operation, Slot};

use crate::examples::curl;
use crate::guide::Guide;
use crate::model::Model;
use crate::table::{Row, table};
use crate::text::{inline, method, name, record, sentence, slot, summary};
use crate::{Extras, links, marks};

/// The address in examples where no server is known.
const BASE_URL: &str = "http://127.0.0.1:8080";

pub fn page(model: &Model<'_>, extras: &Extras<'_>, guides: &[Guide]) -> Markup {
    let service = &model.contract.service;
    let (clauses, gaps) = (model.clauses.len(), model.contract.gaps.len());
    html! {
        h1 { (service.title) }
        @if !service.description.is_empty() { p.lead { (sentence(&service.description)) } }
        (first_request(model, extras))
        (ways(extras, guides))
        h2 id="operations" { "Operations" }
        @for (resource, operations) in &model.resources {
            @if !operations.is_empty() {
                h3 id=(resource.id) { (resource.title) }
                @if !resource.description.is_empty() { p { (sentence(&resource.description)) } }
                (list(operations))
            }
        }
        @if model.records().next().is_some() {
            h2 id="records" { "Records" }
            ul { @for one in model.records() {
                li { (record("", &one.name)) @if !one.description.is_empty() { ": " (sentence(&one.description)) } }
            } }
        }
        (marks::legend(model))
        p {
            "The document makes " a href=(links::CLAUSES) { (clauses) " clauses" } ", which a suite checks, and leaves "
            a href=(links::GAPS) { (gaps) " gaps" } "."
        }
    }
}

/// Base URL, key, and a call that needs nothing else.
fn first_request(model: &Model<'_>, extras: &Extras<'_>) -> Markup {
    let needs_nothing = |operation: &&Operation| {
        operation.method.as_str() == "GET"
            && operation.path_parameters.is_empty()
            && operation.path_values.is_empty()
            && operation.query.iter().all(|parameter| !parameter.required)
    };
    let first = model.operations().find(needs_nothing).or_else(|| model.operations().next());
    html! {
        h2 id="first-request" { "First request" }
        @if extras.is_served {
            p { "The base URL of this server is " code data-base-url="" { (BASE_URL) } ". All paths are relative to it." }
        } @else {
            p {
                "All paths are relative to the base URL of a deployment, such as " code { (BASE_URL) }
                " for a server on this machine. Bodies are JSON."
            }
        }
        (key(model))
        @if let Some(operation) = first {
            pre tabindex="0" role="group" aria-label="First request" { code {
                "export BASE_URL=" span data-base-url="" { (BASE_URL) } "\n"
                @if model.contract.service.auth.is_some() { "export API_KEY=...   # keep it out of sources\n" }
                "\n" (curl(model, operation))
            } }
            p {
                "This calls " a href=(links::operation(&operation.id)) { (name(operation)) }
                "; its page shows the response and the refusals."
            }
        }
    }
}

/// Links, and the groups of guides that say what they are for.
fn ways(extras: &Extras<'_>, guides: &[Guide]) -> Markup {
    let groups: Vec<_> = extras.guides.iter().filter(|group| !group.about.is_empty()).collect();
    html! {
        @if !groups.is_empty() || !extras.links.is_empty() { h2 id="go-on" { "Go on" } }
        @if !groups.is_empty() {
            div.cards { @for group in groups {
                section {
                    h3 { (group.title) }
                    p { (group.about) }
                    ul { @for guide in guides.iter().filter(|guide| guide.group == group.title) {
                        @if let Some(first) = guide.parts.first() {
                            li { a href=(first.page) { (guide.title) } }
                        }
                    } }
                }
            } }
        }
        @if !extras.links.is_empty() {
            ul { @for (address, text) in extras.links { li { a href=(address) { (text) } } } }
        }
    }
}

/// The operations of a resource.
fn list(operations: &[&Operation]) -> Markup {
    let rows = operations.iter().map(|operation| {
        let about = summary(operation);
        let cells = vec![
            html! {
                a href=(links::operation(&operation.id)) { (name(operation)) }
                @if !about.0.is_empty() { p.note { (about) } }
            },
            html! { (method(operation)) " " code { (operation.path) } },
        ];
        Row::from(cells)
    });
    let heads = ["Operation", "Request"].map(Into::into).into();
    table("Operations", heads, &rows.collect::<Vec<_>>())
}

/// The header of the key, and what is known about keys.
fn key(model: &Model<'_>) -> Markup {
    let Some(auth) = &model.contract.service.auth else {
        return html! { p { "The service accepts every request without a key." } };
    };
    let mut facts: Vec<(&Slot<bool>, &str, &str)> = vec![(
        &auth.identifies_account,
        "The key identifies the account.",
        "The key does not identify the account.",
    )];
    let of_case = |slot| {
        let [yes, no] =
            ["The case of the header's name is ignored.", "The case of the header's name matters."];
        (slot, yes, no)
    };
    facts.extend(auth.case_insensitive.as_ref().map(of_case));
    html! {
        p {
            "The API key is sent in the " (inline(&auth.place.to_string())) "."
            @for (fact, yes, no) in facts {
                " "
                @match fact {
                    Slot::Stated(_) => (slot(model, "", fact, |holds| html! { (if *holds { yes } else { no }) })),
                    _ => {
                        (yes.trim_end_matches('.')) ": "
                        (slot(model, "", fact, |holds| html! { (if *holds { "yes" } else { "no" }) })) "."
                    }
                }
            }
        }
    }
}
