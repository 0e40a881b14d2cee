//! One operation: its request, success and error types.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use spec::Operation;

use super::Names;
use super::case::{CasePlan, cases};
use super::docs::{gap_note, heading};
use super::enumeration::EnumerationPlan;
use super::input::{InputPlan, inputs};
use super::success::SuccessPlan;
use super::types::Types;
use crate::doc::Doc;
use crate::names;

/// One operation.
#[derive(Clone, Debug)]
pub struct OperationPlan<'c> {
    /// The contract's word on it.
    pub operation: &'c Operation,
    /// Its module within the resource, and its method in client and server: `lend_book`.
    pub module: Ident,
    /// Its name as a type, for the handler's trait: `LendBook`.
    pub handler: Ident,
    /// Its request: `LendBookRequest`.
    pub request: Ident,
    /// Its documented refusals: `LendBookError`.
    pub error: Ident,
    /// What a request carries.
    pub inputs: Vec<InputPlan<'c>>,
    /// What it answers when all is well.
    pub success: SuccessPlan<'c>,
    /// Its documented refusals.
    pub cases: Vec<CasePlan<'c>>,
    /// What it does, method and path, section, gaps.
    pub doc: Doc,
}

impl<'c> OperationPlan<'c> {
    pub(super) fn new(
        operation: &'c Operation,
        types: &Types<'c>,
        enumerations: &mut Vec<EnumerationPlan>,
        names: &mut Names<'_>,
    ) -> Self {
        let id = operation.id.as_str();
        let mut name = |part: &str| {
            let by = format!("the {part} of {id}");
            names.type_name(&format!("{id}_{part}"), by, operation.span)
        };
        let (request, error) = (name("request"), name("error"));
        Self {
            operation,
            module: names::snake(id),
            handler: names::pascal(id),
            request,
            error,
            inputs: inputs(operation, types, enumerations, names),
            success: SuccessPlan::new(operation, types, names),
            cases: cases(
                &operation.errors,
                &format!("the refusals of {id}"),
                names.findings,
            ),
            doc: doc(operation, types),
        }
    }

    /// The file of the contract that declares it, relative to the contract's folder.
    pub fn source(&self) -> String {
        format!("{}.yaml", self.operation.address())
    }
}

fn doc(operation: &Operation, types: &Types<'_>) -> Doc {
    let mut doc = heading(&operation.about, &operation.id, &operation.section);
    doc = doc.text(format!("`{} {}`", operation.method, operation.path));
    // What a value of a parameter means is said at the value.
    let values = operation
        .query
        .iter()
        .flat_map(|parameter| &parameter.values);
    let elsewhere: BTreeSet<_> = values.filter_map(|value| value.meaning.gap()).collect();
    let mut said = BTreeSet::new();
    for gap in types
        .contract
        .gaps
        .iter()
        .filter(|gap| !elsewhere.contains(gap.id.as_str()))
    {
        let note = gap_note(types.contract, gap);
        if gap.operation.as_deref() == Some(&operation.id) && said.insert(note.clone()) {
            doc = doc.item(note);
        }
    }
    doc
}
