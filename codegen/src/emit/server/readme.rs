//! `README.md` of the server crate.

use super::operation::method;
use super::routes::mount_method;
use crate::Options;
use crate::emit::readme::readme;
use crate::plan::{OperationPlan, Plan, ResourcePlan};
use crate::template::fill;

pub fn text(plan: &Plan<'_>, options: &Options) -> String {
    let example = |resource: &_, operation: &_| example(plan, resource, operation);
    readme(include_str!("readme.md"), plan, options, &plan.packages.server, example, &[])
}

/// A program that mounts one operation.
fn example(plan: &Plan<'_>, resource: &ResourcePlan<'_>, operation: &OperationPlan<'_>) -> String {
    let error = &operation.error;
    let body = match operation.cases.iter().find(|case| case.holes.is_empty()) {
        Some(case) => format!("Err({error}::{}.into())", case.variant),
        None => r#"Err(Fault::internal("nothing here yet"))"#.to_owned(),
    };
    let values = [
        ("LIBRARY", plan.packages.server.library.as_str()),
        ("MODULE", &resource.module.to_string()),
        ("HANDLER", &operation.handler.to_string()),
        ("METHOD", &method(operation).to_string()),
        ("REQUEST", &operation.request.to_string()),
        ("SUCCESS", &operation.success.name.to_string()),
        ("ERROR", &error.to_string()),
        ("BODY", &body),
        ("MOUNT", &mount_method(operation).to_string()),
    ];
    fill(include_str!("example.md"), &values)
}
