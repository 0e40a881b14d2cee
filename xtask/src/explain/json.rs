//! Explanations for programs: one JSON object, written on stdout.

use serde_json::{Map, Value, json};

use super::Explanation;

pub(super) fn render(explanations: &[Explanation]) -> String {
    let explanations: Vec<_> = explanations.iter().map(object).collect();
    format!(
        "{:#}\n",
        json!({ "schema": 1, "explanations": explanations })
    )
}

fn object(explanation: &Explanation) -> Value {
    let facts: Map<_, _> = explanation
        .facts
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    let used_by: Map<_, _> = explanation
        .used_by
        .iter()
        .map(|(who, names)| ((*who).to_owned(), json!(names)))
        .collect();
    let answer = explanation.answer.as_ref().map(|answer| {
        json!({ "value": answer.value, "because": answer.because, "declared": answer.declared })
    });
    json!({
        "id": explanation.id,
        "sort": explanation.sort,
        "says": explanation.says,
        "facts": facts,
        "declared": explanation.declared,
        "answer": answer,
        "example": explanation.example,
        "used_by": used_by,
    })
}
