//! `README.md` of the models crate.

use super::prelude::*;
use crate::Options;
use crate::emit::readme::readme;
use crate::emit::sample;

pub fn text(plan: &Plan<'_>, options: &Options) -> String {
    let example = |_: &_, operation: &_| example(plan, operation);
    readme(include_str!("readme.md"), plan, options, &plan.packages.models, example, &[])
}

/// A serialized request and, if one is documented without placeholders, a deserialized refusal.
fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let error = &operation.error;
    let refusal = operation.cases.iter().find(|case| case.is_plain() && case.case.text().is_some());
    let mut imported = vec!["Request".to_owned(), operation.request.to_string()];
    if refusal.is_some() {
        imported.extend([error.to_string(), "Refusal".to_owned()]);
    }
    imported.sort();
    let refused = refusal.map(|case| {
        let text = case.case.text().map(ToString::to_string).unwrap_or_default();
        let (variant, message) = (&case.variant, text);
        format!(
            "\n    let refused = {error}::parse({message:?});
    assert_eq!(refused, Some({error}::{variant}));\n"
        )
    });
    let values = [
        ("LIBRARY", plan.packages.models.library.as_str()),
        ("IMPORTED", &imported.join(", ")),
        ("REQUEST", &sample::request(plan, operation, &plan.packages.models.library)),
        ("METHOD", operation.operation.method.as_str()),
        ("REFUSED", &refused.unwrap_or_default()),
    ];
    fill(include_str!("example.md"), &values)
}
