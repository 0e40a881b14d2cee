//! `README.md` of the client crate, which is also the comment of the crate: its examples are compiled
//! with the tests of the documentation.

use super::operation::{method, walk_name};
use crate::doc::escape;
use crate::emit::models::is_paged;
use crate::emit::sample;
use crate::emit::{readme, shared};
use crate::plan::{OperationPlan, Plan, SuccessShape};

/// The fixed text of every client; parts that depend on the contract are in brackets.
const TEXT: &str = include_str!("readme.md");

/// The whole text.
pub fn text(plan: &Plan<'_>) -> String {
    let example = |_: &_, operation: &_| call(plan, operation);
    readme::filled(TEXT, plan, &plan.packages.client, example)
        .replace("[OPERATIONS]\n", &operations(plan))
        .replace("[KINDS]", &kinds(plan).unwrap_or_default())
        .replace("[PAGES]", &pages(plan).unwrap_or_default())
        .replace("[EXTENDED]", &extended(plan).unwrap_or_default())
        .replace("\n\n\n", "\n\n")
}

/// The methods, resource by resource.
fn operations(plan: &Plan<'_>) -> String {
    let mut table = "| resource | methods |\n| --- | --- |\n".to_owned();
    for resource in shared::with_operations(plan) {
        let methods = resource.operations.iter();
        let methods = methods.map(|operation| format!("`{}`", method(operation)));
        let methods: Vec<_> = methods.collect();
        let title = escape(&resource.resource.title).replace('|', "\\|");
        table.push_str(&format!("| {title} | {} |\n", methods.join(", ")));
    }
    table
}

/// A program that calls an operation and matches one of its refusals.
fn call(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.client.library;
    let (request, error, method) = (&operation.request, &operation.error, method(operation));
    // A key refusal is returned as such, whatever the operation lists.
    let of_key = |id: &str| plan.key_cases.iter().any(|key| key.case.id == id);
    let mut cases = operation.cases.iter();
    let refusal = cases.find(|case| case.holes.is_empty() && !of_key(&case.case.id));
    let imported = match refusal {
        Some(_) => format!("{{{error}, {request}}}"),
        None => request.to_string(),
    };
    let refused = refusal.map(|case| {
        let message = case.case.message.to_string();
        let (variant, message) = (&case.variant, message.replace('{', "{{").replace('}', "}}"));
        format!(
            "        Err(Error::Refused {{ error: {error}::{variant}, .. }}) => {{
            println!({message:?});
        }}\n"
        )
    });
    let (refused, built, shown) =
        (refused.unwrap_or_default(), sample::request(operation), shown(operation));
    format!(
        r#"```rust,no_run
use {library}::models::{imported};
use {library}::{{Client, Error}};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let key = std::env::var("KEY")?;
    let client = Client::builder("https://host/api").key(key).build()?;
    let request = {built};
    match client.{method}(request).await {{
        Ok(answer) => println!("{{:?}}", {shown}),
{refused}        Err(error) => return Err(error.into()),
    }}
    Ok(())
}}
```
"#
    )
}

/// The section on errors of several operations, if several have refusals.
fn kinds(plan: &Plan<'_>) -> Option<String> {
    let library = &plan.packages.client.library;
    let mut operations = plan.operations().filter(|it| !it.cases.is_empty());
    let (first, second) = (operations.next()?, operations.next()?);
    let mut imported = [first.request.to_string(), second.request.to_string()];
    imported.sort();
    Some(format!(
        r#"## Errors of several operations

Each operation has an error type of its own, with its refusals. `?` turns any of them into `AnyError`, whose refusals,
`ErrorKind`, are those of all operations. `map_refusal` maps a refusal to a type of yours.

```rust,no_run
use {library}::models::{{{imported}}};
use {library}::{{AnyError, Client}};

async fn both(
    client: &Client,
    first: {first_request},
    second: {second_request},
) -> Result<(), AnyError> {{
    client.{first_method}(first).await?;
    client.{second_method}(second).await?;
    Ok(())
}}
```
"#,
        imported = imported.join(", "),
        first_request = first.request,
        second_request = second.request,
        first_method = method(first),
        second_method = method(second),
    ))
}

/// The section on inputs that the contract does not describe.
fn extended(plan: &Plan<'_>) -> Option<String> {
    let library = &plan.packages.client.library;
    let (_, operation) = shared::example(plan)?;
    let (request, built) = (&operation.request, sample::request(operation));
    Some(format!(
        r#"## Inputs that are not documented

Any request can carry query parameters and body members that the documentation does not show. `send` sends it:

```rust,no_run
use {library}::models::{{Request, {request}}};
use {library}::{{AnyError, Client}};

async fn send_more(client: &Client) -> Result<(), AnyError> {{
    let request = {built};
    let request = request.with_query("page", "2").with_member("tag", "vip");
    let response = client.send(&request).await?;
    println!("{{}}", response.status());
    Ok(())
}}
```

`BlockingClient` has the same method, and both have `pages` for lists.
"#
    ))
}

/// The section on pages, if any list has a stream of pages.
fn pages(plan: &Plan<'_>) -> Option<String> {
    let library = &plan.packages.client.library;
    let operation = plan.operations().find(|operation| is_paged(operation))?;
    let (request, built) = (&operation.request, sample::request(operation));
    let walk = walk_name(operation);
    Some(format!(
        r#"## Pages

Where the documentation shows how pages are chosen and how many there are, a list has a walk through
them. It is also a `futures_core::Stream`, which ends after the last page or the first failure. After a page that
does not tell how many there are, the walk fails with `Error::Decode`: a part is never taken for the whole.

```rust,no_run
use {library}::Client;
use {library}::models::{request};

async fn walk(client: Client) -> Result<(), Box<dyn std::error::Error>> {{
    let mut pages = client.{walk}({built});
    while let Some(page) = pages.next_page().await? {{
        println!("{{:?}}", *page);
    }}
    Ok(())
}}
```
"#
    ))
}

/// The part of the answer in the example: the first member of its envelope, or all of it.
fn shown(operation: &OperationPlan<'_>) -> String {
    match &operation.success.shape {
        SuccessShape::Envelope(envelope) if !operation.success.answered => envelope
            .members
            .first()
            .map_or("answer".to_owned(), |member| format!("answer.{}", member.field)),
        _ => "answer".to_owned(),
    }
}
