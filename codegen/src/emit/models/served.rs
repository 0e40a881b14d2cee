//! The part of a request that concerns servers only: paths of blank parameters, and which documented refusal applies to
//! what the framework finds wrong.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use spec::{Condition, InputPart, InputRef, Segment};

use crate::imports::Imports;
use crate::plan::{CasePlan, OperationPlan, Plan};
use crate::status;

/// The paths at which a blank parameter arrives: a router does not match an empty segment with a parameter.
pub fn blank_paths(operation: &OperationPlan<'_>) -> Vec<String> {
    let refused = |name: &str| {
        operation.cases.iter().any(|case| match case.case.when.value() {
            Some(Condition::Blank(input) | Condition::Missing(input)) => {
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
    paths.map(|parameter| blank(&parameter.name)).collect()
}

/// `refuse_input`: the documented refusal of an input that is missing or malformed.
pub fn refuse_input(operation: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let mut arms: Vec<(String, TokenStream)> = Vec::new();
    for case in operation.cases.iter().filter(|case| case.holes.is_empty()) {
        let Some((input, problems)) = problems(case, imports) else {
            continue;
        };
        // Of two refusals for one defect the first is given; a second arm would never be reached.
        if arms.iter().any(|(pattern, _)| *pattern == format!("{input} {problems}")) {
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
    match case.case.when.value()? {
        // In a path, a missing value is an empty segment.
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
            Some((input, quote!(#problem::Malformed { .. } | #problem::WrongType { .. })))
        }
        _ => None,
    }
}

/// `key_status`: the statuses of refusals of the key, where they differ from those of the service.
pub fn key_status(
    plan: &Plan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> TokenStream {
    let own = &operation.operation.errors;
    let arms = plan.key_cases.iter().filter_map(|case| {
        let here = own.iter().find(|here| here.id == case.case.id)?;
        let number = *here.status.value()?;
        (case.case.status.value() != Some(&number)).then_some((case, number))
    });
    let arms: Vec<_> = arms.collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let (error, code) = (imports.model_named("KeyError"), imports.from("http", "StatusCode"));
    let arms = arms.into_iter().map(|(case, number)| {
        let (variant, status) = (&case.variant, status::option(Some(number), imports));
        if case.holes.is_empty() {
            quote!(#error::#variant => #status,)
        } else {
            quote!(#error::#variant { .. } => #status,)
        }
    });
    let arms: Vec<_> = arms.collect();
    quote! {
        fn key_status(error: &#error) -> Option<#code> {
            match error {
                #(#arms)*
                _ => None,
            }
        }
    }
}

fn part_name(part: InputPart) -> &'static str {
    match part {
        InputPart::Path => "Path",
        InputPart::Query => "Query",
        InputPart::Body => "Body",
    }
}
