//! Differences between a step and an earlier one whose response must be the same.

use spec::{InputPart, InputRef, Operation};

use super::{Inputs, Step, Template};

fn query_input(name: &str) -> InputRef {
    InputRef::new(InputPart::Query, name)
}

impl Step {
    /// Query parameters with their defaults, where one of the two steps sends the default and the
    /// other omits the parameter.
    pub fn defaults_left_out<'c>(
        &self,
        operation: &'c Operation,
        earlier: &Self,
    ) -> Vec<(&'c str, &'c str)> {
        let defaults = operation.query.iter().filter_map(|query| {
            let default = query.default.as_deref()?;
            let only_one = match (self.query_text(&query.name), earlier.query_text(&query.name)) {
                (None, Some(text)) | (Some(text), None) => text,
                _ => return None,
            };
            (only_one.literal()? == default).then_some((query.name.as_str(), default))
        });
        defaults.collect()
    }

    /// Documented values of query parameters that both steps send, if an expansion is the only
    /// difference between them. If they send nothing else, the expansion itself.
    pub fn beside_expansion<'c>(
        &self,
        operation: &'c Operation,
        earlier: &Self,
    ) -> Vec<(&'c str, &'c str)> {
        let expands = |at: &InputRef| {
            let query = operation.query.iter().find(|query| *at == query_input(&query.name));
            query.is_some_and(|query| query.values.iter().any(|value| value.expansion.is_some()))
        };
        if self.inputs == earlier.inputs || self.without(expands) != earlier.without(expands) {
            return Vec::new();
        }
        let sent = operation.query.iter().filter_map(|query| {
            let text = self.query_text(&query.name)?.literal()?;
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
    pub fn reordered<'c>(&self, operation: &'c Operation, earlier: &Self) -> Vec<&'c str> {
        let moved = |name: &str| {
            let (mut here, mut there) =
                (self.query_text(name)?.values(), earlier.query_text(name)?.values());
            let differs = here != there;
            here.sort_unstable();
            there.sort_unstable();
            Some(differs && here == there)
        };
        let several = operation.query.iter().filter(|query| query.several.is_some());
        let names = several.map(|query| query.name.as_str());
        let found: Vec<_> = names.filter(|name| moved(name) == Some(true)).collect();
        let is_found = |at: &InputRef| found.iter().any(|name| *at == query_input(name));
        if self.without(is_found) == earlier.without(is_found) { found } else { Vec::new() }
    }

    /// The text that is sent for a query parameter.
    fn query_text(&self, name: &str) -> Option<&Template> {
        self.inputs.set.get(&query_input(name))?.text()
    }

    /// The inputs, except for values that are sent for some of them.
    fn without(&self, is_left_out: impl Fn(&InputRef) -> bool) -> Inputs {
        let mut inputs = self.inputs.clone();
        inputs.set.retain(|at, _| !is_left_out(at));
        inputs
    }
}
