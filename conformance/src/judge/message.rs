//! Whether a message is the documented one, its placeholders filled with what was sent or supplied.

use spec::{ErrorCase, InputPart, ValueSource};

use crate::json::Json;

use super::scene::{Scene, Way};

/// Placeholders have few sources; more combinations than these are not tried.
const MOST_COMBINATIONS: usize = 256;

/// Whether `said` is the message of the case for this request.
pub(super) fn is_of(
    case: &ErrorCase,
    said: &str,
    way: &Way,
    scene: &Scene<'_>,
    index: usize,
) -> bool {
    let known: Vec<(&str, Vec<String>)> = case
        .placeholders
        .iter()
        .map(|hole| {
            (
                hole.name.as_str(),
                candidates(&hole.sources, way, scene, index),
            )
        })
        .collect();
    // Where the run cannot know what should stand in a hole, anything may.
    if known.iter().any(|(_, values)| values.is_empty()) {
        return case.message.matches(said).is_some();
    }
    rendered(case, &known).iter().any(|message| message == said)
}

/// The message as it should be, to be shown; a hole that is not known stays one.
pub(super) fn expected(case: &ErrorCase, way: &Way, scene: &Scene<'_>, index: usize) -> String {
    case.message.render(|name| {
        let hole = case.placeholders.iter().find(|hole| hole.name == name);
        let values = hole.map(|hole| candidates(&hole.sources, way, scene, index));
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

fn candidates(sources: &[ValueSource], way: &Way, scene: &Scene<'_>, index: usize) -> Vec<String> {
    let mut values = Vec::new();
    for source in sources {
        match source {
            ValueSource::Input(input) => values.extend(way.sent.get(input).map(plain)),
            ValueSource::Record { field, .. } => values.extend(of_records(field, scene, index)),
        }
    }
    values
}

/// What the run knows under the name of a record's member: what the target told of its fixtures and
/// what was sent up to this step.
fn of_records(field: &str, scene: &Scene<'_>, index: usize) -> Vec<String> {
    let told = scene
        .fixtures
        .values()
        .filter_map(|facts| facts.get(field).cloned());
    let steps = (0..=index).filter_map(|index| scene.reading(index));
    let sent = steps
        .flat_map(|reading| &reading.ways)
        .flat_map(|way| way.sent.iter());
    let sent = sent.filter(|(input, _)| input.part == InputPart::Body && input.name == field);
    told.chain(sent.map(|(_, value)| plain(value))).collect()
}

fn plain(value: &Json) -> String {
    value
        .text()
        .map_or_else(|| value.to_string(), str::to_owned)
}
