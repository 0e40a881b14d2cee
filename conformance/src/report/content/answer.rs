//! What a run shows of the answers of an overlay. They are no clauses: the document does not state them.

use serde::{Deserialize, Serialize};

use crate::observed::CheckedAnswer;

/// An answer of the overlay.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    pub gap: String,
    pub answer: String,
    pub outcome: AnswerOutcome,
    pub witnesses: u32,
    /// The member that differs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub member: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// An exchange that contradicts it: the scenario, the request and the response.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exchange: Vec<String>,
}

/// Whether the service does what an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerOutcome {
    Agrees,
    Differs,
    NotSeen,
}

impl From<&CheckedAnswer> for Answer {
    fn from(checked: &CheckedAnswer) -> Self {
        let CheckedAnswer { gap, answer, witnesses, difference } = checked;
        let difference = difference.as_ref();
        let sample = difference.and_then(|found| found.sample.as_ref());
        Self {
            gap: gap.clone(),
            answer: answer.clone(),
            outcome: match (difference, witnesses) {
                (Some(_), _) => AnswerOutcome::Differs,
                (None, 0) => AnswerOutcome::NotSeen,
                (None, _) => AnswerOutcome::Agrees,
            },
            witnesses: *witnesses,
            member: difference.map(|found| found.member.clone()).unwrap_or_default(),
            expected: difference.map(|found| found.expected.clone()),
            actual: difference.map(|found| found.actual.to_string()),
            exchange: sample.map_or_else(Vec::new, |sample| {
                vec![
                    sample.scenario.clone(),
                    sample.request.to_string(),
                    sample.response.to_string(),
                ]
            }),
        }
    }
}
