//! Gaps of records: optional, nullable and undocumented members, and conditional echoes.

use std::collections::BTreeSet;

use referral_conformance::contract;
use referral_conformance::json::Json;
use spec::{Contract, EnvelopeMember, Field, Format, Operation, Record, Type, field_path};

use super::DimensionBuilder;
use crate::field_path::FieldPath;
use crate::variant::{Alternative, Topic, records};

impl DimensionBuilder<'_> {
    pub(super) fn records(&mut self, operation: &Operation) {
        let envelope = contract::envelope(operation).unwrap_or_default();
        for echo in operation.success.echoes.iter().filter(|echo| echo.when.is_some()) {
            let member = envelope.iter().find(|member| member.wire == echo.member);
            let mut fields =
                member.into_iter().flat_map(|member| contract::fields(self.contract, &member.ty));
            let identifier = Type::Text(Some(Format::Identifier));
            if fields.any(|field| field.wire == echo.field && field.ty == identifier) {
                let gap = format!(
                    "{}.success.{} echo",
                    operation.id,
                    field_path(&echo.member, &echo.field)
                );
                self.push_one(&gap, Topic::Echo, "as sent", records::echo_as_sent(echo.clone()));
            }
        }
        for EnvelopeMember { wire, ty, .. } in envelope {
            if let Some(record) = ty.record().and_then(|name| self.contract.record(name)) {
                self.record(operation, wire, record);
            }
        }
    }

    fn record(&mut self, operation: &Operation, member: &str, record: &Record) {
        let of_document = record.fields.iter().filter(|field| field.added_by.is_none());
        for field in of_document {
            if !is_echoed(operation, member, field)
                && !is_updated(self.contract, operation, record, field)
            {
                self.field(&FieldPath::new(member, &field.wire), field);
            }
        }
        if let Some(gap) = record.further_members.gap() {
            let named = named(self.contract, record);
            let alternatives = records::OTHER_MEMBERS.map(|change| {
                Alternative::new(change.0, records::change_other_members(member, &named, change))
            });
            self.push(gap, Topic::OtherMembers, alternatives);
        }
    }

    fn field(&mut self, path: &FieldPath, field: &Field) {
        let set = |value| records::set_field(path.clone(), value);
        if let Some(gap) = field.present.gap() {
            self.push_one(gap, Topic::Field, "omitted", path.clone().drop_field());
        }
        if let Type::Unknown(gap) = &field.ty {
            let alternatives = [
                Alternative::new("a number", set(Json::Number("17".to_owned()))),
                Alternative::new("an object", set(Json::Map(Vec::new()))),
            ];
            self.push(gap, Topic::Field, alternatives);
        }
        if let Some(gap) = field.nullable.gap() {
            self.push_one(gap, Topic::Field, "null", set(Json::Null));
        }
    }
}

/// Whether the field is an echo, which is present and not null.
fn is_echoed(operation: &Operation, member: &str, field: &Field) -> bool {
    let mut echoes = operation.success.echoes.iter();
    echoes.any(|echo| echo.member == member && echo.field == field.wire)
}

/// Whether the field is updated by an operation, so that reads return it.
fn is_updated(contract: &Contract, operation: &Operation, record: &Record, field: &Field) -> bool {
    let updates = |operation: &Operation| operation.updates.as_ref() == Some(&record.name);
    let takes = |operation: &Operation| operation.body.iter().any(|input| input.wire == field.wire);
    let changed = contract.operations().any(|operation| updates(operation) && takes(operation));
    changed && (operation.method.is_safe() || updates(operation))
}

/// Members of a record that the contract names, including those that expansions add.
fn named(contract: &Contract, record: &Record) -> BTreeSet<String> {
    let fields = record.fields.iter().map(|field| field.wire.clone());
    let values = contract
        .operations()
        .flat_map(|operation| &operation.query)
        .flat_map(|query| &query.values);
    let added = values.filter_map(|value| value.expansion.as_ref()?.adds.clone());
    fields.chain(added).collect()
}
