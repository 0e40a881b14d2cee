//! Schemas of the listed values of members and parameters.

use spec::{QueryParameter, Type};

use super::parts::Parts;
use crate::emit::schemas::map::Map;
use crate::emit::schemas::schema::enumeration;

/// A schema for each list of values. Where it is used, other values are allowed, too.
pub fn of_contract(parts: &Parts<'_>) -> Map {
    let mut all = Map::default();
    for record in parts.contract.records() {
        for field in &record.fields {
            if let Some(name) = parts.names.values(&record.name, &field.wire) {
                all = all.with(name, listed(&field.wire, &record.name, known(&field.ty)));
            }
        }
    }
    for operation in parts.contract.operations() {
        for parameter in &operation.query {
            if let Some(name) = parts.names.query_values(&operation.id, &parameter.name) {
                let values = listed(&parameter.name, &operation.id, of_query(parameter));
                all = all.with(name, values);
            }
        }
        for field in &operation.body {
            if let Some(name) = parts.names.values(&operation.id, &field.wire) {
                all = all.with(name, listed(&field.wire, &operation.id, known(&field.ty)));
            }
        }
    }
    all
}

fn listed(wire: &str, owner: &str, values: Vec<&str>) -> Map {
    let about = format!("The documented values of `{wire}` in `{owner}`; others are possible.");
    enumeration(values.into_iter()).with("description", about)
}

fn of_query(parameter: &QueryParameter) -> Vec<&str> {
    if parameter.values.is_empty() {
        return known(&parameter.ty);
    }
    parameter.values.iter().map(|value| value.wire.as_str()).collect()
}

fn known(ty: &Type) -> Vec<&str> {
    match ty {
        Type::Enumeration(values) => values.iter().map(String::as_str).collect(),
        Type::List(item) => known(item),
        _ => Vec::new(),
    }
}
