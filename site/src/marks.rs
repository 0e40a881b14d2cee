//! The marks of facts that the document does not state, and what they mean.

use maud::{Markup, html};
use spec::Evidence;

use crate::links;
use crate::model::Model;

/// How a fact is known; nothing for a stated one.
pub fn evidence(evidence: Evidence) -> Markup {
    html! { @if evidence != Evidence::Stated { " " span.evidence { (evidence.name()) } } }
}

/// "Not shown", as a link to the gap.
pub fn not_shown(model: &Model<'_>, root: &str, gap: &str) -> Markup {
    match model.place(gap) {
        Some(place) => html! { a.gap href={ (root) (place) } { "not shown" } },
        None => html! { span.gap { "not shown" } },
    }
}

/// An answer of the overlay.
pub fn answer(model: &Model<'_>, value: &Markup) -> Markup {
    html! { span.answer { (model.overlay_name()) ": " (value) } }
}

/// A mark and its meaning.
struct Mark {
    /// What shows in the HTML of a page that it has the mark.
    sign: String,
    shown: Markup,
    meaning: String,
}

fn all(model: &Model<'_>) -> Vec<Mark> {
    let word = |evidence: Evidence, meaning: &str| Mark {
        sign: evidence_sign(evidence),
        shown: html! { span.evidence { (evidence.name()) } },
        meaning: meaning.to_owned(),
    };
    let mut marks = vec![
        word(
            Evidence::Exampled,
            "only an example of the document shows it; a server that differs deviates, and does not fail.",
        ),
        word(
            Evidence::Conventional,
            "the document mentions it without its name, and the name is the usual one; a server that differs deviates.",
        ),
        Mark {
            sign: "class=\"gap\"".to_owned(),
            shown: html! { span.gap { "not shown" } },
            meaning:
                "the document does not say it: servers may differ here, and none fails for it."
                    .to_owned(),
        },
    ];
    if model.contract.overlay.is_some() {
        marks.push(Mark {
            sign: "class=\"answer".to_owned(),
            shown: html! { span.answer { (model.overlay_name()) ": …" } },
            meaning: format!(
                "what “{}” chose where the document says nothing; another server may choose otherwise.",
                model.overlay_name()
            ),
        });
    }
    marks
}

fn evidence_sign(evidence: Evidence) -> String {
    format!("<span class=\"evidence\">{}", evidence.name())
}

/// Explains the marks that a page has, before its facts.
pub fn note(model: &Model<'_>, root: &str, page: &Markup) -> Markup {
    let marks: Vec<Mark> =
        all(model).into_iter().filter(|mark| page.0.contains(&mark.sign)).collect();
    html! {
        @if !marks.is_empty() {
            details.marks {
                summary { "Marks on this page: " @for mark in &marks { (mark.shown) " " } }
                p { "A fact without a mark is stated by the document. " a href={ (root) (links::HOME) "#evidence" } { "More about evidence" } }
                (list(&marks))
            }
        }
    }
}

/// Explains all marks.
pub fn legend(model: &Model<'_>) -> Markup {
    html! {
        h2 id="evidence" { "How to read these pages" }
        p {
            "The pages follow the document of the service. A fact without a mark is " strong { "stated" }
            ": prose or a table says it, and a server that differs violates a clause. Other facts have a mark:"
        }
        (list(&all(model)))
    }
}

fn list(marks: &[Mark]) -> Markup {
    html! {
        dl.legend { @for mark in marks { dt { (mark.shown) } dd { (mark.meaning) } } }
    }
}
