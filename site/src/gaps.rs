//! Gaps: those of one operation or record, and the list of all.

use maud::{Markup, html};
use spec::Gap;

use crate::links;
use crate::model::Model;
use crate::slot::overlay_name;
use crate::text::{inline, sentence};

/// Gaps with their ids as anchors, and the answers of the overlay apart.
pub fn list<'m>(model: &Model<'_>, gaps: impl Iterator<Item = &'m Gap>) -> Markup {
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
pub fn page(model: &Model<'_>) -> Markup {
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
        (list(model, model.gaps_of(None)))
        @for operation in model.operations() {
            h2 { a href=(links::operation(&operation.id)) { (operation.id) } }
            ul.ids {
                @for gap in model.gaps_of(Some(&operation.id)) {
                    li id=(gap.id) {
                        a.id href=(model.place(&gap.id).unwrap_or_default()) { (gap.id) }
                        " " (sentence(&gap.note))
                    }
                }
            }
        }
    }
}
