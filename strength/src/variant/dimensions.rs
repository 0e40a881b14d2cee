//! The dimensions of a contract: one for each gap that a server between caller and server can fill.

mod records;

use spec::{Body, Condition, Contract, ErrorCase, InputPart, Operation, Slot, Type};

use super::{Dimension, Filling, Topic};
use super::{
    blank, body, echo, error_body, identifiers, key, paging, spelling, status, timestamps,
};
use crate::mutant::Shared;

use records::{is_identifier, record};

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
        let shapes = identifiers::Shape::ALL.map(|(name, shape)| Filling {
            shape: Some(shape),
            ..Filling::new(name, identifiers::Reshaped::of(contract, shape))
        });
        self.push("identifiers", Topic::Identifiers, None, shapes.into());
        let styles = spelling::Style::ALL.map(|(name, style)| Filling::new(name, style));
        self.push("spelling", Topic::Spelling, None, styles.into());
        if !states_timestamps(contract) {
            let forms = timestamps::Form::ALL.map(|(name, form)| Filling::new(name, form));
            self.push("timestamps", Topic::Timestamps, None, forms.into());
        }
    }

    fn inputs(&mut self, operation: &Operation) {
        if let Some(gap) = operation.key_required.gap() {
            let not_needed = vec![Filling::new("not needed", key::NotNeeded)];
            self.push(gap, Topic::Key, Some(operation), not_needed);
        }
        for case in &operation.errors {
            let Condition::Blank(input) = &case.when else {
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

    fn lists(&mut self, operation: &Operation) {
        if let Some(gap) = operation.scope.as_ref().and_then(Slot::gap) {
            let shared = vec![Filling::new("everybody's", Shared)];
            self.push(gap, Topic::Scope, Some(operation), shared);
        }
        let Some(paging) = &operation.paging else {
            return;
        };
        if let Some(gap) = paging.gap() {
            let first = |count| Filling::new(format!("first {count}"), paging::First(count));
            self.push(
                gap,
                Topic::Length,
                Some(operation),
                vec![first(1), first(2), first(5)],
            );
        }
        let selection = paging.stated().and_then(|paging| paging.selection.stated());
        if let Some(selection) = selection {
            let size = |name: &str, default, is_most| {
                let parameter = selection.per_page.clone();
                Filling::new(
                    name,
                    paging::Size {
                        parameter,
                        default,
                        is_most,
                    },
                )
            };
            let options = vec![
                size("default of 1", 1, false),
                size("default of 2", 2, false),
                size("at most 1", 1, true),
            ];
            let gap = format!("{}.paging page size", operation.id);
            self.push(&gap, Topic::PageSize, Some(operation), options);
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
