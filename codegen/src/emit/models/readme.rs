//! `README.md` of the models crate, which is also the comment of the crate.

use crate::emit::readme;
use crate::emit::sample;
use crate::plan::{OperationPlan, Plan};

/// The fixed text of all models; parts that depend on the contract are in brackets.
const TEXT: &str = include_str!("readme.md");

/// The whole text.
pub fn text(plan: &Plan<'_>) -> String {
    let example = |_: &_, operation: &_| example(plan, operation);
    readme::filled(TEXT, plan, &plan.packages.models, example)
}

/// A serialized request and, if one is documented without placeholders, a deserialized refusal.
fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.models.library;
    let (request, error, built) =
        (&operation.request, &operation.error, sample::request(operation));
    let refusal = operation.cases.iter().find(|case| case.holes.is_empty());
    let mut imported = vec!["Request".to_owned(), request.to_string()];
    if refusal.is_some() {
        imported.extend([error.to_string(), "Refusal".to_owned()]);
    }
    imported.sort();
    let imported = imported.join(", ");
    let refused = refusal.map(|case| {
        let (variant, message) = (&case.variant, case.case.message.to_string());
        format!(
            "\n    let refused = {error}::parse({message:?});
    assert_eq!(refused, Some({error}::{variant}));\n"
        )
    });
    format!(
        r#"```rust
use {library}::{{{imported}}};

fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let request = {built}.to_http()?;
    assert_eq!(request.method(), {method:?});
{refused}    Ok(())
}}
```
"#,
        method = operation.operation.method.as_str(),
        refused = refused.unwrap_or_default(),
    )
}
