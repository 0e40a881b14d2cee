//! The page of an operation.

mod inputs;
mod responses;

use codegen::document;
use maud::{Markup, html};
use spec::Operation;

use crate::model::Model;
use crate::{examples, links, lists, text, transitions};

pub fn page(model: &Model<'_>, operation: &Operation) -> Markup {
    let root = links::to_root(&links::operation(&operation.id));
    let id = Some(operation.id.as_str());
    let count = model.clauses_of(id).count();
    html! {
        h1 { (title(operation)) }
        (http(operation))
        p.note { code { (operation.address()) } " · " (operation.section) }
        (facts(model, operation, &root))
        h2 id="examples" { "Examples" }
        (examples::section(model, operation))
        h2 id="clauses" { "Clauses" }
        p { (count) " checkable statements. Reports of the suite name them by id." }
        (lists::clauses(model.clauses_of(id)))
        @if model.gaps_of(id).next().is_some() {
            h2 id="gaps" { "Gaps" }
            p { "What the document does not show. The suite never fails a server for it." }
            (lists::gaps(model, model.gaps_of(id)))
        }
    }
}

/// The section of an operation on the page of all operations.
pub fn section(model: &Model<'_>, operation: &Operation) -> Markup {
    html! {
        section.operation id=(operation.id) {
            h2 { a href={ "#" (operation.id) } { (title(operation)) } }
            (http(operation))
            p.note { code { (operation.id) } " · " (operation.section) }
            (facts(model, operation, ""))
            h3 { "Example" }
            (examples::section(model, operation))
            details {
                summary { "Decided by the " (text::overlay_name(model)) }
                (lists::gaps(model, model.gaps_of(Some(&operation.id))))
            }
        }
    }
}

/// The description without its full stop, or the id as words.
pub fn title(operation: &Operation) -> String {
    let about = operation.description.trim().trim_end_matches('.');
    if about.is_empty() { operation.id.replace('_', " ") } else { about.to_owned() }
}

/// Method and path.
pub fn http(operation: &Operation) -> Markup {
    html! {
        p.http { (method(operation)) " " code { (operation.path) } }
    }
}

/// The method as a badge.
pub fn method(operation: &Operation) -> Markup {
    html! { span.method data-method=(operation.method.as_str()) { (operation.method) } }
}

fn facts(model: &Model<'_>, operation: &Operation, root: &str) -> Markup {
    let rules = document::rules(operation);
    html! {
        @if !rules.is_empty() {
            ul { @for rule in &rules { li { (text::inline(rule)) } } }
        }
        (heading(model, "Inputs"))
        (inputs::table(model, operation, root))
        (heading(model, "Success"))
        (responses::success(model, operation, root))
        (heading(model, "Refusals"))
        (responses::refusals(model, operation, root))
        @if let Some(drawing) = transitions::of_operation(model, operation, root) {
            (heading(model, "State transitions"))
            (drawing)
        }
    }
}

/// A heading below the operation: one level deeper where all operations are on one page.
fn heading(model: &Model<'_>, text: &str) -> Markup {
    if model.single {
        return html! { h3 { (text) } };
    }
    html! { h2 id=(text.to_lowercase().replace(' ', "-")) { (text) } }
}
