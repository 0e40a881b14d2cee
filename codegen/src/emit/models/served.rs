//! The part of a request that concerns servers only: paths of blank parameters, and the documented refusals of invalid
//! inputs and keys.

use std::cmp::Reverse;

use spec::{Condition, Defect, InputRef, QueryParameter, Segment};

use super::prelude::*;
use super::variants::{fields, rest};
use crate::plan::CasePlan;
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
    let with_blank = |parameter: &str| {
        let segments = operation.operation.path.segments.iter().map(|segment| match segment {
            Segment::Literal(text) => format!("/{text}"),
            Segment::Parameter(name) if name == parameter => "/".to_owned(),
            Segment::Parameter(name) => format!("/{{{name}}}"),
        });
        segments.collect::<String>()
    };
    let parameters = operation.operation.path_parameters.iter();
    parameters
        .filter(|parameter| refused(&parameter.name))
        .map(|parameter| with_blank(&parameter.name))
        .collect()
}

/// The members of objects in the body of which a blank one is refused.
pub fn blank_members<'p>(operation: &'p OperationPlan<'_>) -> impl Iterator<Item = &'p str> {
    operation.cases.iter().filter_map(|case| match case.case.when.value()? {
        Condition::Blank(input) => {
            let field = operation.operation.body_field(&input.name)?;
            let is_member = input.part == InputPart::Body && field.is_in_object();
            is_member.then_some(input.name.as_str())
        }
        _ => None,
    })
}

/// `refuse_input`: the documented refusal of an input that is missing or malformed.
pub fn refuse_input(operation: &OperationPlan<'_>, imports: &mut Imports) -> Option<TokenStream> {
    let mut arms = Vec::new();
    let mut matched: Vec<(&InputRef, String)> = Vec::new();
    let mut cases: Vec<_> = operation.cases.iter().filter(|case| case.holes.is_empty()).collect();
    let has_objects = operation.operation.body.iter().any(|field| field.ty.record().is_some());
    let mut of_objects = Vec::new();
    // Cases that are not about one kind of problem come last.
    cases.sort_by_key(|case| matches!(case.case.when.value(), Some(Condition::Invalid(_))));
    for case in cases {
        let Some((input, mut problems)) = case.case.when.value().and_then(problems) else {
            continue;
        };
        // If two refusals match a defect, the first one is sent. A second pattern would never be reached.
        problems.retain(|problem| !matched.contains(&(input, problem.to_string())));
        if problems.is_empty() {
            continue;
        }
        matched.extend(problems.iter().map(|problem| (input, problem.to_string())));
        let problems = quote!(#(#problems)|*);
        let part = format_ident!("{}", names::pascal(input.part.name()).to_string());
        let query = operation.operation.query_parameter(&input.name);
        let query = query.filter(|_| input.part == InputPart::Query);
        let name = query.map_or_else(|| input.name.clone(), QueryParameter::key);
        let refusal = refusal(&operation.error, case, has_objects);
        arms.push(quote!((InputPart::#part, #name, #problems) => #refusal));
        if is_about_content(case) && is_object(operation, input) {
            let guarded = if name.contains('.') {
                let within = format!("{name}.");
                quote!((InputPart::Body, name, #problems) if name.starts_with(#within) => #refusal)
            } else {
                quote!((InputPart::Body, _, #problems) if error.name == #name => #refusal)
            };
            of_objects.push((name.matches('.').count(), guarded));
        }
    }
    // Of objects in objects, the innermost one comes first.
    of_objects.sort_by_key(|(depth, _)| Reverse(*depth));
    arms.extend(of_objects.into_iter().map(|(_, arm)| arm));
    for last in [false, true] {
        let cases = operation.cases.iter().filter(|case| case.holes.is_empty());
        let cases = cases.filter_map(|case| of_any(&operation.error, case, last, has_objects));
        arms.extend(cases);
    }
    if arms.is_empty() {
        return None;
    }
    let names = ["InputError", "InputPart", "InputProblem"];
    let [input_error, ..] = names.map(|name| imports.model_named(name));
    let error = imports.model(&operation.error);
    let path = if has_objects { quote!(&*error.path()) } else { quote!(error.name) };
    Some(quote! {
        fn refuse_input(error: &#input_error) -> Option<#error> {
            match (error.part, #path, &error.problem) {
                #(#arms)*
                _ => None,
            }
        }
    })
}

/// Whether a case about an object is also about what is wrong in it, where no other case is.
fn is_about_content(case: &CasePlan<'_>) -> bool {
    matches!(case.case.when.value(), Some(Condition::Invalid(_) | Condition::Malformed(_)))
}

fn is_object(operation: &OperationPlan<'_>, input: &InputRef) -> bool {
    let field = operation.operation.body_field(&input.name);
    input.part == InputPart::Body && field.is_some_and(|field| field.ty.record().is_some())
}

/// The input that a condition is about, and the patterns of its problems.
fn problems(condition: &Condition) -> Option<(&InputRef, Vec<TokenStream>)> {
    let (missing, blank) = (|| quote!(InputProblem::Missing), || quote!(InputProblem::Blank));
    let malformed = quote!(InputProblem::Malformed { .. });
    let wrong_type = quote!(InputProblem::WrongType { .. });
    Some(match condition {
        // In a path, a missing value is an empty segment.
        Condition::Missing(input) | Condition::Blank(input) if input.part == InputPart::Path => {
            (input, vec![missing(), blank()])
        }
        Condition::Invalid(input) => (input, vec![missing(), malformed, wrong_type]),
        Condition::Missing(input) => (input, vec![missing()]),
        Condition::Blank(input) => (input, vec![blank()]),
        Condition::Malformed(input) => (input, vec![malformed, wrong_type]),
        _ => return None,
    })
}

/// The body of an arm: the refusal, with its fields from the input that is refused.
fn refusal(error: &Ident, case: &CasePlan<'_>, has_objects: bool) -> TokenStream {
    let variant = &case.variant;
    let name =
        if has_objects { quote!(error.path().into_owned()) } else { quote!(error.name.to_owned()) };
    if case.more.is_some() {
        let fields = fields(case);
        let message = case.message.iter().map(|field| quote!(let #field = error.to_string();));
        let field = case.field.iter().map(|field| quote!(let #field = #name;));
        let more = case.more.iter().map(|more| quote!(let #more = Vec::new();));
        return quote!({ #(#message)* #(#field)* #(#more)* Some(#error::#variant #fields) });
    }
    let message = case.message.as_ref().map(|field| quote!(#field: error.to_string(),));
    let field = case.field.as_ref().map(|field| quote!(#field: #name,));
    let values = (!case.is_plain()).then(|| quote!({ #message #field }));
    quote!(Some(#error::#variant #values),)
}

/// The arm of a case about any input of query or body. Cases that are not about one kind of problem come last.
fn of_any(
    error: &Ident,
    case: &CasePlan<'_>,
    last: bool,
    has_objects: bool,
) -> Option<TokenStream> {
    let Some(Condition::OfAny { defect, part }) = case.case.when.value() else { return None };
    let problems = match defect {
        Defect::Missing if !last => quote!(InputProblem::Missing),
        Defect::Invalid if last => quote!(
            InputProblem::Missing | InputProblem::Malformed { .. } | InputProblem::WrongType { .. }
        ),
        _ => return None,
    };
    let parts = match part {
        Some(part) => {
            let part = format_ident!("{}", names::pascal(part.name()).to_string());
            quote!(InputPart::#part)
        }
        None => quote!(InputPart::Query | InputPart::Body),
    };
    let refusal = refusal(error, case, has_objects);
    // The body as a whole has no name.
    Some(quote!((#parts, name, #problems) if !name.is_empty() => #refusal))
}

/// `key_status`: the statuses of refusals of the key, where they differ from those of the service.
pub fn key_status(
    plan: &Plan<'_>,
    operation: &OperationPlan<'_>,
    imports: &mut Imports,
) -> Option<TokenStream> {
    let own = &operation.operation.errors;
    let differing = plan.key_cases.iter().filter_map(|case| {
        let number = *own.iter().find(|own| own.id == case.case.id)?.status.value()?;
        (case.case.status.value() != Some(&number)).then_some((case, number))
    });
    let arms = differing.map(|(case, number)| {
        let (variant, rest) = (&case.variant, rest(case));
        let status = status::option(Some(number), imports);
        quote!(KeyError::#variant #rest => #status,)
    });
    let arms: Vec<_> = arms.collect();
    if arms.is_empty() {
        return None;
    }
    let (error, code) = (imports.model_named("KeyError"), imports.from("http", "StatusCode"));
    Some(quote! {
        fn key_status(error: &#error) -> Option<#code> {
            match error {
                #(#arms)*
                _ => None,
            }
        }
    })
}
