//! Sentences that recur in generated comments: section, gaps, answers of an overlay.

use spec::{Contract, Slot};

use crate::doc::{Doc, sentence};

/// A comment that opens with what a thing is, and says where the document speaks of it.
pub fn heading(about: &str, otherwise: &str, section_of: &str) -> Doc {
    let about = if about.trim().is_empty() {
        otherwise
    } else {
        about
    };
    Doc::new(sentence(about)).text(section(section_of))
}

/// `Section: Resources / Book.`
pub fn section(section: &str) -> String {
    if section.is_empty() {
        String::new()
    } else {
        format!("Section: {section}.")
    }
}

/// What to say of a slot that the document leaves open: the gap, or the overlay's answer to it.
pub fn slot_note<T>(contract: &Contract, slot: &Slot<T>) -> Option<String> {
    match slot {
        Slot::Stated(_) => None,
        Slot::Silent(gap) => contract
            .gap(gap)
            .map(|gap| not_shown(&gap.note, &gap.readings)),
        Slot::Answered { gap, because, .. } => {
            let note = contract
                .gap(gap)
                .map(|gap| not_shown(&gap.note, &gap.readings));
            let answer = format!(
                "Answered by the overlay: {}",
                lower_first(&sentence(because))
            );
            Some(
                note.map(|note| format!("{note} {answer}"))
                    .unwrap_or(answer),
            )
        }
    }
}

/// `Not shown: whether it is paged. Readings: yes / no.`
pub fn not_shown(note: &str, readings: &[String]) -> String {
    let mut text = format!("Not shown: {}", lower_first(&sentence(note)));
    if !readings.is_empty() {
        text.push_str(&format!(" Readings: {}.", readings.join(" / ")));
    }
    text
}

/// A sentence to go on after a colon; words such as `HTTP` or `JSON` keep their capitals.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            format!("{}{}", first.to_lowercase(), chars.as_str())
        }
        _ => text.to_owned(),
    }
}
