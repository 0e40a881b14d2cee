//! Whether a message is the documented one, its placeholders filled with what may stand there.

use spec::{ErrorCase, TemplatePart, ValueSource};

/// Placeholders have few sources; more combinations than these are not tried.
const MOST_COMBINATIONS: usize = 256;

/// Tells what the run knows of the sources of a placeholder.
pub(crate) type PlaceholderValues<'a> = &'a dyn Fn(&[ValueSource]) -> Vec<String>;

/// Whether `said` is the message of the case for a request.
pub(crate) fn is_message_of(case: &ErrorCase, said: &str, known: PlaceholderValues<'_>) -> bool {
    // Most messages differ from most others at once.
    if let [TemplatePart::Text(start), rest @ ..] = case.message.parts.as_slice() {
        if !said.starts_with(start.as_str()) {
            return false;
        }
        if rest.is_empty() {
            return said == start;
        }
    }
    let holes = case.placeholders.iter();
    let holes: Vec<_> = holes.map(|hole| (hole.name.as_str(), known(&hole.sources))).collect();
    // Where the run cannot know what should stand in a hole, anything may.
    if holes.iter().any(|(_, values)| values.is_empty()) {
        return case.message.matches(said).is_some();
    }
    rendered(case, &holes).iter().any(|message| message == said)
}

/// The message as it should be, to be shown; a hole that is not known stays one.
pub(crate) fn expected_message(case: &ErrorCase, known: PlaceholderValues<'_>) -> String {
    case.message.render(|name| {
        let hole = case.placeholders.iter().find(|hole| hole.name.as_str() == name);
        let values = hole.map(|hole| known(&hole.sources));
        let first = values.unwrap_or_default().into_iter().next();
        first.unwrap_or_else(|| format!("{{{name}}}"))
    })
}

fn rendered(case: &ErrorCase, known: &[(&str, Vec<String>)]) -> Vec<String> {
    let all: usize = known.iter().map(|(_, values)| values.len()).product();
    let combinations = (0..all.min(MOST_COMBINATIONS)).map(|number| {
        let mut rest = number;
        let mut chosen = Vec::new();
        for (name, values) in known {
            chosen.push((*name, values[rest % values.len()].as_str()));
            rest /= values.len();
        }
        case.message.render(|name| {
            let value = chosen.iter().find(|(known, _)| *known == name);
            value.map_or(String::new(), |(_, value)| (*value).to_owned())
        })
    });
    combinations.collect()
}
