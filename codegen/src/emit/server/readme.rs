//! `README.md` of the server crate, which is also the comment of the crate.

use super::operation::method;
use super::routes::mount_method;
use crate::emit::readme;
use crate::plan::{OperationPlan, Plan, ResourcePlan};

/// The fixed text of every server; parts that depend on the contract are in brackets.
const TEXT: &str = include_str!("readme.md");

/// The whole text.
pub fn text(plan: &Plan<'_>) -> String {
    let example = |resource: &_, operation: &_| example(plan, resource, operation);
    readme::filled(TEXT, plan, &plan.packages.server, example)
}

/// A program that mounts one operation.
fn example(plan: &Plan<'_>, resource: &ResourcePlan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.server.library;
    let (module, handler, method) = (&resource.module, &operation.handler, method(operation));
    let (request, success, error) = (&operation.request, &operation.success.name, &operation.error);
    let literal = operation.cases.iter().find(|case| case.holes.is_empty());
    let body = match literal {
        Some(case) => format!("Err({error}::{}.into())", case.variant),
        None => r#"Err(Fault::internal("nothing here yet"))"#.to_owned(),
    };
    format!(
        r#"```rust,no_run
use std::sync::Arc;

use axum::http::request::Parts;
use {library}::models::*;
use {library}::{module}::{handler};
use {library}::{{Fault, HandlerResult, KeyCheck, Routes}};

struct Everyone;

impl KeyCheck<Api> for Everyone {{
    type Caller = ();

    async fn check(
        &self,
        _key: Option<&str>,
        _request: &Parts,
        _operation: &'static OperationInfo,
    ) -> Result<(), Fault<KeyError>> {{
        Ok(())
    }}
}}

struct Handlers;

impl {handler}<()> for Handlers {{
    async fn {method}(
        &self,
        _caller: (),
        _request: {request},
    ) -> HandlerResult<{success}, {error}> {{
        {body}
    }}
}}

#[tokio::main]
async fn main() -> std::io::Result<()> {{
    let routes = Routes::new(Everyone).{mount}(Arc::new(Handlers));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    axum::serve(listener, routes.into_router()).await
}}
```
"#,
        mount = mount_method(operation),
    )
}
