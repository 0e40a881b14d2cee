//! The contract with what the pages look up in it, where each thing is shown, and parts of programs that call an operation.

use std::collections::BTreeMap;

use codegen::document;
use serde_yaml::Value;
use spec::{Answer, Clause, Contract, Gap, Operation, Record, Resource};

use crate::links;

/// The contract, its clauses, and its OpenAPI document, which has the examples.
pub struct Model<'c> {
    pub contract: &'c Contract,
    /// Resources with their operations, in the order of the document.
    pub resources: Vec<(&'c Resource, Vec<&'c Operation>)>,
    /// All clauses, in order of id.
    pub clauses: Vec<Clause>,
    /// Parts of programs that tests run.
    pub examples: &'c [Example],
    openapi: BTreeMap<String, Value>,
}

impl<'c> Model<'c> {
    /// The model of a site.
    pub fn new(contract: &'c Contract, examples: &'c [Example]) -> Self {
        let openapi = document::openapi(contract);
        let paths = openapi.get("paths").and_then(Value::as_mapping).into_iter().flatten();
        let operations = paths.filter_map(|(_, item)| item.as_mapping()).flatten();
        let openapi = operations.filter_map(|(_, operation)| {
            let id = operation.get("operationId")?.as_str()?.to_owned();
            Some((id, operation.clone()))
        });
        Self {
            contract,
            resources: document::resources(contract),
            clauses: contract.clauses(),
            examples,
            openapi: openapi.collect(),
        }
    }

    /// All operations, in the order of the document.
    pub fn operations(&self) -> impl Iterator<Item = &'c Operation> {
        self.resources.iter().flat_map(|(_, operations)| operations.iter().copied())
    }

    /// The records of responses. An object of a request is shown with the inputs.
    pub fn records(&self) -> impl Iterator<Item = &'c Record> {
        self.contract.records().filter(|record| !record.is_input)
    }

    /// The OpenAPI object of an operation.
    pub fn openapi(&self, operation: &Operation) -> Option<&Value> {
        self.openapi.get(&operation.id)
    }

    /// The clauses of an operation; `None` is the service.
    pub fn clauses_of(&self, operation: Option<&str>) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |clause| clause.operation.as_deref() == operation)
    }

    /// The gaps of an operation.
    pub fn gaps_of(&self, operation: &str) -> impl Iterator<Item = &'c Gap> {
        let gaps = self.contract.gaps.iter();
        gaps.filter(move |gap| gap.operation.as_deref() == Some(operation))
    }

    /// The gaps of a resource that belong to none of its operations; `None` is the service.
    pub fn gaps_beside_operations(&self, resource: Option<&str>) -> impl Iterator<Item = &'c Gap> {
        let gaps = self.contract.gaps.iter().filter(|gap| gap.operation.is_none());
        gaps.filter(move |gap| self.resource_of(gap) == resource)
    }

    /// The resource that the id of a gap begins with.
    fn resource_of(&self, gap: &Gap) -> Option<&'c str> {
        let (first, _) = gap.id.split_once('.')?;
        let mut resources = self.resources.iter().map(|(resource, _)| resource.id.as_str());
        resources.find(|resource| *resource == first)
    }

    /// The name of the overlay.
    pub fn overlay_name(&self) -> &'c str {
        self.contract.overlay.as_ref().map_or("overlay", |overlay| &overlay.name)
    }

    /// The answer of the overlay to a gap.
    pub fn answer(&self, gap: &str) -> Option<&'c Answer> {
        let answers = &self.contract.overlay.as_ref()?.answers;
        answers.iter().find(|answer| answer.gap == gap)
    }

    /// The address of a clause or gap, from the root of the site.
    pub fn place(&self, id: &str) -> Option<String> {
        if let Some(clause) = self.clauses.iter().find(|clause| clause.id == id) {
            let of_operation = clause.operation.as_deref().map(links::operation);
            return Some(format!("{}#{id}", of_operation.as_deref().unwrap_or(links::CLAUSES)));
        }
        let gap = self.contract.gap(id)?;
        let page = match (gap.operation.as_deref(), self.resource_of(gap)) {
            (Some(operation), _) => links::operation(operation),
            (None, Some(resource)) => links::gaps(resource),
            (None, None) => links::GAPS.to_owned(),
        };
        Some(format!("{page}#{id}"))
    }
}

/// The mark before the first line of an example, followed by the id of an operation.
const START: &str = "example: ";

/// The mark after its last line.
const END: &str = "end of example";

/// A part of a program that calls an operation.
#[derive(Clone, Debug)]
pub struct Example {
    pub operation: String,
    /// The name of the language.
    pub language: &'static str,
    /// The path of the program in the repository.
    pub file: String,
    /// The lines, without common indentation.
    pub code: String,
}

impl Example {
    /// The examples of a program: what stands between the lines `example: OPERATION` and `end of example`.
    pub fn all_in(language: &'static str, file: &str, text: &str) -> Vec<Self> {
        let parts = text.split(START).skip(1);
        let parts = parts.filter_map(|part| {
            let (operation, rest) = part.split_once('\n')?;
            let (code, _) = rest.split_once(END)?;
            // The last line is the comment sign of the mark.
            let (code, _) = code.rsplit_once('\n')?;
            Some(Self {
                operation: operation.trim().to_owned(),
                language,
                file: file.to_owned(),
                code: unindented(code),
            })
        });
        parts.collect()
    }
}

fn unindented(code: &str) -> String {
    let lines = || code.lines().filter(|line| !line.trim().is_empty());
    let indentation = lines().map(|line| line.len() - line.trim_start().len()).min();
    let lines = code.lines().map(|line| line.get(indentation.unwrap_or(0)..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_cut_out_of_a_program() {
        let program =
            "use a;\n// example: add_book\n  add();\n    more();\n  // end of example\nrest\n";
        let [example] = &Example::all_in("Rust", "a.rs", program)[..] else {
            panic!("one example");
        };
        assert_eq!(example.operation, "add_book");
        assert_eq!(example.code, "add();\n  more();");
    }
}
