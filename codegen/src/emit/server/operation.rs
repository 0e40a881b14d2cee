//! The file of one operation: its handler trait, and what serving it needs.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use spec::{Condition, InputPart, InputRef, Segment};

use crate::doc::Doc;
use crate::imports::Imports;
use crate::names;
use crate::plan::{CasePlan, OperationPlan, Plan};

/// Names that the files of operations and of the routes use for other things.
const TAKEN: [&str; 25] = [
    "Arc",
    "Body",
    "C",
    "Endpoint",
    "Entry",
    "Fn",
    "Future",
    "H",
    "InputError",
    "InputPart",
    "InputProblem",
    "K",
    "KeyCheck",
    "MethodFilter",
    "Mounts",
    "Option",
    "Outcome",
    "Refusal",
    "Response",
    "Router",
    "Routes",
    "S",
    "Self",
    "Send",
    "Service",
];

/// The name of the handler trait: `LendBook`.
pub fn handler(operation: &OperationPlan<'_>) -> Ident {
    let name = operation.handler.to_string();
    if TAKEN.contains(&name.as_str()) {
        return names::exact(&format!("{name}Handler"));
    }
    operation.handler.clone()
}

/// The whole file.
pub fn tokens(plan: &Plan<'_>, operation: &OperationPlan<'_>) -> TokenStream {
    let mut imports = Imports::of_models(&plan.packages.models.library);
    let handler_trait = handler_trait(operation, &mut imports);
    let endpoint = endpoint(operation, &mut imports);
    let contract = operation.operation;
    let head = Doc::new(format!("`{} {}`", contract.method, contract.path)).inner();
    let imports = imports.tokens();
    quote! {
        #head
        #imports
        #handler_trait
        #endpoint
    }
}

fn handler_trait(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let doc = operation.doc.outer();
    let (name, method) = (handler(operation), &operation.module);
    let request = imports.model(&operation.request);
    let success = imports.model(&operation.success.name);
    let error = imports.model(&operation.error);
    let outcome = imports.from("crate::runtime", "Outcome");
    let method_doc = method_doc(operation).outer();
    quote! {
        #doc
        pub trait #name<C>: Send + Sync + 'static {
            #method_doc
            fn #method(
                &self,
                caller: C,
                request: #request,
            ) -> impl Future<Output = #outcome<#success, #error>> + Send;
        }
    }
}

fn method_doc(operation: &OperationPlan<'_>) -> Doc {
    let doc = Doc::new("Answers a request of `caller`.");
    if operation.cases.is_empty() {
        return doc;
    }
    operation
        .cases
        .iter()
        .fold(doc.text("Documented refusals:"), |doc, case| {
            let status = case.case.status.known();
            let status = status
                .map(|status| format!(", with {status}"))
                .unwrap_or_default();
            doc.item(format!(
                "`{}`: `{}`{status}",
                case.variant, case.case.message
            ))
        })
}

fn endpoint(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let endpoint = imports.from("crate::runtime", "Endpoint");
    let filter = imports.from("axum::routing", "MethodFilter");
    let request = imports.model(&operation.request);
    let method = format_ident!("{}", operation.operation.method.as_str());
    let blank_paths = blank_paths(operation);
    let refuse_input = refuse_input(operation, imports);
    quote! {
        impl #endpoint for #request {
            const METHOD: #filter = #filter::#method;
            #blank_paths
            #refuse_input
        }
    }
}

/// The paths at which a blank parameter arrives: an empty segment matches no parameter.
fn blank_paths(operation: &OperationPlan<'_>) -> TokenStream {
    let refused = |name: &str| {
        operation.cases.iter().any(|case| match &case.case.when {
            Condition::Blank(input) | Condition::Missing(input) => {
                input.part == InputPart::Path && input.name == name
            }
            _ => false,
        })
    };
    let segments = &operation.operation.path.segments;
    let blank = |parameter: &str| {
        let segments = segments.iter().map(|segment| match segment {
            Segment::Literal(text) => format!("/{text}"),
            Segment::Parameter(name) if name == parameter => "/".to_owned(),
            Segment::Parameter(name) => format!("/{{{name}}}"),
        });
        segments.collect::<String>()
    };
    let parameters = operation.operation.path_parameters.iter();
    let paths = parameters.filter(|parameter| refused(&parameter.name));
    let paths: Vec<_> = paths.map(|parameter| blank(&parameter.name)).collect();
    if paths.is_empty() {
        return TokenStream::new();
    }
    quote!(const BLANK_PATHS: &'static [&'static str] = &[#(#paths),*];)
}

/// Maps what the framework finds wrong with an input to the documented refusal of it.
fn refuse_input(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let mut arms: Vec<(String, TokenStream)> = Vec::new();
    for case in operation.cases.iter().filter(|case| case.holes.is_empty()) {
        let Some((input, problems)) = problems(case, imports) else {
            continue;
        };
        // Of two refusals for one defect the first is given; a second arm would never be reached.
        if arms
            .iter()
            .any(|(pattern, _)| *pattern == format!("{input} {problems}"))
        {
            continue;
        }
        let part = imports.model_named("InputPart");
        let place = format_ident!("{}", part_name(input.part));
        let (name, variant) = (&input.name, &case.variant);
        let error = &operation.error;
        let arm = quote!((#part::#place, #name, #problems) => Some(#error::#variant),);
        arms.push((format!("{input} {problems}"), arm));
    }
    if arms.is_empty() {
        return TokenStream::new();
    }
    let input_error = imports.model_named("InputError");
    let error = imports.model(&operation.error);
    let arms = arms.into_iter().map(|(_, arm)| arm);
    quote! {
        fn refuse_input(error: &#input_error) -> Option<#error> {
            match (error.part, error.name, &error.problem) {
                #(#arms)*
                _ => None,
            }
        }
    }
}

/// The input a case is about, and the problems with it that are the case's condition.
fn problems<'c>(case: &CasePlan<'c>, imports: &mut Imports) -> Option<(&'c InputRef, TokenStream)> {
    let mut problem = || imports.model_named("InputProblem");
    match &case.case.when {
        // In a path, what is not there is an empty segment.
        Condition::Missing(input) | Condition::Blank(input) if input.part == InputPart::Path => {
            let problem = problem();
            Some((input, quote!(#problem::Missing | #problem::Blank)))
        }
        Condition::Missing(input) => {
            let problem = problem();
            Some((input, quote!(#problem::Missing)))
        }
        Condition::Blank(input) => {
            let problem = problem();
            Some((input, quote!(#problem::Blank)))
        }
        Condition::Malformed(input) => {
            let problem = problem();
            Some((
                input,
                quote!(#problem::Malformed { .. } | #problem::WrongType { .. }),
            ))
        }
        _ => None,
    }
}

fn part_name(part: InputPart) -> &'static str {
    match part {
        InputPart::Path => "Path",
        InputPart::Query => "Query",
        InputPart::Body => "Body",
    }
}
