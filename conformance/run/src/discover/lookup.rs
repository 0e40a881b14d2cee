//! Looks up the records of a list whose response is not documented, one by one.
//!
//! Candidates are values in the response under the name of the identifier field. A candidate is an
//! identifier if the operation that reads a single record returns a record with this identifier,
//! which is documented.

use spec::{Contract, Field, Identifier, Method, Operation, Type};

use super::{ListSource, source};
use crate::contract;
use crate::json::Json;
use crate::run::{Probe, ProbeResponse};
use crate::suite::Suite;

const MAX_CANDIDATES: usize = 24;

/// An operation that reads a single record.
#[derive(Clone, Copy, Debug)]
pub struct RecordLookup<'s> {
    pub(super) operation: &'s Operation,
    parameter: &'s str,
}

impl<'s> RecordLookup<'s> {
    /// The operation that reads a record by its identifier, if there is one, and the field of its response that
    /// contains the record.
    pub(super) fn for_record(contract: &'s Contract, record: &str) -> Option<(Self, &'s str)> {
        contract.operations().find_map(|operation| {
            let [path] = operation.path_parameters.as_slice() else {
                return None;
            };
            let member = contract::member_of_type(operation, &Type::Record(record.to_owned()))?;
            let reads = operation.method == Method::Get
                && path.record == record
                && Identifier::own(&path.identifiers).is_some();
            reads.then_some((Self { operation, parameter: &path.name }, member))
        })
    }
}

/// The requests to send after the lists have answered.
pub fn lookups<'s>(
    suite: &'s Suite,
    responses: &[ProbeResponse],
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Probe<'s>> {
    let kinds = suite.contract.service.fixtures.iter();
    let mut probes: Vec<Probe<'_>> = Vec::new();
    for kind in kinds.filter(|kind| is_wanted(&kind.kind)) {
        let Ok(ListSource { list, lookup: Some(lookup), id, .. }) = source(suite, kind) else {
            continue;
        };
        for probed in responses.iter().filter(|probed| probed.list == list.id) {
            let response = probed.outcome.as_ref().ok().filter(|response| response.is_success());
            let mut found = Vec::new();
            if let Some(json) = response.and_then(|response| response.body.json()) {
                identifiers_in(json, id, &mut found);
            }
            probes.extend(found.into_iter().map(|text| Probe {
                list: &list.id,
                operation: lookup.operation,
                account: probed.account.clone(),
                record: Some((lookup.parameter, text)),
            }));
        }
    }
    probes.dedup_by(|a, b| a.operation.id == b.operation.id && a.record == b.record);
    probes
}

/// The distinct values in fields with the name and type of the identifier.
fn identifiers_in(json: &Json, id: &Field, found: &mut Vec<String>) {
    let identifier = |value: &Json| {
        let is_number = matches!(value, Json::Number(_));
        let text = value.identifier().filter(|_| is_number == (id.ty == Type::Integer));
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    match json {
        Json::List(items) => items.iter().for_each(|item| identifiers_in(item, id, found)),
        Json::Map(members) => {
            for (member, value) in members {
                match identifier(value).filter(|_| *member == id.wire) {
                    Some(text) if !found.contains(&text) && found.len() < MAX_CANDIDATES => {
                        found.push(text);
                    }
                    Some(_) => {}
                    None => identifiers_in(value, id, found),
                }
            }
        }
        _ => {}
    }
}
