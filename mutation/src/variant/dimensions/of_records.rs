//! Gaps of records: optional, nullable and undocumented members.

use std::collections::BTreeSet;

use referral_conformance::json::Json;
use spec::{Body, Contract, Echo, Expansion, Field, Format, Operation, Record, Type};

use super::DimensionBuilder;
use crate::variant::{Alternative, Topic, members};

impl DimensionBuilder<'_> {
    pub(super) fn record(&mut self, operation: &Operation, member: &str, record: &Record) {
        let of_document = record.fields.iter().filter(|field| field.added_by.is_none());
        let is_free = |field: &&Field| {
            !is_echoed(operation, member, field)
                && !is_updated(self.contract, operation, record, field)
        };
        for field in of_document.filter(is_free) {
            self.field(operation, member, field);
        }
        if let Some(gap) = record.further_members.gap() {
            let named = named(self.contract, record);
            let options = members::OtherMembers::ALL.map(|(name, others)| {
                let (member, named) = (member.to_owned(), named.clone());
                Alternative::new(name, members::ChangeOtherMembers { member, named, others })
            });
            self.push(gap, Topic::OtherMembers, Some(operation), options.into());
        }
    }

    fn field(&mut self, operation: &Operation, member: &str, field: &Field) {
        let path = || (member.to_owned(), field.wire.clone());
        if let Some(gap) = field.present.gap() {
            let (member, field) = path();
            let omitted = vec![Alternative::new("omitted", members::OmitField { member, field })];
            self.push(gap, Topic::Field, Some(operation), omitted);
        }
        if let Type::Unknown(gap) = &field.ty {
            let values =
                [("a number", Json::Number("17".to_owned())), ("an object", Json::Map(Vec::new()))];
            let options = values.map(|(name, value)| {
                let (member, field) = path();
                let intercept = members::SetField { member, field, value };
                Alternative::new(name, intercept)
            });
            self.push(gap, Topic::Field, Some(operation), options.into());
        }
        if let Some(gap) = field.nullable.gap() {
            let (member, field) = path();
            let value = Json::Null;
            let null = members::SetField { member, field, value };
            let null = vec![Alternative::new("null", null)];
            self.push(gap, Topic::Field, Some(operation), null);
        }
    }
}

/// The record in a member of the body.
pub(super) fn record<'c>(contract: &'c Contract, ty: &Type) -> Option<&'c Record> {
    match ty {
        Type::Record(name) => contract.record(name),
        Type::List(item) => record(contract, item),
        _ => None,
    }
}

/// Whether the echo is an identifier of a record.
pub(super) fn is_identifier(contract: &Contract, operation: &Operation, echo: &Echo) -> bool {
    let Some(Body::Envelope(envelope)) = operation.success.body.stated() else {
        return false;
    };
    let held = envelope.iter().find(|held| held.wire == echo.member);
    let record = held.and_then(|held| record(contract, &held.ty));
    let mut fields = record.into_iter().flat_map(|record| &record.fields);
    let identifier = Type::Text(Some(Format::Identifier));
    fields.any(|field| field.wire == echo.field && field.ty == identifier)
}

/// Whether the field is an echo, which is present and not null.
fn is_echoed(operation: &Operation, member: &str, field: &Field) -> bool {
    let mut echoes = operation.success.echoes.iter();
    echoes.any(|echo| echo.member == member && echo.field == field.wire)
}

/// Whether the field is updated by an operation, so that reads return it.
fn is_updated(contract: &Contract, operation: &Operation, record: &Record, field: &Field) -> bool {
    let updates = |operation: &Operation| operation.updates.as_ref() == Some(&record.name);
    let takes = |operation: &Operation| {
        let mut body = operation.body.iter();
        body.any(|input| input.wire == field.wire)
    };
    let changed = contract.operations().any(|one| updates(one) && takes(one));
    changed && (operation.method.is_safe() || updates(operation))
}

/// Members of a record that the contract names, including those that expansions add.
fn named(contract: &Contract, record: &Record) -> BTreeSet<String> {
    let fields = record.fields.iter().map(|field| field.wire.clone());
    let values = contract.operations().flat_map(|operation| &operation.query);
    let expansions = values.flat_map(|query| &query.values);
    let added = expansions.filter_map(|value| value.expansion.as_ref());
    fields.chain(added.filter_map(|Expansion { adds }| adds.clone())).collect()
}
