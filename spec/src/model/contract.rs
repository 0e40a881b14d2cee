//! The whole: service, resources, and look-ups by name.

use super::{ErrorCase, Gap, Operation, Overlay, Record, Section, Service};
use crate::places::Places;

/// The loaded and checked contract of one service.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// What holds for the whole service.
    pub service: Service,
    /// Resources in order of their folder names.
    pub resources: Vec<Resource>,
    /// Every silence of the document, in order of id.
    pub gaps: Vec<Gap>,
    /// The overlay in force, if one was given.
    pub overlay: Option<Overlay>,
    /// The contract in canonical form, comments and layout left out: what digests are taken of.
    pub canonical: String,
    /// Where everything was written, for the rules over the whole.
    pub(crate) places: Places,
}

/// A thing of the API: a folder of the contract with its records and operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource {
    /// Folder name; the first half of the address `<resource>/<operation>`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Section of the document.
    pub section: Section,
    /// Records this resource declares, as written.
    pub records: Vec<Record>,
    /// Operations in order of id.
    pub operations: Vec<Operation>,
}

impl Contract {
    /// All operations, resource by resource.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.resources
            .iter()
            .flat_map(|resource| &resource.operations)
    }

    /// The operation of that id.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations().find(|operation| operation.id == id)
    }

    /// All records, resource by resource.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.resources.iter().flat_map(|resource| &resource.records)
    }

    /// The record of that name.
    #[must_use]
    pub fn record(&self, name: &str) -> Option<&Record> {
        self.records().find(|record| record.name == name)
    }

    /// The gap of that id.
    #[must_use]
    pub fn gap(&self, id: &str) -> Option<&Gap> {
        self.gaps.iter().find(|gap| gap.id == id)
    }

    /// An error case of the operation, or else of the service (the ones about the key).
    #[must_use]
    pub fn error_case<'a>(&'a self, operation: &'a Operation, id: &str) -> Option<&'a ErrorCase> {
        operation
            .errors
            .iter()
            .chain(&self.service.errors)
            .find(|case| case.id == id)
    }
}
