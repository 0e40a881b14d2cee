//! `README.md` of the client crate.

use super::operation::{method, pages_method, sample_request};
use crate::Options;
use crate::doc::escape;
use crate::emit::models::{has_items, is_paged};
use crate::emit::readme::readme;
use crate::emit::shared;
use crate::plan::{OperationPlan, Plan, SuccessShape};
use crate::rust_type::RustType;
use crate::template::fill;

pub fn text(plan: &Plan<'_>, options: &Options) -> String {
    let package = &plan.packages.client;
    let of_key =
        plan.contract.service.auth.as_ref().map(|_| "\n- `Error::Key`: a refusal of the key.");
    let sections = [
        ("OF_KEY", of_key.map(str::to_owned)),
        ("OPERATIONS", Some(operations(plan))),
        ("VALUES", values(plan)),
        ("KINDS", kinds(plan)),
        ("PAGES", pages(plan)),
        ("EXTENDED", extended(plan)),
    ];
    let example = |_: &_, operation: &_| example(plan, operation);
    readme(include_str!("readme.md"), plan, options, package, example, &sections)
}

/// The methods, resource by resource.
fn operations(plan: &Plan<'_>) -> String {
    let mut table = "| resource | methods |\n| --- | --- |\n".to_owned();
    for resource in shared::with_operations(plan) {
        let methods =
            resource.operations.iter().map(|operation| format!("`{}`", method(operation)));
        let methods: Vec<_> = methods.collect();
        let title = escape(&resource.resource.title).replace('|', "\\|");
        table.push_str(&format!("| {title} | {} |\n", methods.join(", ")));
    }
    table
}

/// A program that calls an operation and matches one of its refusals.
fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let error = &operation.error;
    // A key refusal is returned as such, whatever the operation lists.
    let of_key = |id: &str| plan.key_cases.iter().any(|key| key.case.id == id);
    let mut cases = operation.cases.iter();
    let refusal =
        cases.find(|case| case.is_plain() && case.case.text().is_some() && !of_key(&case.case.id));
    let imported = match refusal {
        Some(_) => format!("{{{error}, {}}}", operation.request),
        None => operation.request.to_string(),
    };
    let refused = refusal.map(|case| {
        let text = case.case.text().map(ToString::to_string).unwrap_or_default();
        let message = text.replace('{', "{{").replace('}', "}}");
        format!(
            "        Err(Error::Refused {{ error: {error}::{}, .. }}) => {{
            println!({message:?});
        }}\n",
            case.variant
        )
    });
    let has_key = plan.contract.service.auth.is_some();
    let values = [
        ("KEY", if has_key { "    let key = std::env::var(\"KEY\")?;\n" } else { "" }),
        ("WITH_KEY", if has_key { ".key(key)" } else { "" }),
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("IMPORTED", &imported),
        ("REQUEST", &sample_request(plan, operation)),
        ("METHOD", &method(operation).to_string()),
        ("SHOWN", &shown(operation)),
        ("REFUSED", &refused.unwrap_or_default()),
    ];
    fill(include_str!("example.md"), &values)
}

/// The section on errors of several operations, if several have refusals.
fn kinds(plan: &Plan<'_>) -> Option<String> {
    let mut operations = plan.operations().filter(|operation| !operation.cases.is_empty());
    let (first, second) = (operations.next()?, operations.next()?);
    let requests = [first.request.to_string(), second.request.to_string()];
    let mut imported = requests.clone();
    imported.sort();
    let values = [
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("IMPORTED", &imported.join(", ")),
        ("FIRST_REQUEST", &requests[0]),
        ("SECOND_REQUEST", &requests[1]),
        ("FIRST_METHOD", &method(first).to_string()),
        ("SECOND_METHOD", &method(second).to_string()),
    ];
    Some(fill(include_str!("kinds.md"), &values))
}

/// The section on inputs that the contract does not describe.
fn extended(plan: &Plan<'_>) -> Option<String> {
    let (_, operation) = shared::example(plan)?;
    let mut imported = [operation.request.to_string(), "Request".to_owned()];
    imported.sort();
    let values = [
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("IMPORTED", &imported.join(", ")),
        ("BUILT", &sample_request(plan, operation)),
    ];
    Some(fill(include_str!("extended.md"), &values))
}

/// The section on pages, if any list has a stream of pages.
fn pages(plan: &Plan<'_>) -> Option<String> {
    let operation = plan.operations().find(|operation| is_paged(operation))?;
    let values = [
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("REQUEST", &operation.request.to_string()),
        ("BUILT", &sample_request(plan, operation)),
        ("METHOD", &pages_method(operation).to_string()),
    ];
    let mut text = fill(include_str!("pages.md"), &values);
    if has_items(operation) {
        text.push('\n');
        text.push_str(&fill(include_str!("items.md"), &values));
    }
    Some(text)
}

/// The section on values, if an operation creates something with a number and its success is documented.
fn values(plan: &Plan<'_>) -> Option<String> {
    let has_number = |operation: &&OperationPlan<'_>| {
        operation.inputs.iter().any(|input| input.field.ty == RustType::Number)
    };
    let operation = plan
        .operations()
        .filter(|operation| operation.operation.creates.is_some())
        .filter(|operation| matches!(operation.success.shape, SuccessShape::Envelope(_)))
        .filter(|operation| operation.success.headers.is_none())
        .find(has_number)?;
    let success = &operation.success.name;
    let mut imported = [operation.request.to_string(), success.to_string()];
    imported.sort();
    let values = [
        ("LIBRARY", plan.packages.client.library.as_str()),
        ("IMPORTED", &format!("{{{}}}", imported.join(", "))),
        ("SUCCESS", &success.to_string()),
        ("BUILT", &sample_request(plan, operation)),
        ("METHOD", &method(operation).to_string()),
    ];
    Some(fill(include_str!("values.md"), &values))
}

/// The part of the response in the example: the first member of its envelope, or all of it.
fn shown(operation: &OperationPlan<'_>) -> String {
    let first = match &operation.success.shape {
        SuccessShape::Envelope(envelope) if !operation.success.answered => envelope.members.first(),
        _ => None,
    };
    let body = if operation.success.headers.is_some() { "answer.body" } else { "answer" };
    first.map_or(body.to_owned(), |member| format!("{body}.{}", member.field.name))
}
