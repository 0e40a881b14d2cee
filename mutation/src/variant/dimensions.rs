//! The dimensions of a contract: one for each gap that a server between caller and server can fill.

mod lists;
mod records;

use spec::{Body, Condition, Contract, ErrorCase, InputPart, Operation, Slot, Type};

use super::{Alternative, Dimension, Topic};
use super::{
    addresses, blank, body, echo, error_body, guard, headers, identifiers, key, neighbours,
    refusal, spelling, status, throttling, timestamps, unasked, wording, words,
};
use crate::intercept::Intercept;
use crate::mutant::{Reached, Shared};

use records::{is_identifier, record};

/// What is bent is not the exchange but how it is written.
struct Unchanged;

impl Intercept for Unchanged {
    fn uses_history(&self) -> bool {
        false
    }
}

/// All dimensions, those nearest to the server first.
#[must_use]
pub fn dimensions(contract: &Contract) -> Vec<Dimension> {
    let mut list = List {
        contract,
        dimensions: Vec::new(),
    };
    list.service();
    for operation in contract.operations() {
        list.inputs(operation);
        list.rules(operation);
        list.lists(operation);
        list.success(operation);
        list.refusals(Some(operation), &operation.errors);
    }
    list.dimensions
        .sort_by(|a, b| (a.topic, &a.gap).cmp(&(b.topic, &b.gap)));
    list.dimensions
}

struct List<'c> {
    contract: &'c Contract,
    dimensions: Vec<Dimension>,
}

impl List<'_> {
    fn push(
        &mut self,
        gap: &str,
        topic: Topic,
        operation: Option<&Operation>,
        options: Vec<Alternative>,
    ) {
        let operation = operation.map(|operation| operation.id.clone());
        self.dimensions.push(Dimension {
            gap: gap.to_owned(),
            topic,
            operation,
            options,
        });
    }

    fn service(&mut self) {
        let contract = self.contract;
        if let Some(gap) = contract.service.error_body.further_members.gap() {
            let more = vec![Alternative::new("more", error_body::More)];
            self.push(gap, Topic::ErrorMembers, None, more);
        }
        self.refusals(None, &contract.service.errors);
        let reworded = [400, 403, 404, 422, 200]
            .map(|status| Alternative::new(status.to_string(), refusal::Reworded { status }));
        self.push("other refusals", Topic::Refusal, None, reworded.into());
        for record in contract.records() {
            if let Some(other) = words::OtherWords::of(record) {
                let gap = format!("{}.{} words", record.resource, record.name);
                let options = vec![Alternative::new("other words", other)];
                self.push(&gap, Topic::Words, None, options);
            }
        }
        let shapes = identifiers::Shape::ALL.map(|(name, shape)| Alternative {
            shape: Some(shape),
            ..Alternative::new(name, identifiers::Reshaped::of(contract, shape))
        });
        self.push("identifiers", Topic::Identifiers, None, shapes.into());
        let styles = spelling::Style::ALL.map(|(name, style)| Alternative::new(name, style));
        self.push("spelling", Topic::Spelling, None, styles.into());
        self.wire();
        if !states_timestamps(contract) {
            let forms = timestamps::Form::ALL.map(|(name, form)| Alternative::new(name, form));
            self.push("timestamps", Topic::Timestamps, None, forms.into());
        }
    }

    /// What no contract of this language can speak of.
    fn wire(&mut self) {
        let forms = headers::Headers::ALL.map(|(name, form)| Alternative::new(name, form));
        self.push("headers", Topic::Headers, None, forms.into());
        let one_case = vec![Alternative::new("one case", addresses::OneCase)];
        self.push("addresses", Topic::Addresses, None, one_case);
        let writing = vec![Alternative::new("writing", neighbours::Writing)];
        self.push("neighbours", Topic::ConcurrentClients, None, writing);
        let throttling = vec![
            Alternative::new("busy", throttling::Busy::default()),
            Alternative::new("slow", throttling::Slow),
        ];
        self.push("throttling", Topic::Throttling, None, throttling);
        let rewritten = Alternative {
            rewrites: true,
            ..Alternative::new("rewritten", Unchanged)
        };
        self.push("wire", Topic::Wire, None, vec![rewritten]);
    }

    fn inputs(&mut self, operation: &Operation) {
        if let Some(gap) = operation.key_required.gap() {
            let not_needed = vec![Alternative::new("not needed", key::NotNeeded)];
            self.push(gap, Topic::Key, Some(operation), not_needed);
        }
        for query in &operation.query {
            let added = query
                .values
                .iter()
                .filter(|value| value.expansion.is_some());
            let shown = added.map(|value| {
                let intercept = unasked::Unasked {
                    parameter: query.name.clone(),
                    value: value.wire.clone(),
                };
                Alternative::new(value.wire.clone(), intercept)
            });
            let shown: Vec<_> = shown.collect();
            if !shown.is_empty() {
                let gap = format!("{}.query.{} unasked", operation.id, query.name);
                self.push(&gap, Topic::Expansion, Some(operation), shown);
            }
        }
        for case in &operation.errors {
            let Some(Condition::Blank(input)) = case.when.value() else {
                continue;
            };
            if input.part == InputPart::Path {
                let reading = |empty_is_blank| blank::Reading {
                    parameter: input.name.clone(),
                    empty_is_blank,
                };
                let options = vec![
                    Alternative::new("empty", reading(true)),
                    Alternative::new("white space", reading(false)),
                ];
                let gap = format!("{}.{input} blank", operation.id);
                self.push(&gap, Topic::Blank, Some(operation), options);
            }
        }
    }

    fn rules(&mut self, operation: &Operation) {
        if let Some(gap) = operation.scope.as_ref().and_then(Slot::gap) {
            let everybodys = match &operation.lists {
                Some(_) => Alternative::new("everybody's", Shared),
                None => Alternative::new("everybody's", Reached),
            };
            self.push(gap, Topic::Scope, Some(operation), vec![everybodys]);
        }
        if operation.transitions.iter().any(|one| one.except.is_some()) {
            let gap = format!("{}.transition.except answer", operation.id);
            let options = vec![Alternative::new("accepted", guard::Unrefused)];
            self.push(&gap, Topic::Guard, Some(operation), options);
        }
        for case in &operation.errors {
            if let Some(gap) = case.when.gap() {
                let case = case.id.clone();
                let options = vec![Alternative::new("never", guard::NeverGiven { case })];
                self.push(gap, Topic::Guard, Some(operation), options);
            }
        }
    }

    fn success(&mut self, operation: &Operation) {
        let success = &operation.success;
        let silent = success.body.stated().is_none();
        if let Some(gap) = success.body.gap() {
            let shapes = body::Shape::ALL.map(|(name, shape)| Alternative::new(name, shape));
            self.push(gap, Topic::Body, Some(operation), shapes.into());
        }
        if let Some(gap) = success.status.gap() {
            let without = silent.then_some(status::NO_CONTENT);
            let others = [200, 201, 202, 203].into_iter().chain(without);
            let options =
                others.map(|other| Alternative::new(other.to_string(), status::Success(other)));
            self.push(
                gap,
                Topic::SuccessStatus,
                Some(operation),
                options.collect(),
            );
        }
        let silent_otherwise = success
            .echoes
            .iter()
            .filter(|echo| echo.when.is_some() && is_identifier(self.contract, operation, echo));
        for echo in silent_otherwise {
            let gap = format!(
                "{}.success.{}.{} otherwise",
                operation.id, echo.member, echo.field
            );
            let as_sent = vec![Alternative::new("as sent", echo::AsSent(echo.clone()))];
            self.push(&gap, Topic::Echo, Some(operation), as_sent);
        }
        let Some(Body::Envelope(envelope)) = success.body.stated() else {
            return;
        };
        for held in envelope {
            if let Some(record) = record(self.contract, &held.ty) {
                self.record(operation, &held.wire, record);
            }
        }
    }

    fn refusals(&mut self, operation: Option<&Operation>, cases: &[ErrorCase]) {
        for case in cases {
            let mutations = wording::mutations(case);
            if mutations > 1 {
                let from = |number| {
                    let case = case.id.clone();
                    let intercept = wording::FromSource { case, number };
                    Alternative::new(format!("source {}", number + 1), intercept)
                };
                let id = operation.map_or("service", |operation| &operation.id);
                let gap = format!("{id}.errors.{}.message sources", case.id);
                let options = (0..mutations).map(from).collect();
                self.push(&gap, Topic::Wording, operation, options);
            }
            let others = case.indistinct_from.iter().map(|other| {
                let (case, other) = (case.id.clone(), other.clone());
                Alternative::new("another", refusal::Indistinct { case, other })
            });
            let others: Vec<_> = others.collect();
            if !others.is_empty() {
                let id = operation.map_or("service", |operation| &operation.id);
                let gap = format!("{id}.errors.{} or another", case.id);
                self.push(&gap, Topic::Indistinct, operation, others);
            }
            let Some(gap) = case.status.gap() else {
                continue;
            };
            // Any status with the error body is one of the readings, those of successes and of
            // failures of the server included.
            let others = [400, 401, 403, 404, 409, 410, 418, 422, 200, 500];
            let options = others.map(|status| {
                let case = case.id.clone();
                Alternative::new(status.to_string(), status::Refusal { case, status })
            });
            self.push(gap, Topic::ErrorStatus, operation, options.into());
        }
    }
}

/// Whether the contract says in which form points in time are answered.
fn states_timestamps(contract: &Contract) -> bool {
    let mut fields = contract.records().flat_map(|record| &record.fields);
    fields.any(|field| matches!(&field.ty, Type::Timestamp(forms) if !forms.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::contract;

    #[test]
    fn dimensions_exist_only_for_gaps() {
        let contract = contract();
        let dimensions = dimensions(&contract);
        let listed: Vec<String> = dimensions
            .iter()
            .map(|dimension| {
                let names: Vec<_> = dimension.options.iter().map(|o| o.name.as_str()).collect();
                format!(
                    "{:?} {}: {}",
                    dimension.topic,
                    dimension.gap,
                    names.join(", ")
                )
            })
            .collect();
        insta::assert_snapshot!(listed.join("\n"));
        for dimension in &dimensions {
            let stated = contract
                .clauses()
                .iter()
                .any(|clause| clause.id == dimension.gap);
            assert!(!stated, "{} is stated", dimension.gap);
        }
    }
}
