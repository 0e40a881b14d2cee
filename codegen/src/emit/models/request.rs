//! The request of an operation: its inputs as fields, to HTTP and back.

use proc_macro2::TokenStream;
use quote::quote;
use spec::InputPart;

use super::members::{Kind, Member, constructors, has_default};
use super::table::{self, literal};
use crate::imports::Imports;
use crate::plan::{InputPlan, OperationPlan, SuccessShape};

/// The struct with everything it can do.
pub fn tokens(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, doc) = (&plan.request, plan.doc_with_link("crate").outer());
    let members: Vec<_> = plan.inputs.iter().map(member).collect();
    let default = has_default(&members).then(|| quote!(Default,));
    let fields: Vec<_> = members
        .iter()
        .map(|member| member.declaration(imports))
        .collect();
    let constructors = constructors(name, &members, Kind::Request, imports);
    let conversion = conversion(plan, imports);
    quote! {
        #doc
        #[derive(Clone, Debug, #default PartialEq)]
        #[must_use = "a request does nothing until it is sent"]
        #[non_exhaustive]
        pub struct #name { #(#fields,)* }
        #constructors
        #conversion
    }
}

fn member<'p>(input: &'p InputPlan<'_>) -> Member<'p> {
    Member {
        field: &input.field,
        ty: &input.ty,
        required: input.required,
        doc: &input.doc,
    }
}

fn conversion(plan: &OperationPlan<'_>, imports: &mut Imports) -> TokenStream {
    let (name, success, error) = (&plan.request, &plan.success.name, &plan.error);
    let answer = match plan.success.shape {
        SuccessShape::Undocumented => success.to_string(),
        _ if plan.success.answered => {
            let answered = imports.model_named("Answered");
            format!("{answered}<{success}>")
        }
        _ => success.to_string(),
    };
    let request_type = imports.from("crate::runtime", "request_type");
    let rows = rows(plan, &format!("{success}, {answer}, {error}"));
    table::call(&request_type, name, &rows, "")
}

/// What is known of the operation, and a row for each input.
fn rows(plan: &OperationPlan<'_>, types: &str) -> Vec<String> {
    let operation = plan.operation;
    let key_required = operation.key_required.value();
    let path = operation.path.to_string();
    let mut rows = vec![
        format!("id: {},", literal(&operation.id)),
        format!("http: {} {},", operation.method.as_str(), literal(&path)),
        format!("section: {},", literal(&operation.section)),
        format!("key_required: {key_required:?},"),
        format!("success_status: {:?},", plan.success.status),
        format!("types: {types},"),
    ];
    let is_body = |input: &&InputPlan<'_>| input.part == InputPart::Body;
    let (body, others): (Vec<_>, Vec<_>) = plan.inputs.iter().partition(is_body);
    rows.extend(inputs("inputs", &others));
    if !body.is_empty() {
        rows.extend(inputs("body", &body));
        let blank = body.iter().filter(|input| input.blank_refused);
        let blank: Vec<_> = blank.map(|input| literal(input.wire).to_string()).collect();
        rows.push(format!("not_blank: [{}],", blank.join(", ")));
    }
    rows
}

fn inputs(name: &str, inputs: &[&InputPlan<'_>]) -> Vec<String> {
    if inputs.is_empty() {
        return vec![format!("{name}: {{}},")];
    }
    let mut rows = vec![format!("{name}: {{")];
    rows.extend(inputs.iter().map(|input| {
        let (field, wire) = (&input.field, literal(input.wire));
        format!("    {field}: {} {wire},", kind(input))
    }));
    rows.push("},".to_owned());
    rows
}

/// How an input is sent: a method of the runtime.
fn kind(input: &InputPlan<'_>) -> &'static str {
    match (input.part, input.required, input.commas) {
        (InputPart::Path, ..) if input.blank_refused => "path_or_blank",
        (InputPart::Path, ..) => "path",
        (InputPart::Query, true, false) => "query",
        (InputPart::Query, false, false) => "optional_query",
        (InputPart::Query, true, true) => "query_list",
        (InputPart::Query, false, true) => "optional_query_list",
        (InputPart::Body, true, false) => "member",
        (InputPart::Body, false, false) => "optional_member",
        (InputPart::Body, true, true) => "list",
        (InputPart::Body, false, true) => "optional_list",
    }
}
