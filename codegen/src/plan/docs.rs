//! Recurring sentences of generated comments: section, gaps, answers of an overlay.

use spec::{Answer, Constraints, Contract, Format, Gap, Slot, Type};

use crate::doc::{Doc, sentence};

/// A comment with a summary of an item and its section of the document.
pub fn heading(about: &str, otherwise: &str, section_of: &str) -> Doc {
    let about = if about.trim().is_empty() { otherwise } else { about };
    Doc::new(sentence(about)).text(section(section_of))
}

/// `Section: Resources / Book.`
pub fn section(section: &str) -> String {
    if section.is_empty() { String::new() } else { format!("Section: {section}.") }
}

/// `Sections: Errors; Lending.` Each is named once.
pub fn sections<'s>(all: impl IntoIterator<Item = &'s String>) -> String {
    let mut named: Vec<&str> = Vec::new();
    for name in all.into_iter().filter(|name| !name.is_empty()) {
        if !named.contains(&name.as_str()) {
            named.push(name);
        }
    }
    match named.as_slice() {
        [] => String::new(),
        [one] => section(one),
        several => format!("Sections: {}.", several.join("; ")),
    }
}

/// The note on a slot that the document leaves open; `None` for a stated slot.
pub fn slot_note<T>(contract: &Contract, slot: &Slot<T>) -> Option<String> {
    slot.gap().and_then(|id| contract.gap(id)).map(|gap| gap_note(contract, gap))
}

/// The note on a type that the document leaves open; empty for a known type.
pub fn type_note(contract: &Contract, ty: &Type) -> String {
    match ty {
        Type::Unknown(gap) => {
            contract.gap(gap).map_or_else(String::new, |gap| gap_note(contract, gap))
        }
        _ => form_note(ty).to_owned(),
    }
}

/// Documentation of the format of a value, if its Rust type does not show it.
pub fn form_note(ty: &Type) -> &'static str {
    match ty.item() {
        Type::Date => "A date, `YYYY-MM-DD`.",
        Type::UnixTime => "Seconds since 1970.",
        Type::Text(Some(Format::Decimal)) => "A decimal number, such as `12.50`.",
        _ => "",
    }
}

/// The constraints on a value as a sentence; empty if there are none.
pub fn constraints_note(constraints: &Constraints, ty: &Type) -> String {
    let words = constraints.in_words(ty);
    if words.is_empty() { words } else { format!("Constraints: {words}.") }
}

/// Open points of the service or of a resource that are not slots.
pub fn open_questions<'c>(
    contract: &'c Contract,
    of: &str,
) -> impl Iterator<Item = &'c Gap> + use<'c> {
    gaps_of(contract, &format!("{of}.open"))
}

/// The gaps of an operation.
pub fn gaps_of<'c>(
    contract: &'c Contract,
    operation: &str,
) -> impl Iterator<Item = &'c Gap> + use<'c> {
    // Gaps are in order of id, and those of an operation begin with its name.
    let prefix = format!("{operation}.");
    let start = contract.gaps.partition_point(|gap| gap.id < prefix);
    let gaps = contract.gaps[start..].iter();
    gaps.take_while(move |gap| gap.id.starts_with(&prefix))
}

/// `Not shown: whether it is paged. Interpretations: yes / no. The overlay answers `yes` (why).`
pub fn gap_note(contract: &Contract, gap: &Gap) -> String {
    format!("Not shown: {}", lower_first(&gap_text(contract, gap)))
}

/// The same as a sentence of its own: `Whether it is paged. Interpretations: yes / no.`
pub fn gap_text(contract: &Contract, gap: &Gap) -> String {
    let mut text = sentence(&gap.note);
    if !gap.interpretations.is_empty() {
        let interpretations = format!("interpretations: {}", gap.interpretations.join(" / "));
        text.push_str(&format!(" {}", sentence(&interpretations)));
    }
    if let Some(answer) = answer(contract, gap) {
        text.push_str(&format!(
            " The overlay answers{} ({}).",
            short(&answer.value),
            answer.reason
        ));
    }
    text
}

/// The answer of the overlay to a gap as an item of a list: `Whether it is paged: `true`.`
pub fn answer_text(contract: &Contract, gap: &Gap) -> Option<String> {
    let answer = answer(contract, gap)?;
    let value = match short(&answer.value).as_str() {
        " it" => " see the schemas".to_owned(),
        value => value.to_owned(),
    };
    let about = sentence(&gap.note);
    Some(format!("{}:{value}.", about.trim_end_matches('.')))
}

/// The answer of the overlay to a gap.
pub fn answer<'c>(contract: &'c Contract, gap: &Gap) -> Option<&'c Answer> {
    let answers = &contract.overlay.as_ref()?.answers;
    // Answers are in order of gap.
    let found = answers.binary_search_by(|answer| answer.gap.cmp(&gap.id));
    answers.get(found.ok()?)
}

/// A plain answer, as code unless it contains backticks; a structured answer shows in the code itself.
fn short(canonical: &str) -> String {
    match canonical.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(text) if text.contains(['"', '\\']) => " it".to_owned(),
        Some(text) if text.contains('`') => format!(" {text}"),
        Some(text) => format!(" `{text}`"),
        None => " it".to_owned(),
    }
}

/// A sentence after a colon; words such as `HTTP` or `JSON` keep their capitals.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            format!("{}{}", first.to_lowercase(), chars.as_str())
        }
        _ => text.to_owned(),
    }
}
