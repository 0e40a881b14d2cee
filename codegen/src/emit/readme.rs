//! What the `README.md` of every crate has. Each is a page of its crate's documentation as well, so that its examples are
//! compiled with the tests.

use super::shared;
use crate::doc::{escape, sentence};
use crate::plan::{OperationPlan, Package, Plan, ResourcePlan};

/// The text with what depends on the contract in place of its name in brackets. The example is a program; there is none
/// where there is no operation.
pub fn filled<'p, 'c>(
    text: &str,
    plan: &'p Plan<'c>,
    package: &Package,
    example: impl Fn(&'p ResourcePlan<'c>, &'p OperationPlan<'c>) -> String,
) -> String {
    let service = &plan.contract.service;
    let example = shared::example(plan).map(|(resource, operation)| example(resource, operation));
    let answered = plan.contract.overlay.as_ref().map(|overlay| {
        let name = &overlay.name;
        format!("The overlay `{name}` answers what the documentation leaves open.\n")
    });
    text.replace("[PACKAGE]", &package.name)
        .replace("[LIBRARY]", &package.library)
        .replace("[TITLE]", &escape(&service.title))
        .replace("[ABOUT]", escape(&sentence(&service.description)).trim())
        .replace("[ANSWERED]\n", &answered.unwrap_or_default())
        .replace("[EXAMPLE]\n", &example.unwrap_or_default())
        .replace("\n\n\n", "\n\n")
}
