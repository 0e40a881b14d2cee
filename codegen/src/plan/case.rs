//! Documented refusals: the variants of the error types.

use std::collections::BTreeMap;

use reader::Diagnostic;
use spec::{Contract, ErrorBody, ErrorCase, Operation, Template};

use crate::names::{self, Ident, Namespace};

/// One documented refusal of one operation, or of the service.
#[derive(Clone, Debug)]
pub struct CasePlan<'c> {
    /// Its declaration in the contract.
    pub case: &'c ErrorCase,
    pub variant: Ident,
    /// The holes of its message: name in the template, field of the variant.
    pub holes: Vec<(String, Ident)>,
    /// The field with its message, if the document does not show the message.
    pub message: Option<Ident>,
    /// The field with the input that it names, if the condition is about any input.
    pub field: Option<Ident>,
    /// The field with further entries of the list of errors, if the case has an entry in it.
    pub more: Option<Ident>,
    /// The name on the wire of the input that it always names.
    pub named: Option<String>,
}

impl CasePlan<'_> {
    /// Whether the variant has no fields.
    pub fn is_plain(&self) -> bool {
        self.fields().next().is_none()
    }

    /// The fields of the variant.
    pub fn fields(&self) -> impl Iterator<Item = &Ident> {
        let holes = self.holes.iter().map(|(_, field)| field);
        holes.chain(&self.message).chain(&self.field).chain(&self.more)
    }

    /// Whether a client needs the entries of the list of errors to recognize it.
    pub fn is_told_by_entry(&self) -> bool {
        self.more.is_some() && self.holes.is_empty()
    }

    /// Whether the field is the value of a placeholder in the message.
    pub fn is_hole(&self, field: &Ident) -> bool {
        self.holes.iter().any(|(_, hole)| hole == field)
    }
}

/// The cases of the error type of an operation.
pub fn of_operation<'c>(
    operation: &'c Operation,
    body: &ErrorBody,
    all: impl Iterator<Item = &'c ErrorCase>,
) -> Vec<CasePlan<'c>> {
    let named = |case: CasePlan<'c>| {
        let input = case.case.named_input();
        let named = input.map(|input| operation.wire_name(input).to_owned());
        CasePlan { named, ..case }
    };
    cases(body, all).into_iter().map(named).collect()
}

/// The cases of one error type. Clashing names are reported by [`kinds`].
pub fn cases<'c>(
    body: &ErrorBody,
    cases: impl IntoIterator<Item = &'c ErrorCase>,
) -> Vec<CasePlan<'c>> {
    let mut variants = Namespace::new("the variants of an error type", "Self");
    let mut reported_elsewhere = Vec::new();
    let plan = |case| plan(case, body, &mut variants, &mut reported_elsewhere);
    cases.into_iter().map(plan).collect()
}

/// Every case of the contract once, in order of id: cases with the same id have the same message.
pub fn kinds<'c>(contract: &'c Contract, findings: &mut Vec<Diagnostic>) -> Vec<CasePlan<'c>> {
    let all = contract.operations().flat_map(|operation| &operation.errors);
    let mut by_id: BTreeMap<&str, &ErrorCase> = BTreeMap::new();
    for case in contract.service.errors.iter().chain(all) {
        by_id.entry(&case.id).or_insert(case);
    }
    let mut variants = Namespace::new("the kinds of refusal", "Self");
    let body = &contract.service.error_body;
    by_id.into_values().map(|case| plan(case, body, &mut variants, findings)).collect()
}

fn plan<'c>(
    case: &'c ErrorCase,
    body: &ErrorBody,
    variants: &mut Namespace,
    findings: &mut Vec<Diagnostic>,
) -> CasePlan<'c> {
    let by = format!("error case {}", case.id);
    let variant = variants.claim(names::pascal(&case.id), &by, Some(case.span), findings);
    let mut fields = Namespace::new(format!("the placeholders of {}", case.id), "");
    let mut holes: Vec<(String, Ident)> = Vec::new();
    for hole in case.text().into_iter().flat_map(Template::placeholders) {
        if !holes.iter().any(|(name, _)| name == hole) {
            let by = format!("placeholder {hole}");
            let field = fields.claim(names::snake(hole), by, Some(case.span), findings);
            holes.push((hole.to_owned(), field));
        }
    }
    let mut own = |name: &str| {
        fields.claim(names::snake(name), format!("the {name}"), Some(case.span), findings)
    };
    let message = case.message.value().is_none().then(|| own("message"));
    let has_entry = body.entries_of(case).is_some();
    let names_one = case.named_input().is_some();
    let field = (case.names_any_input() || has_entry && !names_one).then(|| own("field"));
    let more = has_entry.then(|| own("more"));
    CasePlan { case, variant, holes, message, field, more, named: None }
}
