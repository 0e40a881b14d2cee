//! Clauses and gaps: those of one operation or record, and the lists by resource.

use maud::{Markup, html};
use spec::{Clause, Evidence, Gap, Operation, Resource};

use crate::answers::words;
use crate::model::Model;
use crate::text::{inline, name, sentence};
use crate::{links, marks};

/// The lists: path, title and content of each page.
pub fn pages(model: &Model<'_>) -> Vec<(String, String, Markup)> {
    let mut pages = vec![
        (links::CLAUSES.to_owned(), "Clauses".to_owned(), all_clauses(model)),
        (links::GAPS.to_owned(), "Gaps".to_owned(), all_gaps(model)),
    ];
    for (resource, operations) in &model.resources {
        let title = |of: &str| format!("{of}: {}", resource.title);
        let (clauses, gaps) = (title("Clauses"), title("Gaps"));
        let body = clauses_of_resource(model, &clauses, operations);
        pages.push((links::clauses(&resource.id), clauses, body));
        let body = gaps_of_resource(model, &gaps, resource, operations);
        pages.push((links::gaps(&resource.id), gaps, body));
    }
    pages
}

/// The clauses of an operation or of the service, each with its id as anchor.
pub fn clauses<'m>(clauses: impl Iterator<Item = &'m Clause>) -> Markup {
    html! {
        dl.clauses {
            @for clause in clauses {
                dt id=(clause.id) { a.id href={ "#" (clause.id) } { (clause.id) } }
                dd {
                    p { (inline(&clause.statement)) (marks::evidence(clause.evidence)) }
                    p.note {
                        (clause.section)
                        @if let Some(reason) = &clause.untestable_because {
                            " · not testable: " (inline(reason))
                        }
                    }
                }
            }
        }
    }
}

fn all_clauses(model: &Model<'_>) -> Markup {
    let testable = model.clauses.iter().filter(|clause| clause.testable()).count();
    let exampled =
        model.clauses.iter().filter(|clause| clause.evidence != Evidence::Stated).count();
    let of_service = || model.clauses_of(None);
    html! {
        h1 { "Clauses" }
        p {
            "A clause is one checkable statement of the document. There are " (model.clauses.len())
            ", of which " (testable) " can be tested over HTTP. A server that differs violates the clause; for the "
            (exampled) " with the mark " (marks::evidence(Evidence::Exampled)) " or "
            (marks::evidence(Evidence::Conventional)) " it deviates, since the document does not state them."
        }
        (by_resource(model, links::clauses, |_, operations| {
            operations.iter().map(|one| model.clauses_of(Some(&one.id)).count()).sum()
        }))
        @if of_service().next().is_some() {
            h2 id="service" { "Of the service as a whole" }
            (clauses(of_service()))
        }
    }
}

fn clauses_of_resource(model: &Model<'_>, title: &str, operations: &[&Operation]) -> Markup {
    html! {
        h1 { (title) }
        (by_operation(model, operations, |operation| {
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
        p.note {
            @if !gap.interpretations.is_empty() {
                "Possible: "
                @for (index, text) in gap.interpretations.iter().enumerate() {
                    @if index > 0 { " / " }
                    (inline(text))
                }
                " · "
            }
            (gap.section)
        }
        @if let Some(answer) = model.answer(&gap.id) {
            div.answer-box {
                span.who { (model.overlay_name()) ": " }
                (words(&gap.id, &answer.value))
                p.note { (sentence(&answer.reason)) }
            }
        }
    }
}

fn all_gaps(model: &Model<'_>) -> Markup {
    let answered = model.contract.overlay.as_ref().map_or(0, |overlay| overlay.answers.len());
    let of_service = || model.gaps_beside_operations(None);
    html! {
        h1 { "Gaps" }
        p {
            "A gap is a fact that the document does not show. There are "
            (model.contract.gaps.len()) ". The suite reports what it observes there and never fails a server for it."
        }
        @if let Some(overlay) = &model.contract.overlay {
            p { "The overlay " code { (overlay.name) } " answers " (answered) " of them, each with its reason." }
        }
        (by_resource(model, links::gaps, |resource, operations| {
            let of_operations: usize =
                operations.iter().map(|one| model.gaps_of(&one.id).count()).sum();
            of_operations + model.gaps_beside_operations(Some(&resource.id)).count()
        }))
        @if of_service().next().is_some() {
            h2 id="service" { "Of the service as a whole" }
            (gaps(model, of_service()))
        }
    }
}

fn gaps_of_resource(
    model: &Model<'_>,
    title: &str,
    resource: &Resource,
    operations: &[&Operation],
) -> Markup {
    let beside = || model.gaps_beside_operations(Some(&resource.id));
    html! {
        h1 { (title) }
        @if beside().next().is_some() {
            h2 id="records" { "Records and rules" }
            (gaps(model, beside()))
        }
        (by_operation(model, operations, |operation| {
            model.gaps_of(&operation.id).map(|gap| (gap.id.as_str(), sentence(&gap.note))).collect()
        }))
    }
}

/// Links to the lists of the resources, with numbers of entries.
fn by_resource(
    model: &Model<'_>,
    page: fn(&str) -> String,
    count: impl Fn(&Resource, &[&Operation]) -> usize,
) -> Markup {
    html! {
        h2 id="resources" { "By resource" }
        ul { @for (resource, operations) in &model.resources {
            li { a href=(page(&resource.id)) { (resource.title) } ": " (count(resource, operations)) }
        } }
    }
}

/// Ids and texts of each operation, which link to its page.
fn by_operation<'m>(
    model: &'m Model<'m>,
    operations: &[&'m Operation],
    entries: impl Fn(&'m Operation) -> Vec<(&'m str, Markup)>,
) -> Markup {
    let operations = operations.iter().map(|operation| (operation, entries(operation)));
    let operations: Vec<_> = operations.filter(|(_, entries)| !entries.is_empty()).collect();
    html! {
        @if operations.is_empty() { p { "No operation has any." } }
        @for (operation, entries) in &operations {
            h2 id={ "of-" (operation.id) } { a href={ "../" (links::operation(&operation.id)) } { (name(operation)) } }
            ul.ids {
                @for (id, text) in entries {
                    li id=(id) { a.id href={ "../" (model.place(id).unwrap_or_default()) } { (id) } " " (text) }
                }
            }
        }
    }
}
