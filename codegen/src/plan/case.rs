//! Documented refusals: the variants of the error types.

use std::collections::BTreeMap;

use reader::Diagnostic;
use spec::{Contract, ErrorCase};

use crate::names::{self, Ident, Namespace};

/// One documented refusal of one operation, or of the service.
#[derive(Clone, Debug)]
pub struct CasePlan<'c> {
    /// Its declaration in the contract.
    pub case: &'c ErrorCase,
    pub variant: Ident,
    /// The holes of its message: name in the template, field of the variant.
    pub holes: Vec<(String, Ident)>,
}

/// The cases of one error type. Clashing names are reported by [`kinds`].
pub fn cases<'c>(cases: impl IntoIterator<Item = &'c ErrorCase>) -> Vec<CasePlan<'c>> {
    let mut variants = Namespace::new("the variants of an error type", "Self");
    let mut reported_elsewhere = Vec::new();
    cases.into_iter().map(|case| plan(case, &mut variants, &mut reported_elsewhere)).collect()
}

/// Every case of the contract once, in order of id: cases with the same id have the same message.
pub fn kinds<'c>(contract: &'c Contract, findings: &mut Vec<Diagnostic>) -> Vec<CasePlan<'c>> {
    let all = contract.operations().flat_map(|operation| &operation.errors);
    let mut by_id: BTreeMap<&str, &ErrorCase> = BTreeMap::new();
    for case in contract.service.errors.iter().chain(all) {
        by_id.entry(&case.id).or_insert(case);
    }
    let mut variants = Namespace::new("the kinds of refusal", "Self");
    by_id.into_values().map(|case| plan(case, &mut variants, findings)).collect()
}

fn plan<'c>(
    case: &'c ErrorCase,
    variants: &mut Namespace,
    findings: &mut Vec<Diagnostic>,
) -> CasePlan<'c> {
    let by = format!("error case {}", case.id);
    let variant = variants.claim(names::pascal(&case.id), &by, Some(case.span), findings);
    let mut fields = Namespace::new(format!("the placeholders of {}", case.id), "");
    let mut holes: Vec<(String, Ident)> = Vec::new();
    for hole in case.message.placeholders() {
        if !holes.iter().any(|(name, _)| name == hole) {
            let by = format!("placeholder {hole}");
            let field = fields.claim(names::snake(hole), by, Some(case.span), findings);
            holes.push((hole.to_owned(), field));
        }
    }
    CasePlan { case, variant, holes }
}
