//! The dimensions of a contract: its gaps that an intercept can fill.

mod of_lists;
mod of_records;

use std::collections::BTreeSet;

use referral_conformance::contract;
use spec::{
    Condition, Contract, Echo, ErrorCase, Format, Identifier, InputPart, InputRef, Operation, Slot,
    Type,
};

use super::{
    Alternative, Dimension, IdentifierFormat, Topic, body, concurrent_clients,
    formats::{self, VENDOR_TYPE},
    identifiers, inputs, records, refusals,
};
use crate::intercept::Intercept;
use crate::intercepts::on_request;
use crate::mutant::{
    change_code, change_message, reach_other_account, set_refusal_status, share_lists,
};
use crate::synthetic;

/// All dimensions, in the order of their topics.
pub fn dimensions(contract: &Contract) -> Vec<Dimension> {
    let mut builder = DimensionBuilder { contract, operation: None, dimensions: Vec::new() };
    builder.service();
    builder.transport();
    for operation in contract.operations() {
        builder.operation = Some(operation);
        builder.inputs(operation);
        builder.rules(operation);
        builder.lists(operation);
        builder.success(operation);
        builder.refusals(&operation.errors);
    }
    builder.dimensions.sort_by(|a, b| (a.topic, &a.gap).cmp(&(b.topic, &b.gap)));
    builder.dimensions
}

struct DimensionBuilder<'c> {
    contract: &'c Contract,
    /// The operation to which dimensions are limited.
    operation: Option<&'c Operation>,
    dimensions: Vec<Dimension>,
}

impl DimensionBuilder<'_> {
    /// Adds a dimension unless it has no alternatives.
    fn push(
        &mut self,
        gap: &str,
        topic: Topic,
        alternatives: impl IntoIterator<Item = Alternative>,
    ) {
        let alternatives: Vec<_> = alternatives.into_iter().collect();
        if !alternatives.is_empty() {
            let operation = self.operation.map(|operation| operation.id.clone());
            self.dimensions.push(Dimension { gap: gap.to_owned(), topic, operation, alternatives });
        }
    }

    /// Adds a dimension with one alternative.
    fn push_one(&mut self, gap: &str, topic: Topic, name: &str, intercept: Intercept) {
        self.push(gap, topic, [Alternative::new(name, intercept)]);
    }

    fn service(&mut self) {
        let contract = self.contract;
        if let Some(gap) = contract.service.error_body.further_members.gap() {
            self.push_one(gap, Topic::ErrorMembers, "added", refusals::add_error_members());
        }
        self.refusals(&contract.service.errors);
        let refusals = [400, 403, 404, 422, 200].map(|status| {
            Alternative::new(status.to_string(), refusals::replace_undocumented(status))
        });
        self.push("undocumented refusals", Topic::Refusal, refusals);
        for record in contract.records() {
            if let Some(renamed) = records::rename_states(record) {
                let gap = format!("{}.{} states", record.resource, record.name);
                self.push_one(&gap, Topic::StateNames, "renamed", renamed);
            }
        }
        let formats = IdentifierFormat::ALL.map(|(name, format)| Alternative {
            identifier_format: Some(format),
            ..Alternative::new(
                name,
                identifiers::ReformatIdentifiers::new(contract, format).intercept(),
            )
        });
        self.push("identifiers", Topic::Identifiers, formats);
        let states_type = contract.service.error_body.content_type.is_some();
        let styles =
            formats::STYLES.into_iter().filter(|(name, _)| *name != VENDOR_TYPE || !states_type);
        let styles = styles.map(|(name, style)| Alternative::new(name, formats::restyle(style)));
        self.push("JSON style", Topic::JsonStyle, styles);
    }

    /// Dimensions that the contract language cannot express.
    fn transport(&mut self) {
        let described = described_headers(self.contract);
        let states_type = self.contract.service.error_body.content_type.is_some();
        let changes =
            formats::CHANGES.into_iter().filter(|(_, (keeps_type, _))| *keeps_type || !states_type);
        let changes = changes.map(|(name, change)| {
            Alternative::new(name, formats::change_headers(&described, change))
        });
        self.push("headers", Topic::Headers, changes);
        if !repeats_addresses(self.contract) {
            let lower_case = inputs::lowercase_addresses();
            self.push_one("addresses", Topic::Addresses, "lower case", lower_case);
        }
        let creating = concurrent_clients::create_concurrently();
        self.push_one("concurrent clients", Topic::ConcurrentClients, "creating", creating);
        let throttling = [
            Alternative::new("throttled", formats::throttle()),
            Alternative::new("delayed", formats::delay()),
        ];
        self.push("throttling", Topic::Throttling, throttling);
        let unchanged = on_request(|cx| cx.forward());
        let reframed = Alternative { reframes: true, ..Alternative::new("reframed", unchanged) };
        self.push("framing", Topic::Framing, [reframed]);
        if !states_timestamps(self.contract) {
            let styles = formats::TIMESTAMPS
                .map(|(name, style)| Alternative::new(name, formats::restyle_timestamps(style)));
            self.push("timestamps", Topic::Timestamps, styles);
        }
    }

    fn inputs(&mut self, operation: &Operation) {
        if let Some(gap) = operation.key_required.gap() {
            self.push_one(gap, Topic::Key, "optional", inputs::make_key_optional());
        }
        for query in &operation.query {
            let expansions = query.values.iter().filter(|value| value.expansion.is_some());
            let alternatives = expansions.map(|value| {
                let expand = inputs::expand_by_default(&query.name, &value.wire);
                Alternative::new(&value.wire, expand)
            });
            let gap = format!("{}.query.{} default", operation.id, query.name);
            self.push(&gap, Topic::Expansion, alternatives);
        }
        for case in &operation.errors {
            if let Some(Condition::Blank(input)) = case.when.value()
                && input.part == InputPart::Path
            {
                let alternatives = [("empty", true), ("whitespace", false)].map(|(name, empty)| {
                    Alternative::new(name, inputs::redefine_blank(input, empty))
                });
                let gap = format!("{}.{input} blank", operation.id);
                self.push(&gap, Topic::Blank, alternatives);
            }
        }
    }

    fn rules(&mut self, operation: &Operation) {
        if let Some(gap) = operation.scope.as_ref().and_then(Slot::gap) {
            let all_accounts = match &operation.lists {
                Some(_) => Alternative::new("all accounts", share_lists()),
                None => Alternative::new("all accounts", reach_other_account()),
            };
            self.push(gap, Topic::Scope, [all_accounts]);
        }
        if operation.transitions.iter().any(|transition| transition.except.is_some()) {
            let gap = format!("{}.transition.except response", operation.id);
            self.push_one(&gap, Topic::Guard, "accepted", refusals::accept_guarded());
        }
        for case in &operation.errors {
            if let Some(gap) = case.when.gap() {
                self.push_one(gap, Topic::Guard, "never", refusals::never_refuse(&case.id));
            }
        }
    }

    fn refusals(&mut self, cases: &[ErrorCase]) {
        let owner = self.operation.map_or("service", |operation| &operation.id);
        for case in cases {
            let sources = case.placeholders.iter().map(|placeholder| placeholder.sources.len());
            let sources = (0..sources.max().unwrap_or_default()).map(|index| {
                let rendered = change_message(&case.id, move |cx, case, _| {
                    Some(synthetic::render_message(cx, case, index))
                });
                Alternative::new(format!("source {}", index + 1), rendered)
            });
            if sources.len() > 1 {
                let gap = format!("{owner}.errors.{}.message sources", case.id);
                self.push(&gap, Topic::MessageSource, sources);
            }
            let others = case.indistinct_from.iter().map(|other| {
                Alternative::new("other case", refusals::substitute_case(&case.id, other))
            });
            let gap = format!("{owner}.errors.{} or other case", case.id);
            self.push(&gap, Topic::IndistinctCase, others);
            if let Some(gap) = case.code.as_ref().and_then(Slot::gap) {
                let others = ["other", "none"].map(|name| {
                    let is_other = name == "other";
                    let change =
                        change_code(&case.id, move |code| is_other.then(|| format!("{code}-2")));
                    Alternative::new(name, change)
                });
                self.push(gap, Topic::RefusalCode, others);
            }
            if let Some(gap) = case.status.gap() {
                // The document does not exclude any status, not even 200 or 500.
                let others = [400, 401, 403, 404, 409, 410, 418, 422, 200, 500].map(|status| {
                    Alternative::new(status.to_string(), set_refusal_status(&case.id, status))
                });
                self.push(gap, Topic::RefusalStatus, others);
            }
        }
    }

    fn success(&mut self, operation: &Operation) {
        let success = &operation.success;
        if let Some(gap) = success.body.gap() {
            let shapes =
                body::SHAPES.map(|(name, shape)| Alternative::new(name, body::reshape(shape)));
            self.push(gap, Topic::Body, shapes);
        }
        if let Some(gap) = success.status.gap() {
            let without_body = success.body.stated().is_none().then_some(body::NO_CONTENT);
            let others = [200, 201, 202, 203].into_iter().chain(without_body).map(|status| {
                Alternative::new(status.to_string(), body::change_success_status(status))
            });
            self.push(gap, Topic::SuccessStatus, others);
        }
        self.records(operation);
    }
}

/// The names of the headers that the contract describes, in lower case.
fn described_headers(contract: &Contract) -> BTreeSet<String> {
    let of_operation = |operation: &Operation| {
        let headers = operation.success.headers.iter().map(|header| header.name.as_str());
        let replayed = operation.idempotency.as_ref().and_then(|it| it.replayed.as_ref());
        let link = contract::paging(operation).filter(|paging| paging.link).map(|_| "link");
        let names = headers.chain(replayed.map(|it| it.header.as_str())).chain(link);
        names.map(str::to_ascii_lowercase).collect::<Vec<_>>()
    };
    contract.operations().flat_map(of_operation).collect()
}

/// Whether a response repeats an address as it was sent.
fn repeats_addresses(contract: &Contract) -> bool {
    let is_address = |operation: &Operation, echo: &Echo| {
        let fields = operation
            .body
            .iter()
            .filter(|field| echo.from == InputRef::new(InputPart::Body, &field.wire));
        let mut fields = fields.filter(|field| field.ty == Type::Text(Some(Format::Email)));
        echo.when.is_none_or(|by| by == Identifier::Email) && fields.next().is_some()
    };
    contract
        .operations()
        .any(|operation| operation.success.echoes.iter().any(|echo| is_address(operation, echo)))
}

/// Whether the contract states the form of timestamps in responses.
fn states_timestamps(contract: &Contract) -> bool {
    let mut fields = contract.records().flat_map(|record| &record.fields);
    fields.any(|field| matches!(&field.ty, Type::Timestamp(forms) if !forms.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::contract;

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
