//! The plan of the generated code: all names, types and files.
//!
//! Emitters only read it. Clashes of names are reported here, with their location in the contract.

mod case;
mod condition;
mod docs;
mod enumeration;
mod error_entry;
mod input;
mod operation;
mod packages;
mod record;
mod resource;
mod rules;
mod shared_gaps;
mod success;
mod types;

use reader::{Diagnostic, Span};
use spec::Contract;

use crate::names::{self, Ident, Namespace, reserved};

pub use case::CasePlan;
pub use condition::{answered, condition};
pub use docs::{
    answer, answer_text, gap_note, gap_text, gaps_of, open_questions, section, sections,
};
pub use enumeration::EnumerationPlan;
pub use input::InputPlan;
pub use operation::OperationPlan;
pub use packages::{Package, Packages};
pub use record::{
    FieldPlan, MemberPlan, RecordPlan, SharedNote, StructPlan, is_only_seen, is_required,
    shared_notes,
};
pub use resource::ResourcePlan;
pub use rules::{limits, parameter_description, rules};
pub use shared_gaps::SharedGaps;
pub use success::SuccessShape;

pub use types::IdentifierPlan;
use types::Types;

/// The plan of all generated code.
#[derive(Debug)]
pub struct Plan<'c> {
    pub contract: &'c Contract,
    /// Names of the generated packages.
    pub packages: Packages,
    /// The resources, in the contract's order.
    pub resources: Vec<ResourcePlan<'c>>,
    /// Every documented refusal once, in order of id.
    pub kinds: Vec<CasePlan<'c>>,
    /// The refusals that any operation may send.
    pub key_cases: Vec<CasePlan<'c>>,
    /// The gaps that several resources share.
    pub shared_gaps: SharedGaps<'c>,
    /// The body of every refusal, and the objects within it that lead to the message.
    pub error_bodies: Vec<StructPlan<'c>>,
    /// The entry of the list of errors, if error bodies have one.
    pub error_entry: Option<StructPlan<'c>>,
    /// The codes of all refusals, if they have codes.
    pub error_code: Option<EnumerationPlan>,
}

impl<'c> Plan<'c> {
    /// Plans all names, types and files. Fails with all clashes of names.
    pub fn new(contract: &'c Contract) -> Result<Self, Vec<Diagnostic>> {
        let mut findings = Vec::new();
        let mut names = Names::new(&mut findings);
        let types = Types::new(contract, &mut names);
        let resources = contract
            .resources
            .iter()
            .map(|resource| ResourcePlan::new(resource, &types, &mut names))
            .collect();
        let error_code = enumeration::error_codes(contract, &mut names);
        let error_entry = error_entry::plan(contract, error_code.as_ref(), &mut names);
        let entry = error_entry.as_ref().map(|entry| &entry.name);
        let error_bodies = record::error_bodies(contract, (error_code.as_ref(), entry), &mut names);
        let kinds = case::kinds(contract, names.findings);
        let key_cases = case::cases(&contract.service.error_body, &contract.service.errors);
        let plan = Self {
            contract,
            packages: Packages::new(contract),
            resources,
            kinds,
            key_cases,
            shared_gaps: types.shared_gaps,
            error_bodies,
            error_entry,
            error_code,
        };
        if findings.is_empty() { Ok(plan) } else { Err(dedup_by_location(findings)) }
    }

    /// All operations, resource by resource.
    pub fn operations(&self) -> impl Iterator<Item = &OperationPlan<'c>> {
        self.resources.iter().flat_map(|resource| &resource.operations)
    }
}

/// Two names may clash as types, as modules and as methods; report one of them.
fn dedup_by_location(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen: Vec<Vec<Span>> = Vec::new();
    findings.retain(|finding| {
        let spans: Vec<_> = finding.labels.iter().map(|label| label.span).collect();
        let is_new = spans.is_empty() || !seen.contains(&spans);
        seen.push(spans);
        is_new
    });
    findings
}

/// The scopes of names during planning.
struct Names<'f> {
    /// Types at the root of the models.
    types: Namespace,
    /// Modules at the root of each crate.
    modules: Namespace,
    /// Handler traits of the server.
    handlers: Namespace,
    findings: &'f mut Vec<Diagnostic>,
}

impl<'f> Names<'f> {
    fn new(findings: &'f mut Vec<Diagnostic>) -> Self {
        Self {
            types: Namespace::new("the types of the models", reserved::TYPES)
                .without(reserved::PRELUDE),
            handlers: Namespace::new("the handler traits of the server", reserved::HANDLERS)
                .without(reserved::PRELUDE),
            modules: Namespace::new("the modules of the crates", reserved::MODULES),
            findings,
        }
    }

    /// A type at the root of the models.
    fn type_name(&mut self, text: &str, by: impl Into<String>, span: Span) -> Ident {
        self.types.claim(names::pascal(text), by, Some(span), self.findings)
    }
}
