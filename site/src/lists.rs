//! Clauses and gaps: those of one operation or record, and the lists of all.

use maud::{Markup, html};
use spec::{Clause, Gap, Operation};

use crate::links;
use crate::model::Model;
use crate::text::{inline, overlay_name, sentence};

/// The clauses of an operation or of the service, each with its id as anchor.
pub fn clauses<'m>(clauses: impl Iterator<Item = &'m Clause>) -> Markup {
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
pub fn all_clauses(model: &Model<'_>) -> Markup {
    let testable = model.clauses.iter().filter(|clause| clause.testable()).count();
    html! {
        h1 { "All clauses" }
        p {
            "A clause is one checkable statement of the document. There are " (model.clauses.len())
            ", of which " (testable) " can be tested over HTTP."
        }
        h2 { (model.contract.service.title) }
        (clauses(model.clauses_of(None)))
        (by_operation(model, |operation| {
            let clauses = model.clauses_of(Some(&operation.id));
            clauses.map(|clause| (clause.id.as_str(), inline(&clause.statement))).collect()
        }))
    }
}

/// Gaps with their ids as anchors, and the answers of the overlay apart.
pub fn gaps<'m>(model: &Model<'_>, gaps: impl Iterator<Item = &'m Gap>) -> Markup {
    html! {
        dl.gaps {
            @for gap in gaps {
                dt id=(gap.id) { a.id href={ "#" (gap.id) } { (gap.id) } }
                dd { (entry(model, gap)) }
            }
        }
    }
}

fn entry(model: &Model<'_>, gap: &Gap) -> Markup {
    html! {
        p { (sentence(&gap.note)) }
        @if !gap.interpretations.is_empty() {
            p.note {
                "Interpretations: "
                @for (index, text) in gap.interpretations.iter().enumerate() {
                    @if index > 0 { " / " }
                    (inline(text))
                }
            }
        }
        p.note { "not shown · " (gap.section) }
        @if let Some(answer) = model.answer(&gap.id) {
            div.answer-box {
                p { "The " (overlay_name(model)) " answers " code { (plain(&answer.value)) } }
                p.note { (sentence(&answer.reason)) }
            }
        }
    }
}

/// A text without quotes; any other answer as JSON.
fn plain(canonical: &str) -> String {
    serde_json::from_str(canonical).unwrap_or_else(|_| canonical.to_owned())
}

/// The page of all gaps. Those of no operation are shown here, the others on the pages of their operations.
pub fn all_gaps(model: &Model<'_>) -> Markup {
    let answered = model.contract.overlay.as_ref().map_or(0, |overlay| overlay.answers.len());
    html! {
        h1 { "All gaps" }
        p {
            "A gap is a fact that the document does not show. There are "
            (model.contract.gaps.len()) ". The suite reports what it observes there and never fails a server for it."
        }
        @if let Some(overlay) = &model.contract.overlay {
            p { "The overlay " code { (overlay.name) } " answers " (answered) " of them, each with its reason." }
        }
        h2 { "Service and records" }
        (gaps(model, model.gaps_of(None)))
        (by_operation(model, |operation| {
            let gaps = model.gaps_of(Some(&operation.id));
            gaps.map(|gap| (gap.id.as_str(), sentence(&gap.note))).collect()
        }))
    }
}

/// Ids and texts of each operation, which link to its page.
fn by_operation<'m>(
    model: &'m Model<'m>,
    entries: impl Fn(&'m Operation) -> Vec<(&'m str, Markup)>,
) -> Markup {
    html! {
        @for operation in model.operations() {
            h2 { a href=(links::operation(&operation.id)) { (operation.id) } }
            ul.ids {
                @for (id, text) in entries(operation) {
                    li id=(id) { a.id href=(model.place(id).unwrap_or_default()) { (id) } " " (text) }
                }
            }
        }
    }
}
