//! What the crates of server and client have in common.

use proc_macro2::Ident;

use crate::names;
use crate::plan::{OperationPlan, Plan, ResourcePlan};

/// The resources that have operations: only they have files in server and client.
pub fn with_operations<'p, 'c>(
    plan: &'p Plan<'c>,
) -> impl Iterator<Item = &'p ResourcePlan<'c>> + use<'p, 'c> {
    plan.resources
        .iter()
        .filter(|resource| !resource.operations.is_empty())
}

/// The name of a module's file, without ending.
pub fn file_name(module: &Ident) -> String {
    names::plain(module)
}

/// The name of an operation as a method, free of the names its type has already.
pub fn method(operation: &OperationPlan<'_>, taken: &[&str]) -> Ident {
    let name = names::plain(&operation.module);
    if taken.contains(&name.as_str()) {
        return names::exact(&format!("{name}_"));
    }
    operation.module.clone()
}

/// The operation that examples show: the one that creates something, may refuse to, and asks for the
/// least; or any.
pub fn example<'p, 'c>(
    plan: &'p Plan<'c>,
) -> Option<(&'p ResourcePlan<'c>, &'p OperationPlan<'c>)> {
    let all = || {
        plan.resources.iter().flat_map(|resource| {
            resource
                .operations
                .iter()
                .map(move |operation| (resource, operation))
        })
    };
    let required = |operation: &OperationPlan<'_>| {
        operation
            .inputs
            .iter()
            .filter(|input| input.required)
            .count()
    };
    all()
        .filter(|(_, operation)| operation.operation.creates.is_some())
        .filter(|(_, operation)| !operation.cases.is_empty())
        .min_by_key(|(_, operation)| required(operation))
        .or_else(|| all().next())
}
