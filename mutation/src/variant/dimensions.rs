//! The dimensions of a contract: one for each gap that a server between caller and server can fill.

mod lists;
mod records;

use spec::{Body, Condition, Contract, ErrorCase, InputPart, Operation, Slot, Type};

use super::{Dimension, Filling, Topic};
use super::{
    addresses, blank, body, echo, error_body, guard, headers, identifiers, key, manners,
    neighbours, refusal, spelling, status, timestamps, unasked, wording, words,
};
use crate::bend::Bend;
use crate::mutant::{Reached, Shared};

use records::{is_identifier, record};

/// What is bent is not the exchange but how it is written.
struct Unbent;

impl Bend for Unbent {
    fn looks_back(&self) -> bool {
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
        options: Vec<Filling>,
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
            let more = vec![Filling::new("more", error_body::More)];
            self.push(gap, Topic::ErrorMembers, None, more);
        }
        self.refusals(None, &contract.service.errors);
        let reworded = [400, 403, 404, 422, 200]
            .map(|status| Filling::new(status.to_string(), refusal::Reworded { status }));
        self.push("other refusals", Topic::Refusal, None, reworded.into());
        for record in contract.records() {
            if let Some(other) = words::OtherWords::of(record) {
                let gap = format!("{}.{} words", record.resource, record.name);
                let options = vec![Filling::new("other words", other)];
                self.push(&gap, Topic::Words, None, options);
            }
        }
        let shapes = identifiers::Shape::ALL.map(|(name, shape)| Filling {
            shape: Some(shape),
            ..Filling::new(name, identifiers::Reshaped::of(contract, shape))
        });
        self.push("identifiers", Topic::Identifiers, None, shapes.into());
        let styles = spelling::Style::ALL.map(|(name, style)| Filling::new(name, style));
        self.push("spelling", Topic::Spelling, None, styles.into());
        self.wire();
        if !states_timestamps(contract) {
            let forms = timestamps::Form::ALL.map(|(name, form)| Filling::new(name, form));
            self.push("timestamps", Topic::Timestamps, None, forms.into());
        }
    }

    /// What no contract of this language can speak of.
    fn wire(&mut self) {
        let forms = headers::Headers::ALL.map(|(name, form)| Filling::new(name, form));
        self.push("headers", Topic::Headers, None, forms.into());
        let one_case = vec![Filling::new("one case", addresses::OneCase)];
        self.push("addresses", Topic::Addresses, None, one_case);
        let writing = vec![Filling::new("writing", neighbours::Writing)];
        self.push("neighbours", Topic::Neighbours, None, writing);
        let manners = vec![
            Filling::new("busy", manners::Busy::default()),
            Filling::new("slow", manners::Slow),
        ];
        self.push("manners", Topic::Manners, None, manners);
        let rewritten = Filling {
            rewrites: true,
            ..Filling::new("rewritten", Unbent)
        };
        self.push("wire", Topic::Wire, None, vec![rewritten]);
    }

    fn inputs(&mut self, operation: &Operation) {
        if let Some(gap) = operation.key_required.gap() {
            let not_needed = vec![Filling::new("not needed", key::NotNeeded)];
            self.push(gap, Topic::Key, Some(operation), not_needed);
        }
        for query in &operation.query {
            let added = query
                .values
                .iter()
                .filter(|value| value.expansion.is_some());
            let shown = added.map(|value| {
                let bend = unasked::Unasked {
                    parameter: query.name.clone(),
                    value: value.wire.clone(),
                };
                Filling::new(value.wire.clone(), bend)
            });
            let shown: Vec<_> = shown.collect();
            if !shown.is_empty() {
                let gap = format!("{}.query.{} unasked", operation.id, query.name);
                self.push(&gap, Topic::Expansion, Some(operation), shown);
            }
        }
        for case in &operation.errors {
            let Some(Condition::Blank(input)) = case.when.known() else {
                continue;
            };
            if input.part == InputPart::Path {
                let reading = |empty_is_blank| blank::Reading {
                    parameter: input.name.clone(),
                    empty_is_blank,
                };
                let options = vec![
                    Filling::new("empty", reading(true)),
                    Filling::new("white space", reading(false)),
                ];
                let gap = format!("{}.{input} blank", operation.id);
                self.push(&gap, Topic::Blank, Some(operation), options);
            }
        }
    }

    fn rules(&mut self, operation: &Operation) {
        if let Some(gap) = operation.scope.as_ref().and_then(Slot::gap) {
            let everybodys = match &operation.lists {
                Some(_) => Filling::new("everybody's", Shared),
                None => Filling::new("everybody's", Reached),
            };
            self.push(gap, Topic::Scope, Some(operation), vec![everybodys]);
        }
        if operation.transitions.iter().any(|one| one.except.is_some()) {
            let gap = format!("{}.transition.except answer", operation.id);
            let options = vec![Filling::new("accepted", guard::Unrefused)];
            self.push(&gap, Topic::Guard, Some(operation), options);
        }
        for case in &operation.errors {
            if let Some(gap) = case.when.gap() {
                let case = case.id.clone();
                let options = vec![Filling::new("never", guard::NeverGiven { case })];
                self.push(gap, Topic::Guard, Some(operation), options);
            }
        }
    }

    fn success(&mut self, operation: &Operation) {
        let success = &operation.success;
        let silent = success.body.stated().is_none();
        if let Some(gap) = success.body.gap() {
            let shapes = body::Shape::ALL.map(|(name, shape)| Filling::new(name, shape));
            self.push(gap, Topic::Body, Some(operation), shapes.into());
        }
        if let Some(gap) = success.status.gap() {
            let without = silent.then_some(status::NO_CONTENT);
            let others = [200, 201, 202, 203].into_iter().chain(without);
            let options =
                others.map(|other| Filling::new(other.to_string(), status::Success(other)));
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
            let as_sent = vec![Filling::new("as sent", echo::AsSent(echo.clone()))];
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
            let ways = wording::ways(case);
            if ways > 1 {
                let from = |number| {
                    let case = case.id.clone();
                    let bend = wording::FromSource { case, number };
                    Filling::new(format!("source {}", number + 1), bend)
                };
                let id = operation.map_or("service", |operation| &operation.id);
                let gap = format!("{id}.errors.{}.message sources", case.id);
                let options = (0..ways).map(from).collect();
                self.push(&gap, Topic::Wording, operation, options);
            }
            let others = case.indistinct_from.iter().map(|other| {
                let (case, other) = (case.id.clone(), other.clone());
                Filling::new("another", refusal::Indistinct { case, other })
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
                Filling::new(status.to_string(), status::Refusal { case, status })
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
    use crate::toy::contract;

    #[test]
    fn only_gaps_are_filled_otherwise() {
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
