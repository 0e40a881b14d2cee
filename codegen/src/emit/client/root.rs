//! `lib.rs` of the client crate.

use proc_macro2::TokenStream;
use quote::quote;
use spec::{Format, Type};

use super::operation::method;
use crate::doc::Doc;
use crate::emit::shared;
use crate::names;
use crate::plan::{InputPlan, OperationPlan, Plan};
use crate::rust_type::RustType;

/// The whole file.
pub fn tokens(plan: &Plan<'_>) -> TokenStream {
    let title = &plan.contract.service.title;
    let mut doc = Doc::new(format!("{title}: the half that calls."))
        .text(&plan.contract.service.about)
        .text(
            "`Client` has a method for each operation. Every answer is kept as it came, whether it \
             was documented or not; a documented refusal is a value of the operation's error type.",
        );
    if let Some((_, operation)) = shared::example(plan) {
        doc = doc.code("no_run", &example(plan, operation));
    }
    let doc = doc.inner();
    let models = names::exact(&plan.packages.models.library);
    let modules = shared::with_operations(plan).map(|resource| &resource.module);
    quote! {
        #doc
        #(mod #modules;)*
        mod runtime;

        pub use #models as models;
        #[cfg(feature = "reqwest")]
        pub use runtime::ReqwestTransport;
        pub use runtime::{
            Answer, BaseUrl, BuildError, Client, ClientBuilder, Error, InvalidBaseUrl, PagedRequest,
            Pages, Retries, Sending, Transport, TransportError, TransportErrorKind,
        };
    }
}

fn example(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> String {
    let library = &plan.packages.client.library;
    let (request, method) = (&operation.request, method(operation));
    let required = operation.inputs.iter().filter(|input| input.required);
    let arguments: Vec<_> = required.map(|input| sample(operation, input)).collect();
    let arguments = arguments.join(", ");
    let refused = operation
        .cases
        .iter()
        .find(|case| case.holes.is_empty())
        .map(|case| {
            format!(
                r#"    Err(Error::Refused {{ error: {}::{}, .. }}) => {{
        println!("{}");
    }}
"#,
                operation.error, case.variant, case.case.message
            )
        });
    let imported = match refused {
        Some(_) => format!("{{{}, {request}}}", operation.error),
        None => request.to_string(),
    };
    format!(
        r#"use {library}::models::{imported};
use {library}::{{Client, Error}};

# async fn call() -> Result<(), Box<dyn std::error::Error>> {{
let client = Client::builder("https://host/api").key("a key").build()?;
let request = {request}::new({arguments});
match client.{method}(request).await {{
    Ok(answer) => println!("{{answer:?}}"),
{refused}    Err(Error::Undocumented(raw)) => println!("{{}}", raw.status),
    Err(error) => return Err(error.into()),
}}
# Ok(())
# }}
"#,
        refused = refused.unwrap_or_default(),
    )
}

/// A value for the example.
fn sample(operation: &OperationPlan<'_>, input: &InputPlan<'_>) -> String {
    let member = operation
        .operation
        .body
        .iter()
        .find(|member| member.wire == input.wire);
    let is_email = member.is_some_and(|member| member.ty == Type::Text(Some(Format::Email)));
    match &input.ty {
        RustType::Integer | RustType::Count | RustType::Number => "5".to_owned(),
        RustType::Boolean => "true".to_owned(),
        RustType::List(_) => "Vec::new()".to_owned(),
        RustType::Timestamp => r#""2026-01-31T12:00:00Z".parse()?"#.to_owned(),
        _ if is_email => r#""ann@example.com""#.to_owned(),
        _ => format!("{:?}", input.wire),
    }
}
