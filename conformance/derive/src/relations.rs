//! Relations: the record that a member of another one names is read by what the member holds.
//!
//! The document says of no such member which calls accept it, so that the outcome is an observation: of the gap about what
//! the read reaches.

use conformance_model::contract::envelope;
use heck::ToSnakeCase;
use spec::{Contract, Format, Identifier, Operation, Record, Type, field_path};

use super::call::{Call, reader};
use super::scenario::Draft;
use super::subject::Subject;
use conformance_model::scenario::Step;

/// One scenario for each operation that answers one record with such members.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    contract.operations().filter_map(|operation| scenario(contract, operation)).collect()
}

fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let reads = operation.method.is_safe() && operation.lists.is_none();
    if !reads && operation.creates.is_none() {
        return None;
    }
    let (member, record) = envelope(operation)?.iter().find_map(|member| match &member.ty {
        Type::Record(record) => Some((&member.wire, contract.record(record)?)),
        _ => None,
    })?;
    let references = record.fields.iter().filter(|field| {
        field.ty == Type::Text(Some(Format::Identifier)) && field.present.stated() == Some(&true)
    });
    let reads: Vec<Step> = references
        .filter_map(|field| {
            // Such a member has the names of the other record and of the member that identifies it.
            let is_named = |known: &&Record| {
                let id = known.identified_by.as_ref();
                id.is_some_and(|id| field.wire == format!("{}_{id}", known.name.to_snake_case()))
            };
            let named = contract.records().find(is_named)?;
            let (read, parameter) = reader(contract, &named.name)?;
            let gap = read.scope.as_ref()?.gap()?;
            let accepted = &read.path_parameter(parameter)?.identifiers;
            Identifier::own(accepted)?;
            let value = format!("{{it.response.{}}}", field_path(member, &field.wire));
            Some(Step::call(&read.id).path(parameter, value).observes_gap(gap))
        })
        .collect();
    if reads.is_empty() {
        return None;
    }
    let call = Call::new(contract, operation, "")?;
    let title = format!("What the members of a {} name can be read", record.name);
    let scenario = call.subjects.iter().fold(Draft::new(operation, "", title), Draft::obtain);
    let step = call.step.named("it");
    let scenario = match &operation.creates {
        Some(_) => scenario.obtain(&Subject::created_by(contract, operation, "it", step)),
        None => scenario.step(step),
    };
    Some(scenario.steps(reads))
}
