//! Differences between a step and an earlier one whose answer must be the same.

use spec::{InputPart, InputRef, Operation};

use super::Step;

impl Step {
    /// Query parameters with their defaults, where one of the two steps sends the default and the
    /// other omits the parameter.
    #[must_use]
    pub fn defaults_left_out<'c>(
        &self,
        operation: &'c Operation,
        earlier: &Self,
    ) -> Vec<(&'c str, &'c str)> {
        let sent = |step: &Self, name: &str| {
            let input = InputRef { part: InputPart::Query, name: name.to_owned() };
            let value = step.inputs.set.get(&input);
            value.map(|value| value.text().and_then(|text| text.literal().map(str::to_owned)))
        };
        let defaults = operation.query.iter().filter_map(|query| {
            let default = query.default.as_deref()?;
            let is_default =
                |sent: Option<Option<String>>| sent.flatten().as_deref() == Some(default);
            let differ = match (sent(self, &query.name), sent(earlier, &query.name)) {
                (None, given @ Some(_)) | (given @ Some(_), None) => is_default(given),
                _ => false,
            };
            differ.then_some((query.name.as_str(), default))
        });
        defaults.collect()
    }

    /// Documented values of query parameters that both steps send, if an expansion is the only
    /// difference between them. If they send nothing else, the expansion itself.
    #[must_use]
    pub fn beside_expansion<'c>(
        &self,
        operation: &'c Operation,
        earlier: &Self,
    ) -> Vec<(&'c str, &'c str)> {
        let input = |name: &str| InputRef { part: InputPart::Query, name: name.to_owned() };
        let expands = |at: &InputRef| {
            let mut known = operation.query.iter();
            let known = known.find(|query| *at == input(&query.name));
            known.is_some_and(|query| query.values.iter().any(|value| value.expansion.is_some()))
        };
        let rest = |step: &Self| {
            let mut rest = step.inputs.clone();
            rest.set.retain(|at, _| !expands(at));
            rest
        };
        if self.inputs == earlier.inputs || rest(self) != rest(earlier) {
            return Vec::new();
        }
        let sent = operation.query.iter().filter_map(|query| {
            let text = self.inputs.set.get(&input(&query.name))?.text()?.literal()?;
            let known = query.values.iter().find(|value| value.wire == *text)?;
            let expands = known.expansion.is_some();
            Some((expands, (query.name.as_str(), known.wire.as_str())))
        });
        let sent: Vec<_> = sent.collect();
        let alone = sent.iter().all(|(expands, _)| *expands);
        let sent = sent.into_iter().filter(|(expands, _)| *expands == alone).map(|(_, sent)| sent);
        sent.collect()
    }

    /// Query parameters with several values that the two steps send in a different order, if that
    /// is the only difference.
    #[must_use]
    pub fn reordered<'c>(&self, operation: &'c Operation, earlier: &Self) -> Vec<&'c str> {
        let input = |name: &str| InputRef { part: InputPart::Query, name: name.to_owned() };
        let values = |step: &Self, name: &str| {
            let value = step.inputs.set.get(&input(name))?;
            Some(value.text()?.values())
        };
        let moved = |name: &str| {
            let (mine, other) = (values(self, name)?, values(earlier, name)?);
            let sorted = |mut values: Vec<String>| {
                values.sort_unstable();
                values
            };
            Some(mine != other && sorted(mine) == sorted(other))
        };
        let several = operation.query.iter().filter(|query| query.several);
        let mut found: Vec<_> = several.map(|query| query.name.as_str()).collect();
        found.retain(|name| moved(name) == Some(true));
        let rest = |step: &Self| {
            let mut rest = step.inputs.clone();
            rest.set.retain(|at, _| !found.iter().any(|name| *at == input(name)));
            rest
        };
        if rest(self) == rest(earlier) { found } else { Vec::new() }
    }
}
