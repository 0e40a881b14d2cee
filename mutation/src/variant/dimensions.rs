//! The dimensions of a contract: its gaps that an intercept can fill.

mod of_lists;
mod of_records;

use spec::{Body, Condition, Contract, ErrorCase, InputPart, Operation, Slot, Type};

use super::{Alternative, Dimension, Topic};
use super::{
    IdentifierFormat, addresses, blank, body, concurrent_clients, default_expansion, echo,
    error_body, guard, headers, identifiers, json_style, message_source, optional_key, refusal,
    state_names, status, throttling, timestamps,
};
use crate::intercept::Intercept;
use crate::mutant::{ReachOtherAccount, ShareLists};

use of_records::{is_identifier, record};

/// Changes nothing, for alternatives that apply on the socket.
struct Unchanged;

impl Intercept for Unchanged {
    fn uses_history(&self) -> bool {
        false
    }
}

/// All dimensions, in the order of their topics.
#[must_use]
pub fn dimensions(contract: &Contract) -> Vec<Dimension> {
    let mut builder = DimensionBuilder { contract, dimensions: Vec::new() };
    builder.service();
    for operation in contract.operations() {
        builder.inputs(operation);
        builder.rules(operation);
        builder.lists(operation);
        builder.success(operation);
        builder.refusals(Some(operation), &operation.errors);
    }
    builder.dimensions.sort_by(|a, b| (a.topic, &a.gap).cmp(&(b.topic, &b.gap)));
    builder.dimensions
}

struct DimensionBuilder<'c> {
    contract: &'c Contract,
    dimensions: Vec<Dimension>,
}

impl DimensionBuilder<'_> {
    fn push(
        &mut self,
        gap: &str,
        topic: Topic,
        operation: Option<&Operation>,
        alternatives: Vec<Alternative>,
    ) {
        let operation = operation.map(|operation| operation.id.clone());
        self.dimensions.push(Dimension { gap: gap.to_owned(), topic, operation, alternatives });
    }

    fn service(&mut self) {
        let contract = self.contract;
        if let Some(gap) = contract.service.error_body.further_members.gap() {
            let added = vec![Alternative::new("added", error_body::AddMembers)];
            self.push(gap, Topic::ErrorMembers, None, added);
        }
        self.refusals(None, &contract.service.errors);
        let refusals = [400, 403, 404, 422, 200]
            .map(|status| Alternative::new(status.to_string(), refusal::GenericRefusal { status }));
        self.push("undocumented refusals", Topic::Refusal, None, refusals.into());
        for record in contract.records() {
            if let Some(other) = state_names::RenameStates::new(record) {
                let gap = format!("{}.{} states", record.resource, record.name);
                let options = vec![Alternative::new("renamed", other)];
                self.push(&gap, Topic::StateNames, None, options);
            }
        }
        let formats = IdentifierFormat::ALL.map(|(name, format)| Alternative {
            identifier_format: Some(format),
            ..Alternative::new(name, identifiers::ReformatIdentifiers::new(contract, format))
        });
        self.push("identifiers", Topic::Identifiers, None, formats.into());
        let styles = json_style::JsonStyle::ALL.map(|(name, style)| Alternative::new(name, style));
        self.push("JSON style", Topic::JsonStyle, None, styles.into());
        self.transport();
        if !states_timestamps(contract) {
            let forms =
                timestamps::TimestampStyle::ALL.map(|(name, form)| Alternative::new(name, form));
            self.push("timestamps", Topic::Timestamps, None, forms.into());
        }
    }

    /// Dimensions that the contract language cannot express.
    fn transport(&mut self) {
        let forms = headers::HeaderStyle::ALL.map(|(name, form)| Alternative::new(name, form));
        self.push("headers", Topic::Headers, None, forms.into());
        let lower_case = vec![Alternative::new("lower case", addresses::LowercaseAddresses)];
        self.push("addresses", Topic::Addresses, None, lower_case);
        let creating = vec![Alternative::new("creating", concurrent_clients::ConcurrentCreation)];
        self.push("concurrent clients", Topic::ConcurrentClients, None, creating);
        let throttling = vec![
            Alternative::new("throttled", throttling::Throttled::default()),
            Alternative::new("delayed", throttling::Delayed),
        ];
        self.push("throttling", Topic::Throttling, None, throttling);
        let reframed = Alternative { reframes: true, ..Alternative::new("reframed", Unchanged) };
        self.push("framing", Topic::Framing, None, vec![reframed]);
    }

    fn inputs(&mut self, operation: &Operation) {
        if let Some(gap) = operation.key_required.gap() {
            let optional = vec![Alternative::new("optional", optional_key::OptionalKey)];
            self.push(gap, Topic::Key, Some(operation), optional);
        }
        for query in &operation.query {
            let added = query.values.iter().filter(|value| value.expansion.is_some());
            let shown = added.map(|value| {
                let intercept = default_expansion::ExpandByDefault {
                    parameter: query.name.clone(),
                    value: value.wire.clone(),
                };
                Alternative::new(value.wire.clone(), intercept)
            });
            let shown: Vec<_> = shown.collect();
            if !shown.is_empty() {
                let gap = format!("{}.query.{} default", operation.id, query.name);
                self.push(&gap, Topic::Expansion, Some(operation), shown);
            }
        }
        for case in &operation.errors {
            let Some(Condition::Blank(input)) = case.when.value() else {
                continue;
            };
            if input.part == InputPart::Path {
                let rule = |empty_is_blank| blank::BlankRule {
                    parameter: input.name.clone(),
                    empty_is_blank,
                };
                let options = vec![
                    Alternative::new("empty", rule(true)),
                    Alternative::new("whitespace", rule(false)),
                ];
                let gap = format!("{}.{input} blank", operation.id);
                self.push(&gap, Topic::Blank, Some(operation), options);
            }
        }
    }

    fn rules(&mut self, operation: &Operation) {
        if let Some(gap) = operation.scope.as_ref().and_then(Slot::gap) {
            let all_accounts = match &operation.lists {
                Some(_) => Alternative::new("all accounts", ShareLists),
                None => Alternative::new("all accounts", ReachOtherAccount),
            };
            self.push(gap, Topic::Scope, Some(operation), vec![all_accounts]);
        }
        if operation.transitions.iter().any(|one| one.except.is_some()) {
            let gap = format!("{}.transition.except response", operation.id);
            let options = vec![Alternative::new("accepted", guard::AcceptGuarded)];
            self.push(&gap, Topic::Guard, Some(operation), options);
        }
        for case in &operation.errors {
            if let Some(gap) = case.when.gap() {
                let case = case.id.clone();
                let options = vec![Alternative::new("never", guard::NeverRefuse { case })];
                self.push(gap, Topic::Guard, Some(operation), options);
            }
        }
    }

    fn success(&mut self, operation: &Operation) {
        let success = &operation.success;
        let silent = success.body.stated().is_none();
        if let Some(gap) = success.body.gap() {
            let shapes = body::BodyShape::ALL.map(|(name, shape)| Alternative::new(name, shape));
            self.push(gap, Topic::Body, Some(operation), shapes.into());
        }
        if let Some(gap) = success.status.gap() {
            let without = silent.then_some(status::NO_CONTENT);
            let others = [200, 201, 202, 203].into_iter().chain(without);
            let options = others
                .map(|other| Alternative::new(other.to_string(), status::SuccessStatus(other)));
            self.push(gap, Topic::SuccessStatus, Some(operation), options.collect());
        }
        let conditional_echoes = success
            .echoes
            .iter()
            .filter(|echo| echo.when.is_some() && is_identifier(self.contract, operation, echo));
        for echo in conditional_echoes {
            let gap = format!("{}.success.{}.{} echo", operation.id, echo.member, echo.field);
            let as_sent = vec![Alternative::new("as sent", echo::EchoAsSent(echo.clone()))];
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
            let sources = message_source::source_count(case);
            if sources > 1 {
                let from = |index| {
                    let case = case.id.clone();
                    let intercept = message_source::MessageSource { case, index };
                    Alternative::new(format!("source {}", index + 1), intercept)
                };
                let id = operation.map_or("service", |operation| &operation.id);
                let gap = format!("{id}.errors.{}.message sources", case.id);
                let options = (0..sources).map(from).collect();
                self.push(&gap, Topic::MessageSource, operation, options);
            }
            let others = case.indistinct_from.iter().map(|other| {
                let (case, other) = (case.id.clone(), other.clone());
                Alternative::new("other case", refusal::IndistinctCase { case, other })
            });
            let others: Vec<_> = others.collect();
            if !others.is_empty() {
                let id = operation.map_or("service", |operation| &operation.id);
                let gap = format!("{id}.errors.{} or other case", case.id);
                self.push(&gap, Topic::IndistinctCase, operation, others);
            }
            let Some(gap) = case.status.gap() else {
                continue;
            };
            // The document does not exclude any status, not even 200 or 500.
            let others = [400, 401, 403, 404, 409, 410, 418, 422, 200, 500];
            let options = others.map(|status| {
                let case = case.id.clone();
                Alternative::new(status.to_string(), status::RefusalStatus { case, status })
            });
            self.push(gap, Topic::RefusalStatus, operation, options.into());
        }
    }
}

/// Whether the contract states the form of timestamps in responses.
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
                let names: Vec<_> =
                    dimension.alternatives.iter().map(|o| o.name.as_str()).collect();
                format!("{:?} {}: {}", dimension.topic, dimension.gap, names.join(", "))
            })
            .collect();
        insta::assert_snapshot!(listed.join("\n"));
        for dimension in &dimensions {
            let stated = contract.clauses().iter().any(|clause| clause.id == dimension.gap);
            assert!(!stated, "{} is stated", dimension.gap);
        }
    }
}
