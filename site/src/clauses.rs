//! Clauses: those of one operation, and the list of all.

use maud::{Markup, html};
use spec::Clause;

use crate::links;
use crate::model::Model;
use crate::text::inline;

/// The clauses of an operation or of the service, each with its id as anchor.
pub fn list<'m>(clauses: impl Iterator<Item = &'m Clause>) -> Markup {
    html! {
        dl.clauses {
            @for clause in clauses {
                dt id=(clause.id) { a.id href={ "#" (clause.id) } { (clause.id) } }
                dd {
                    p { (inline(&clause.statement)) }
                    p.note {
                        (clause.evidence.name()) " · " (clause.section)
                        @if let Some(reason) = &clause.untestable_because {
                            " · not testable: " (inline(reason))
                        }
                    }
                }
            }
        }
    }
}

/// The page of all clauses. Those of the service are shown here, the others on the pages of their operations.
pub fn page(model: &Model<'_>) -> Markup {
    let testable = model.clauses.iter().filter(|clause| clause.testable()).count();
    html! {
        h1 { "All clauses" }
        p {
            "A clause is one checkable statement of the document. There are " (model.clauses.len())
            ", of which " (testable) " can be tested over HTTP."
        }
        h2 { (model.contract.service.title) }
        (list(model.clauses_of(None)))
        @for operation in model.operations() {
            h2 { a href=(links::operation(&operation.id)) { (operation.id) } }
            ul.ids {
                @for clause in model.clauses_of(Some(&operation.id)) {
                    li id=(clause.id) {
                        a.id href=(model.place(&clause.id).unwrap_or_default()) { (clause.id) }
                        " " (inline(&clause.statement))
                    }
                }
            }
        }
    }
}
