//! One resource: its records, identifiers, lists of values and operations, each in a file.

use reader::Span;
use spec::Resource;

use super::types::Types;
use super::{EnumerationPlan, IdentifierPlan, Names, OperationPlan, RecordPlan};
use crate::names::{self, Ident, Namespace};

/// One resource: a module of the models, a folder of every crate.
#[derive(Debug)]
pub struct ResourcePlan<'c> {
    /// Its declaration in the contract.
    pub resource: &'c Resource,
    pub module: Ident,
    pub records: Vec<RecordPlan<'c>>,
    /// Identifiers of its records that are types of their own.
    pub identifiers: Vec<IdentifierPlan<'c>>,
    /// Lists of values of its records and operations.
    pub enumerations: Vec<EnumerationPlan>,
    pub operations: Vec<OperationPlan<'c>>,
}

impl<'c> ResourcePlan<'c> {
    pub(super) fn new(resource: &'c Resource, types: &Types<'c>, names: &mut Names<'_>) -> Self {
        let what = format!("resource {}", resource.id);
        let module = names::snake(&resource.id);
        let module = names.modules.claim(module, &what, None, names.findings);
        let mut enumerations = Vec::new();
        let records = resource.records.iter();
        let records =
            records.map(|one| RecordPlan::new(one, types, &mut enumerations, names)).collect();
        let operations = resource.operations.iter();
        let operations = operations
            .map(|one| OperationPlan::new(one, types, &mut enumerations, names))
            .collect();
        let identifiers = types.identifiers_of(resource);
        let plan = Self { resource, module, records, identifiers, enumerations, operations };
        plan.claim_files(names);
        plan
    }

    /// Each item has its own file in the resource's folder.
    fn claim_files(&self, names: &mut Names<'_>) {
        let mut files = Namespace::new(format!("the modules of resource {}", self.resource.id), "");
        let mut claim = |module: &Ident, by: String, span: Span| {
            files.claim(module.clone(), by, Some(span), names.findings);
        };
        for plan in &self.records {
            claim(&plan.module, format!("record {}", plan.record.name), plan.record.span);
        }
        for plan in &self.operations {
            claim(&plan.module, format!("operation {}", plan.operation.id), plan.operation.span);
        }
        for plan in &self.identifiers {
            claim(
                &plan.module,
                format!("the identifier of {}", plan.record.name),
                plan.record.span,
            );
        }
        for plan in &self.enumerations {
            claim(&plan.module, format!("the values of {}", plan.name), plan.span);
        }
    }

    /// The file of the contract that declares records and resource, relative to its folder.
    pub fn source(&self) -> String {
        format!("{}/resource.yaml", self.resource.id)
    }
}
