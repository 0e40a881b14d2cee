//! Labels, whose names are unique in any letter case.

use serde_json::{Value, json};

use super::{Answer, Fault, Tracker, errors, number, plain, sent};

impl Tracker {
    pub(super) fn add_label(&mut self, body: &Value) -> Answer {
        let name = body["name"].as_str().unwrap_or_default();
        let mut wrong = errors::text(body, "name", true, 50);
        let is_taken = self.labels.iter().any(|label| {
            let known = label["name"].as_str().unwrap_or_default();
            let is_same = known.to_lowercase() == name.to_lowercase();
            if self.fault == Fault::LabelCase { known == name } else { is_same }
        });
        wrong.extend(is_taken.then_some(("name", "already_exists")));
        if let Some(refusal) = errors::refusal(self.fault, wrong) {
            return refusal;
        }
        let label = json!({ "id": format!("lb_{:04}k", self.labels.len() + 1), "name": name });
        self.labels.push(label.clone());
        plain(201, label)
    }

    /// Pages that are selected by a cursor. The cursor holds the position of the first record, in a form that is opaque
    /// to clients.
    pub(super) fn list_labels(&self, query: &str) -> Answer {
        let size = number(query, "size", 25);
        let start = sent(query, "cursor").map_or(0, |cursor| {
            cursor.strip_prefix("at-").and_then(|at| at.parse().ok()).unwrap_or(0)
        });
        let mut labels = self.labels.clone();
        labels.sort_by_key(|label| {
            let name = label["name"].as_str().unwrap_or_default();
            if self.fault == Fault::LabelsWithoutCase {
                name.to_lowercase()
            } else {
                name.to_owned()
            }
        });
        let items: Vec<_> = labels.iter().skip(start).take(size).cloned().collect();
        let end = start + size + usize::from(self.fault == Fault::CursorSkips);
        let next = match self.fault {
            Fault::NoCursor => Value::Null,
            _ if end < labels.len() => Value::from(format!("at-{end}")),
            _ => Value::Null,
        };
        plain(200, json!({ "labels": items, "page": { "next_cursor": next } }))
    }
}
