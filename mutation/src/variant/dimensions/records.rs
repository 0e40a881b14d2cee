//! The gaps of records: whether members are there, may be null, and what others there are.

use std::collections::BTreeSet;

use referral_conformance::json::Json;
use spec::{Body, Contract, Echo, Expansion, Field, Format, Operation, Record, Type};

use super::List;
use crate::variant::{Alternative, Topic, members};

impl List<'_> {
    pub(super) fn record(&mut self, operation: &Operation, member: &str, record: &Record) {
        let of_document = record
            .fields
            .iter()
            .filter(|field| field.added_by.is_none());
        let is_free = |field: &&Field| {
            !is_echoed(operation, member, field)
                && !is_updated(self.contract, operation, record, field)
        };
        for field in of_document.filter(is_free) {
            self.field(operation, member, field);
        }
        if let Some(gap) = record.further_members.gap() {
            let named = named(self.contract, record);
            let options = members::Others::ALL.map(|(name, others)| {
                let (member, named) = (member.to_owned(), named.clone());
                Alternative::new(
                    name,
                    members::Further {
                        member,
                        named,
                        others,
                    },
                )
            });
            self.push(gap, Topic::FurtherMembers, Some(operation), options.into());
        }
    }

    fn field(&mut self, operation: &Operation, member: &str, field: &Field) {
        let place = || (member.to_owned(), field.wire.clone());
        if let Some(gap) = field.present.gap() {
            let (member, field) = place();
            let left_out = vec![Alternative::new(
                "left out",
                members::LeftOut { member, field },
            )];
            self.push(gap, Topic::Member, Some(operation), left_out);
        }
        if let Type::Unknown(gap) = &field.ty {
            let values = [
                ("a number", Json::Number("17".to_owned())),
                ("an object", Json::Map(Vec::new())),
            ];
            let options = values.map(|(name, value)| {
                let (member, field) = place();
                let intercept = members::Filled {
                    member,
                    field,
                    value,
                };
                Alternative::new(name, intercept)
            });
            self.push(gap, Topic::Member, Some(operation), options.into());
        }
        if let Some(gap) = field.nullable.gap() {
            let (member, field) = place();
            let value = Json::Null;
            let null = members::Filled {
                member,
                field,
                value,
            };
            let null = vec![Alternative::new("null", null)];
            self.push(gap, Topic::Member, Some(operation), null);
        }
    }
}

/// The record that a member of the body holds, one or many.
pub(super) fn record<'c>(contract: &'c Contract, ty: &Type) -> Option<&'c Record> {
    match ty {
        Type::Record(name) => contract.record(name),
        Type::List(item) => record(contract, item),
        _ => None,
    }
}

/// Whether the member that repeats the request can hold any way to name a thing.
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

/// What repeats the request is there, and not null, whatever else is silent.
fn is_echoed(operation: &Operation, member: &str, field: &Field) -> bool {
    let mut echoes = operation.success.echoes.iter();
    echoes.any(|echo| echo.member == member && echo.field == field.wire)
}

/// What a call has changed shows in whatever reads it afterwards, whatever else is silent.
fn is_updated(contract: &Contract, operation: &Operation, record: &Record, field: &Field) -> bool {
    let updates = |operation: &Operation| operation.updates.as_ref() == Some(&record.name);
    let takes = |operation: &Operation| {
        let mut body = operation.body.iter();
        body.any(|input| input.wire == field.wire)
    };
    let changed = contract.operations().any(|one| updates(one) && takes(one));
    changed && (operation.method.is_safe() || updates(operation))
}

/// Members of a record that the contract names, what expansions add among them.
fn named(contract: &Contract, record: &Record) -> BTreeSet<String> {
    let fields = record.fields.iter().map(|field| field.wire.clone());
    let values = contract.operations().flat_map(|operation| &operation.query);
    let expansions = values.flat_map(|query| &query.values);
    let added = expansions.filter_map(|value| value.expansion.as_ref());
    fields
        .chain(added.filter_map(|Expansion { adds }| adds.clone()))
        .collect()
}
