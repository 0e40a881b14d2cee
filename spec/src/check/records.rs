//! Every record that is named is declared.

use reader::{Diagnostic, Diagnostics, Span};

use super::common::{condition, own_cases, suggest};
use crate::model::{Body, Condition, Contract, ErrorCase, Operation, Type, ValueSource};

pub(super) fn check(contract: &Contract, out: &mut Diagnostics) {
    let mut uses = Uses { contract, list: Vec::new() };
    for record in contract.records() {
        for field in &record.fields {
            uses.type_of(&field.ty, contract.places.value(field.span, &["type"]));
        }
    }
    for fixture in &contract.service.fixtures {
        uses.named(&fixture.record, contract.places.value(fixture.span, &["record"]));
    }
    uses.cases(contract.service.errors.iter());
    for operation in contract.operations() {
        uses.operation(operation);
    }
    let names: Vec<&str> = contract.records().map(|record| record.name.as_str()).collect();
    for (name, span) in uses.list {
        // An empty name is a missing key, which is reported already.
        if contract.record(name).is_none() && !name.is_empty() {
            let span = contract.places.word(span, name);
            let message = format!("unknown record `{name}`");
            let found = Diagnostic::error("unknown-record", message, span, "not declared");
            out.push(suggest(found, span, name, "records", &names));
        }
    }
}

/// Names of records where they are used.
struct Uses<'c> {
    contract: &'c Contract,
    list: Vec<(&'c str, Span)>,
}

impl<'c> Uses<'c> {
    fn named(&mut self, name: &'c str, span: Span) {
        self.list.push((name, span));
    }

    fn type_of(&mut self, ty: &'c Type, span: Span) {
        if let Some(name) = ty.record() {
            self.named(name, span);
        }
    }

    fn operation(&mut self, operation: &'c Operation) {
        let places = &self.contract.places;
        let own = |keys: &[&str]| places.value(operation.span, keys);
        if let Some(record) = &operation.lists {
            self.named(record, own(&["lists"]));
        }
        if let Some(record) = &operation.creates {
            self.named(record, own(&["creates"]));
        }
        if let Some(record) = &operation.updates {
            self.named(record, own(&["updates"]));
        }
        if let Some(record) = &operation.removes {
            self.named(record, own(&["removes"]));
        }
        for transition in &operation.transitions {
            let span = places.inside(transition.span, &["record"]);
            self.named(&transition.record, span);
        }
        for field in &operation.body {
            if let Some(record) = &field.record {
                self.named(record, places.value(field.span, &["record"]));
            }
        }
        for parameter in &operation.path_parameters {
            self.named(&parameter.record, places.value(parameter.span, &["record"]));
        }
        if let Some(Body::Envelope(members)) = operation.success.body.value() {
            for member in members {
                self.type_of(&member.ty, places.value(member.span, &[]));
            }
        }
        self.cases(own_cases(self.contract, operation));
    }

    fn cases(&mut self, cases: impl Iterator<Item = &'c ErrorCase>) {
        let places = &self.contract.places;
        for case in cases {
            if let Some((condition, span)) = condition(case)
                && let Condition::NotInState { record, .. } | Condition::InState { record, .. } =
                    condition
            {
                self.named(record, span);
            }
            for placeholder in &case.placeholders {
                for (index, source) in placeholder.sources.iter().enumerate() {
                    if let ValueSource::Record { record, .. } = source {
                        let span =
                            places.item(case.span, &["placeholders", &placeholder.name], index);
                        self.named(record, span);
                    }
                }
            }
        }
    }
}
