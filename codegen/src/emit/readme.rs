//! `README.md` of the crates, made of templates. Each is also a page of its crate's documentation, so that its examples
//! are compiled with the tests.

use super::shared;
use crate::Options;
use crate::doc::{escape, sentence};
use crate::plan::{OperationPlan, Package, Plan, ResourcePlan};
use crate::template::fill;

/// Fills the template of a README. The example program is left out if the contract has no operations.
pub fn readme<'p, 'c>(
    template: &str,
    plan: &'p Plan<'c>,
    options: &Options,
    package: &Package,
    example: impl Fn(&'p ResourcePlan<'c>, &'p OperationPlan<'c>) -> String,
    sections: &[(&str, Option<String>)],
) -> String {
    let service = &plan.contract.service;
    let example = shared::example(plan).map(|(resource, operation)| example(resource, operation));
    let answered = plan.contract.overlay.as_ref().map(|overlay| {
        let name = &overlay.name;
        format!("The overlay `{name}` answers what the documentation leaves open.")
    });
    let about = sentence(&service.description);
    let license = options.license.as_ref();
    let license = license.map(|license| format!("Licensed under `{}`.", license.expression));
    let (title, about) = (escape(&service.title), escape(&about));
    let mut values = vec![
        ("PACKAGE", package.name.as_str()),
        ("LIBRARY", package.library.as_str()),
        ("TITLE", title.as_str()),
        ("ABOUT", about.trim()),
        ("ANSWERED", answered.as_deref().unwrap_or_default()),
        ("LICENSE", license.as_deref().unwrap_or_default()),
        ("EXAMPLE", example.as_deref().unwrap_or_default().trim_end()),
    ];
    for (name, section) in sections {
        values.push((name, section.as_deref().unwrap_or_default().trim_end()));
    }
    let mut text = fill(template, &values);
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text.trim_end().to_owned() + "\n"
}
