//! Sentences that recur in generated comments: section, gaps, answers of an overlay.

use spec::{Contract, Gap, Slot};

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

/// What to say of a slot that the document leaves open; nothing of one that it states.
pub fn slot_note<T>(contract: &Contract, slot: &Slot<T>) -> Option<String> {
    slot.gap()
        .and_then(|id| contract.gap(id))
        .map(|gap| gap_note(contract, gap))
}

/// `Not shown: whether it is paged. Readings: yes / no. The overlay answers `yes` (why).`
pub fn gap_note(contract: &Contract, gap: &Gap) -> String {
    let mut text = format!("Not shown: {}", lower_first(&sentence(&gap.note)));
    if !gap.readings.is_empty() {
        text.push_str(&format!(" Readings: {}.", gap.readings.join(" / ")));
    }
    let answers = contract.overlay.iter().flat_map(|overlay| &overlay.answers);
    if let Some(answer) = answers.into_iter().find(|answer| answer.gap == gap.id) {
        text.push_str(&format!(
            " The overlay answers{} ({}).",
            short(&answer.value),
            answer.because
        ));
    }
    text
}

/// A plain answer as it was written; one that is a whole structure shows in the code itself.
fn short(canonical: &str) -> String {
    match canonical
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
    {
        Some(text) if !text.contains(['"', '\\']) => format!(" `{text}`"),
        _ => " it".to_owned(),
    }
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
