//! The values that placeholders of messages may have: what was sent, and facts of the target's fixtures.

use spec::{InputPart, ValueSource};

use super::{Attempt, TraceView};
use crate::json::Json;

impl TraceView<'_> {
    /// The values that the sources of a placeholder may have had for a request.
    pub(crate) fn known_values(
        &self,
        sources: &[ValueSource],
        attempt: &Attempt,
        index: usize,
    ) -> Vec<String> {
        let mut values = Vec::new();
        for source in sources {
            match source {
                ValueSource::Input(input) => values.extend(attempt.sent.get(input).map(plain)),
                ValueSource::Record { field, .. } => values.extend(self.of_records(field, index)),
            }
        }
        values
    }

    /// What the run knows under the name of a record's member: the facts of fixtures
    /// and what was sent up to this step.
    fn of_records(&self, field: &str, index: usize) -> Vec<String> {
        let facts =
            self.fixtures.values().filter_map(|fixture| fixture.fact(field).map(str::to_owned));
        let steps = (0..=index).filter_map(|index| self.parsed(index));
        let sent = steps.flat_map(|parsed| parsed.attempts).flat_map(|attempt| attempt.sent.iter());
        let sent = sent.filter(|(input, _)| input.part == InputPart::Body && input.name == field);
        facts.chain(sent.map(|(_, value)| plain(value))).collect()
    }
}

fn plain(value: &Json) -> String {
    value.text().map_or_else(|| value.to_string(), str::to_owned)
}
