//! Slots as HTML: a fact, a gap, or a gap with the answer of the overlay beside it.

use maud::{Markup, html};
use spec::{Evidence, Slot};

use crate::model::Model;

/// The fact, or "not shown" with the answer of the overlay kept apart.
pub fn slot<T>(
    model: &Model<'_>,
    root: &str,
    slot: &Slot<T>,
    show: impl Fn(&T) -> Markup,
) -> Markup {
    match slot {
        Slot::Stated(fact) => show(&fact.value),
        Slot::Silent(gap) => not_shown(model, root, gap),
        Slot::Answered { gap, fact, .. } => html! {
            (not_shown(model, root, gap)) " " (answer(model, &show(&fact.value)))
        },
    }
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
    html! { span.answer { (overlay_name(model)) ": " (value) } }
}

/// The name of the overlay.
pub fn overlay_name<'m>(model: &Model<'m>) -> &'m str {
    model.contract.overlay.as_ref().map_or("overlay", |overlay| &overlay.name)
}

/// How a fact is known; nothing for a stated one.
pub fn evidence(evidence: Evidence) -> Markup {
    html! { @if evidence != Evidence::Stated { " " span.evidence { (evidence.name()) } } }
}
