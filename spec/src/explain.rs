//! Explanations: what an item of a contract is, where it is declared, and what refers to it.

mod render;
mod subject;

use serde_json::{Map, Value, json};

pub use subject::{Subject, find_subjects, subject_ids};

/// Everything known about one item.
#[derive(Debug, Default)]
pub struct Explanation {
    /// Id of the item.
    pub id: String,
    /// Kind of the item: `clause`, `gap`, `operation`, `record`, `fixture` or another.
    pub kind: &'static str,
    /// What it means.
    pub paragraphs: Vec<String>,
    /// Properties by name.
    pub facts: Vec<(&'static str, String)>,
    /// Path and line of the declaration.
    pub declared: Option<String>,
    /// Answer of the overlay, for a gap.
    pub answer: Option<GapAnswer>,
    /// Example text.
    pub example: Option<String>,
    /// What refers to it, by kind: ids or paths.
    pub used_by: Vec<(&'static str, Vec<String>)>,
}

/// Answer of an overlay to a gap.
#[derive(Debug)]
pub struct GapAnswer {
    /// The answer as canonical JSON.
    pub value: String,
    /// Why the overlay answers so.
    pub reason: String,
    /// Path and line of the answer.
    pub declared: Option<String>,
}

impl Explanation {
    /// The explanation as a JSON object.
    pub fn to_json(&self) -> Value {
        let facts: Map<_, _> =
            self.facts.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        let used_by: Map<_, _> =
            self.used_by.iter().map(|(kind, ids)| ((*kind).to_owned(), json!(ids))).collect();
        let answer = self.answer.as_ref().map(|answer| {
            json!({ "value": answer.value, "because": answer.reason, "declared": answer.declared })
        });
        json!({
            "id": self.id,
            "sort": self.kind,
            "says": self.paragraphs,
            "facts": facts,
            "declared": self.declared,
            "answer": answer,
            "example": self.example,
            "used_by": used_by,
        })
    }
}
