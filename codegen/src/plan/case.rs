//! Documented refusals: the variants of the error types.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use reader::Diagnostic;
use spec::{Contract, ErrorCase};

use crate::names::{self, Scope};

/// One documented refusal of one operation, or of the service.
#[derive(Clone, Debug)]
pub struct CasePlan<'c> {
    /// The contract's word on it.
    pub case: &'c ErrorCase,
    /// Its variant.
    pub variant: Ident,
    /// The holes of its message: name in the template, field of the variant.
    pub holes: Vec<(String, Ident)>,
}

/// The cases of one error type.
pub fn cases<'c>(
    cases: &'c [ErrorCase],
    what: &str,
    findings: &mut Vec<Diagnostic>,
) -> Vec<CasePlan<'c>> {
    let mut variants = Scope::new(format!("the variants of {what}"), &["Self"]);
    cases
        .iter()
        .map(|case| plan(case, &mut variants, findings))
        .collect()
}

/// Every case of the contract once, in order of id: the same id means the same message wherever it is.
pub fn kinds<'c>(contract: &'c Contract, findings: &mut Vec<Diagnostic>) -> Vec<CasePlan<'c>> {
    let all = contract
        .operations()
        .flat_map(|operation| &operation.errors);
    let mut by_id: BTreeMap<&str, &ErrorCase> = BTreeMap::new();
    for case in contract.service.errors.iter().chain(all) {
        by_id.entry(&case.id).or_insert(case);
    }
    let mut variants = Scope::new("the kinds of refusal", &["Self"]);
    by_id
        .into_values()
        .map(|case| plan(case, &mut variants, findings))
        .collect()
}

fn plan<'c>(
    case: &'c ErrorCase,
    variants: &mut Scope,
    findings: &mut Vec<Diagnostic>,
) -> CasePlan<'c> {
    let by = format!("error case {}", case.id);
    let variant = variants.claim(names::pascal(&case.id), &by, Some(case.span), findings);
    let mut holes: Vec<(String, Ident)> = Vec::new();
    for hole in case.message.holes() {
        if !holes.iter().any(|(name, _)| name == hole) {
            holes.push((hole.to_owned(), names::snake(hole)));
        }
    }
    CasePlan {
        case,
        variant,
        holes,
    }
}
