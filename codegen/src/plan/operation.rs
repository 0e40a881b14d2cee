//! One operation: its request, success and error types.

use std::collections::BTreeSet;

use spec::{Contract, ErrorCase, Operation};

use super::Names;
use super::case::{self, CasePlan};
use super::docs::{gap_note, gaps_of, heading};
use super::enumeration::EnumerationPlan;
use super::input::{InputPlan, inputs};
use super::rules::rules;
use super::success::SuccessPlan;
use super::types::Types;
use crate::doc::Doc;
use crate::names::{self, Ident};

#[derive(Clone, Debug)]
pub struct OperationPlan<'c> {
    /// Its declaration in the contract.
    pub operation: &'c Operation,
    /// Its module within the resource, and its method in client and server: `lend_book`.
    pub module: Ident,
    /// Its name as a type, for the handler's trait: `LendBook`.
    pub handler: Ident,
    /// Its request: `LendBookRequest`.
    pub request: Ident,
    /// Its documented refusals: `LendBookError`.
    pub error: Ident,
    /// The inputs of the request.
    pub inputs: Vec<InputPlan<'c>>,
    pub success: SuccessPlan<'c>,
    pub cases: Vec<CasePlan<'c>>,
    /// Its comment: description, method and path, section, rules, gaps of its own.
    pub doc: Doc,
    /// The gaps that it shares with most operations, by name.
    pub shared_gaps: BTreeSet<String>,
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
        let handler = names.handlers.claim(
            names::pascal(id),
            format!("operation {id}"),
            Some(operation.span),
            names.findings,
        );
        Self {
            operation,
            module: names::snake(id),
            handler,
            request,
            error,
            inputs: inputs(operation, types, enumerations, names),
            success: SuccessPlan::new(operation, types, names),
            cases: case::of_operation(
                operation,
                &types.contract.service.error_body,
                own_errors(operation, types.contract),
            ),
            doc: doc(operation, types),
            shared_gaps: shared_gaps(operation, types),
        }
    }

    /// Its comment, with a link to the gaps of most operations; `models` is the path of the models.
    pub fn doc_with_link(&self, models: &str) -> Doc {
        if self.shared_gaps.is_empty() {
            return self.doc.clone();
        }
        let names: Vec<_> = self.shared_gaps.iter().map(String::as_str).collect();
        self.doc.clone().linked_item(format!(
            "[Not shown, as elsewhere]({models}::not_shown): `{}`.",
            names.join("`, `")
        ))
    }

    /// The file of the contract that declares it, relative to the contract's folder.
    pub fn source(&self) -> String {
        format!("{}.yaml", self.operation.address())
    }
}

/// The operation's own refusals: those of every operation have a separate type.
fn own_errors<'c>(
    operation: &'c Operation,
    contract: &'c Contract,
) -> impl Iterator<Item = &'c ErrorCase> {
    let of_service = &contract.service.errors;
    let is_own = |case: &&ErrorCase| of_service.iter().all(|other| other.id != case.id);
    operation.errors.iter().filter(is_own)
}

fn doc(operation: &Operation, types: &Types<'_>) -> Doc {
    let mut doc = heading(&operation.description, &operation.id, &operation.section);
    doc = doc.text(format!("`{} {}`", operation.method, operation.path));
    doc = rules(operation).iter().fold(doc, Doc::item);
    // The meaning of a parameter value is documented at the value.
    let values = operation.query.iter().flat_map(|parameter| &parameter.values);
    let elsewhere: BTreeSet<_> = values.filter_map(|value| value.meaning.gap()).collect();
    let mut seen = BTreeSet::new();
    let gaps = gaps_of(types.contract, &operation.id)
        .filter(|gap| !elsewhere.contains(gap.id.as_str()))
        .filter(|gap| types.shared_gaps.name(gap).is_none());
    for gap in gaps {
        let note = gap_note(types.contract, gap);
        if seen.insert(note.clone()) {
            doc = doc.item(note);
        }
    }
    doc
}

fn shared_gaps(operation: &Operation, types: &Types<'_>) -> BTreeSet<String> {
    gaps_of(types.contract, &operation.id)
        .filter_map(|gap| types.shared_gaps.name(gap))
        .map(str::to_owned)
        .collect()
}
