//! Compares two observations, gap by gap.

use std::fmt;

use serde_json::Value;

use super::Observation;
use crate::observed::{NOT_SHOWN, Why};

/// What happened at a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Changed,
    Contradicting,
    NewlySeen,
    NotSeen,
}

impl Change {
    /// Whether the deployment does something else than before.
    pub fn is_difference(self) -> bool {
        matches!(self, Self::Changed | Self::Contradicting)
    }

    fn title(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Contradicting => "no longer the same in all exchanges",
            Self::NewlySeen => "newly seen",
            Self::NotSeen => "not seen any more",
        }
    }
}

/// The differences between two observations.
pub struct Comparison {
    /// The change, the gap, and its earlier and current answer.
    pub changes: Vec<(Change, String, String)>,
}

impl Comparison {
    pub fn new(old: &Observation, new: &Observation) -> Self {
        let mut changes = Vec::new();
        for gap in &new.gaps {
            let before = old.gap(&gap.id).and_then(|gap| gap.answer.as_ref());
            let before = before.map(|answer| with_fields(old, answer, &mut Vec::new()));
            let now = gap.answer.as_ref();
            let now = now.map(|answer| with_fields(new, answer, &mut Vec::new()));
            let change = match (&before, &now) {
                (Some(before), Some(now)) if before == now => continue,
                (Some(before), Some(now)) if !agree(before, now) => Change::Changed,
                (Some(before), Some(now)) if shows_more(now, before) => Change::NewlySeen,
                (Some(_), Some(_)) => Change::NotSeen,
                (None, Some(_)) => Change::NewlySeen,
                (Some(_), None) if gap.reason.as_deref() == Some(Why::Differ.name()) => {
                    Change::Contradicting
                }
                (Some(_), None) => Change::NotSeen,
                (None, None) => continue,
            };
            let open = || gap.reason.clone().unwrap_or_default();
            let now = now.as_ref().map_or_else(open, ToString::to_string);
            let line = match before {
                Some(before) => format!("{before} -> {now}"),
                None => now,
            };
            changes.push((change, gap.id.clone(), line));
        }
        changes.sort();
        Self { changes }
    }

    /// Whether the deployment does something else than before at a gap.
    pub fn has_differences(&self) -> bool {
        self.changes.iter().any(|(change, ..)| change.is_difference())
    }
}

/// Returns the answer, with the names of records that the contract does not define replaced by their fields. `within`
/// holds the records that enclose the answer.
fn with_fields(of: &Observation, answer: &Value, within: &mut Vec<String>) -> Value {
    match answer {
        Value::String(name) if !within.contains(name) => match of.records.get(name) {
            Some(record) => {
                within.push(name.clone());
                let fields = with_fields(of, &record.fields, within);
                within.pop();
                fields
            }
            None => answer.clone(),
        },
        Value::Array(items) => items.iter().map(|item| with_fields(of, item, within)).collect(),
        Value::Object(members) => {
            let members = members.iter();
            let members =
                members.map(|(name, value)| (name.clone(), with_fields(of, value, within)));
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// Whether two answers are compatible. A part that one of them does not show can have any value in the other.
fn agree(one: &Value, other: &Value) -> bool {
    match (one, other) {
        _ if one == NOT_SHOWN || other == NOT_SHOWN => true,
        (Value::Object(one), Value::Object(other)) => {
            one.iter().all(|(name, value)| other.get(name).is_none_or(|other| agree(value, other)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| agree(one, other))
        }
        _ => one == other,
    }
}

/// Whether an answer shows something that another, compatible answer does not show.
fn shows_more(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => one
            .iter()
            .any(|(name, value)| other.get(name).is_none_or(|other| shows_more(value, other))),
        (Value::Array(one), Value::Array(other)) => {
            one.iter().zip(other).any(|(one, other)| shows_more(one, other))
        }
        _ => other == NOT_SHOWN && one != NOT_SHOWN,
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for (change, gap, line) in &self.changes {
            if last.replace(*change) != Some(*change) {
                writeln!(f, "{}", change.title())?;
            }
            writeln!(f, "  {gap}\n    {line}")?;
        }
        if self.changes.is_empty() { writeln!(f, "nothing changed") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An observation with an answer at one gap, and the fields of the record `Seen`.
    fn observation(answer: &Value, fields: &Value) -> Observation {
        let made = json!({
            "schema": 1, "service": "s", "base_url": "u", "level": "own", "depth": "quick",
            "started_at": "t", "contract_digest": "d", "reasons": {},
            "gaps": [{
                "id": "g", "operation": null, "note": "", "answer": answer, "reason": null,
                "witnesses": 1, "seen": [], "samples": [],
            }],
            "records": { "Seen": { "resource": "r", "fields": fields } },
        });
        serde_json::from_value(made).unwrap()
    }

    fn change(before: (Value, Value), now: (Value, Value)) -> Option<Change> {
        let comparison =
            Comparison::new(&observation(&before.0, &before.1), &observation(&now.0, &now.1));
        comparison.changes.first().map(|(change, ..)| *change)
    }

    #[test]
    fn what_was_not_shown_is_no_change() {
        let field = |nullable: Value| json!({ "a": { "type": "string", "nullable": nullable } });
        let (open, closed) = (field(json!("not_shown")), field(json!(false)));
        for (before, now, expected) in [
            (&open, &open, None),
            (&open, &closed, Some(Change::NewlySeen)),
            (&closed, &open, Some(Change::NotSeen)),
            (&json!({}), &open, Some(Change::NewlySeen)),
            (&closed, &field(json!(true)), Some(Change::Changed)),
            (&closed, &json!(false), Some(Change::Changed)),
        ] {
            let of = |answer: &Value| (answer.clone(), json!({}));
            assert_eq!(change(of(before), of(now)), expected, "{before} {now}");
        }
    }

    #[test]
    fn records_that_answers_name_are_compared() {
        let with = |ty: &str| {
            let fields = json!({ "a": { "type": ty }, "within": { "type": "Seen" } });
            (json!({ "member": ["Seen"] }), fields)
        };
        assert_eq!(change(with("string"), with("string")), None);
        assert_eq!(change(with("string"), with("number")), Some(Change::Changed));
        assert_eq!(change(with("not_shown"), with("number")), Some(Change::NewlySeen));
    }
}
