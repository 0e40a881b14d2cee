//! The page of an operation.

mod inputs;
mod responses;

use codegen::document;
use maud::{Markup, html};
use spec::Operation;

use crate::model::Model;
use crate::text::{inline, method, name, summary};
use crate::{examples, links, lists, marks, transitions};

pub fn page(model: &Model<'_>, operation: &Operation) -> Markup {
    let root = links::to_root(&links::operation(&operation.id));
    let facts = facts(model, operation, &root);
    let clauses = clauses(model, operation);
    let all = html! { (facts) (clauses) };
    html! {
        h1 { (name(operation)) }
        @if !summary(operation).0.is_empty() { p.lead { (summary(operation)) } }
        p.http { (method(operation)) " " code { (operation.path) } }
        p.note { code { (operation.address()) } " · " (operation.section) }
        (marks::note(model, &root, &all))
        (all)
    }
}

fn facts(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let rules = document::rules(operation);
    html! {
        @if !rules.is_empty() {
            ul { @for rule in &rules { li { (inline(rule)) } } }
        }
        h2 id="request" { "Request" }
        (examples::section(model, operation))
        h2 id="inputs" { "Inputs" }
        (inputs::table(model, operation, root))
        h2 id="success" { "Success" }
        (responses::success(model, operation, root))
        h2 id="refusals" { "Refusals" }
        (responses::refusals(model, operation, root))
        @if let Some(drawing) = transitions::of_operation(model, operation, root) {
            h2 id="state-transitions" { "State transitions" }
            (drawing)
        }
    }
}

fn clauses(model: &Model<'_>, operation: &Operation) -> Markup {
    let id = operation.id.as_str();
    let count = model.clauses_of(Some(id)).count();
    html! {
        h2 id="clauses" { "Clauses" }
        p { (count) " checkable statements. Reports of the suite name them by id." }
        (lists::clauses(model.clauses_of(Some(id))))
        @if model.gaps_of(id).next().is_some() {
            h2 id="gaps" { "Gaps" }
            p { "What the document does not show. The suite never fails a server for it." }
            (lists::gaps(model, model.gaps_of(id)))
        }
    }
}
