//! `README.md` of the server crate.

use super::operation::method;
use super::routes::mount_method;
use crate::Options;
use crate::emit::readme::readme;
use crate::plan::{OperationPlan, Plan, ResourcePlan};
use crate::template::fill;

pub fn text(plan: &Plan<'_>, options: &Options) -> String {
    let example = |resource: &_, operation: &_| example(plan, resource, operation);
    let key_check = match plan.contract.service.auth {
        Some(_) => KEY_CHECK,
        None => NO_KEY_CHECK,
    };
    let sections = [("KEY_CHECK", Some(key_check.to_owned()))];
    readme(include_str!("readme.md"), plan, options, &plan.packages.server, example, &sections)
}

const KEY_CHECK: &str = "\
- `KeyCheck` identifies the caller before a body is read, from the key and the head of the request. A handler receives the
  caller and a decoded request.";

const NO_KEY_CHECK: &str = "\
- `NoKeyCheck` accepts every request: the service has no key. A `KeyCheck` of your own can read the head of a request before
  its body is read. A handler receives what it returns and a decoded request.";

/// A program that mounts one operation.
fn example(plan: &Plan<'_>, resource: &ResourcePlan<'_>, operation: &OperationPlan<'_>) -> String {
    let error = &operation.error;
    let body = match operation.cases.iter().find(|case| case.is_plain()) {
        Some(case) => format!("Err({error}::{}.into())", case.variant),
        None => r#"Err(Fault::internal("nothing here yet"))"#.to_owned(),
    };
    let has_key = plan.contract.service.auth.is_some();
    let of_key = |with: &'static str, without| if has_key { with } else { without };
    let key_check = of_key(concat!(include_str!("key_check.md"), "\n"), "");
    let values = [
        ("PARTS", of_key("use axum::http::request::Parts;\n", "")),
        ("KEY_CHECK", key_check),
        ("CHECK_TRAIT", of_key("KeyCheck", "NoKeyCheck")),
        ("CHECK", of_key("Everyone", "NoKeyCheck")),
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
