//! Changes of records that no clause says anything about, as `unchanged_since` shows them.

use std::collections::BTreeSet;

use crate::json::Json;

use super::response::ResponseClass;
use super::view::{ParsedStep, TraceView};

/// Most members that are named for one read.
const MAX_MEMBERS: usize = 4;

/// What differs between the response to a step and that of an earlier one, and after which calls.
pub(super) fn side_effects(trace: &TraceView<'_>, call: &ParsedStep<'_>) -> Vec<String> {
    let earlier = call.step.unchanged_since.as_deref().and_then(|name| trace.named(name));
    let Some(earlier) = earlier.filter(|earlier| earlier.is_accepted()) else {
        return Vec::new();
    };
    let between = trace.steps.get(earlier.index..call.index).unwrap_or_default();
    let writes: Vec<_> = between
        .iter()
        .filter(|call| !call.operation.method.is_safe() && call.is_accepted())
        .map(|call| call.operation.id.as_str())
        .collect();
    // Without a write, others made the difference.
    let Some(write) = writes.last() else {
        return Vec::new();
    };
    changed_places(earlier, call)
        .into_iter()
        .take(MAX_MEMBERS)
        .map(|place| format!("{write}: {} shows another {place}", call.operation.id))
        .collect()
}

fn changed_places(earlier: &ParsedStep<'_>, call: &ParsedStep<'_>) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    let class = call.attempt.map(|attempt| attempt.class());
    if class == Some(ResponseClass::Refused) {
        places.insert("outcome: a refusal".to_owned());
    }
    if let ([before], [after]) = (earlier.responses(), call.responses())
        && class == Some(ResponseClass::Accepted)
        && let (Some(before), Some(after)) = (before.json(), after.json())
    {
        compare(before, after, String::new(), &mut places);
    }
    places
}

/// Collects the places of differing values; items of a list share one.
fn compare(before: &Json, after: &Json, at: String, places: &mut BTreeSet<String>) {
    match (before, after) {
        (Json::Map(old), Json::Map(new)) => {
            let names: BTreeSet<_> = old.iter().chain(new).map(|(name, _)| name).collect();
            for name in names {
                let null = &Json::Null;
                let (old, new) =
                    (before.get(name).unwrap_or(null), after.get(name).unwrap_or(null));
                compare(old, new, format!("{at}/{name}"), places);
            }
        }
        (Json::List(old), Json::List(new)) if old.len() == new.len() => {
            for (old, new) in old.iter().zip(new) {
                compare(old, new, format!("{at}/*"), places);
            }
        }
        _ if !before.is_same(after) => {
            places.insert(if at.is_empty() { "body".to_owned() } else { at });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_members_are_named_by_their_place() {
        for (before, after, expected) in [
            (r#"{"a":{"b":1,"c":"x"}}"#, r#"{"a":{"c":"x","b":1.0}}"#, ""),
            (r#"{"a":{"b":1,"c":"x"}}"#, r#"{"a":{"b":2,"c":"y"}}"#, "/a/b /a/c"),
            (r#"{"a":[{"b":1},{"b":2}]}"#, r#"{"a":[{"b":3},{"b":4}]}"#, "/a/*/b"),
            (r#"{"a":[1]}"#, r#"{"a":[]}"#, "/a"),
            (r#"{"a":1}"#, r#"{"a":1,"b":null,"c":2}"#, "/c"),
            ("1", "2", "body"),
        ] {
            let parse = |text: &str| Json::parse(text.as_bytes()).unwrap();
            let mut places = BTreeSet::new();
            compare(&parse(before), &parse(after), String::new(), &mut places);
            let places: Vec<_> = places.into_iter().collect();
            assert_eq!(places.join(" "), expected, "{before} {after}");
        }
    }
}
