//! What a run shows about the answers of an overlay. They are not clauses, because the document does not state them.

use serde::{Deserialize, Serialize};

use super::Content;
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

impl Content {
    /// The answers that the service contradicts.
    pub(crate) fn contradicted_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter(|answer| answer.outcome == AnswerOutcome::Differs)
    }
}

impl Answer {
    /// What was expected, and what the service does.
    pub(crate) fn difference(&self) -> [&str; 2] {
        [&self.expected, &self.actual].map(|text| text.as_deref().unwrap_or_default())
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::content::read;
    use crate::report::{github, html, markdown};

    #[test]
    fn reports_say_which_answers_differ() {
        let mut report = read(include_bytes!("../../../tests/reports/held.json")).unwrap();
        report.answers = vec![Answer {
            gap: "a.gap".to_owned(),
            answer: "200".to_owned(),
            outcome: AnswerOutcome::Differs,
            witnesses: 1,
            member: "name".to_owned(),
            expected: Some("string".to_owned()),
            actual: Some("number".to_owned()),
            exchange: Vec::new(),
        }];
        for (text, line) in [
            (
                github::render(&report),
                "::warning title=a.gap::The service contradicts an answer of the overlay.%0A  at: name%0A  expected: string%0A  actual: number\n",
            ),
            (
                html::render(&report),
                "<li><code>a.gap</code> at <code>name</code>: expected <code>string</code>, actual <code>number</code></li>\n",
            ),
            (
                markdown::render(&report),
                "- `a.gap` at `name`: expected `string`, actual `number`\n",
            ),
        ] {
            assert!(text.contains(line), "{text}");
        }
    }
}
