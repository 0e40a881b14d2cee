//! Lowers syntax trees to the model: reads each file by its key table, and resolves slots into facts, gaps and answers.
//!
//! Overlays apply only here: where a slot is silent and the overlay answers its gap, the answer is parsed
//! by the function that would have parsed the fact.

mod body;
mod calculation;
mod canonical;
mod constraints;
mod error_body;
mod fields;
mod further_status;
mod headers;
mod idempotency;
mod inputs;
mod key_place;
mod lifecycle;
mod message;
mod operation;
mod order;
mod overlay;
mod paging;
mod place;
mod prelude;
mod refusals;
mod resource;
mod rules;
mod scalars;
mod service;
mod shared_cases;
mod slots;
mod success;
mod transitions;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use reader::{Diagnostic, Diagnostics, Node, Reader, Span, Spanned, Value};

use crate::language::NONE;
use crate::model::{
    Contract, ErrorCase, Fact, Fixture, Gap, Index, InputRef, Record, References, Resource,
};
use place::Place;

/// A parsed file and its address in the contract.
#[derive(Debug)]
pub(crate) struct Document {
    pub address: String,
    pub root: Node,
}

struct Lower<'a> {
    reader: Reader<'a>,
    /// The overlay's answers by gap id.
    answers: BTreeMap<String, PendingAnswer<'a>>,
    /// Answers whose gap was found.
    used: BTreeSet<String>,
    gaps: Vec<Gap>,
    /// The service's refusals, which operations can list as theirs.
    service_errors: Vec<ErrorCase>,
    /// That no request has a key, if the service says so.
    keyless: Option<Fact<bool>>,
    /// Whether errors have a code; `None` if the member with it could not be read.
    has_codes: Option<bool>,
    /// Whether errors name the offending input; `None` if the member with it could not be read.
    has_fields: Option<bool>,
    /// Whether the codes of errors are in the entries of a list.
    has_codes_in_entries: bool,
    /// Whether every file could be parsed. Otherwise missing declarations are not reported.
    whole: bool,
    /// Stated slots, by id, to explain answers to stated facts.
    stated: BTreeMap<String, Span>,
    /// The inputs that the operation, or the service, names.
    inputs: Vec<Spanned<InputRef>>,
    /// The resource whose files are read.
    resource: String,
    /// The objects among the inputs of its operations.
    objects: Vec<Record>,
    /// The values of its query parameters that sort without a direction.
    undirected: Vec<Span>,
    /// All other names that refer to declarations elsewhere.
    references: References,
}

#[derive(Clone)]
struct PendingAnswer<'a> {
    value: &'a Node,
    reason: String,
}

impl Lower<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.reader.out.push(diagnostic);
    }
}

/// Lowers all documents; `None` when there is no usable service file. `whole` says whether they are
/// all there are, or others could not be parsed.
///
/// Declarations with errors are replaced by placeholders, so that the checks of the
/// whole contract can still run. Callers look at the diagnostics first.
pub(crate) fn contract(
    documents: &[Document],
    overlay: Option<&Document>,
    whole: bool,
    out: &mut Diagnostics,
) -> Option<Contract> {
    let mut lower = Lower {
        reader: Reader::new(out),
        answers: BTreeMap::new(),
        used: BTreeSet::new(),
        gaps: Vec::new(),
        service_errors: Vec::new(),
        keyless: None,
        has_codes: Some(false),
        has_fields: Some(false),
        has_codes_in_entries: false,
        whole,
        stated: BTreeMap::new(),
        inputs: Vec::new(),
        resource: String::new(),
        undirected: Vec::new(),
        objects: Vec::new(),
        references: References::default(),
    };
    let parsed_overlay = overlay.and_then(|document| lower.overlay(document));
    let service_file = lower.service_file(documents)?;
    let (mut service, place) = lower.service(service_file)?;
    lower.references.service_inputs = std::mem::take(&mut lower.inputs);
    lower.service_errors.clone_from(&service.errors);
    let mut resources = lower.resources(documents, &place, &mut service.fixtures);
    resources.sort_by(|a, b| a.id.cmp(&b.id));
    lower.share_cases(&mut service, &mut resources);
    if let Some(parsed) = &parsed_overlay {
        lower.overlay_records(parsed, &mut resources);
        if whole {
            lower.settle(parsed);
        }
    }
    let mut gaps = lower.gaps;
    gaps.sort_by(|a, b| a.id.cmp(&b.id));
    Some(Contract {
        index: Index::of(&resources),
        service,
        resources,
        gaps,
        overlay: parsed_overlay.map(|parsed| parsed.overlay),
        canonical: canonical::text(documents),
        references: lower.references,
    })
}

impl<'a> Lower<'a> {
    fn service_file(&mut self, documents: &'a [Document]) -> Option<&'a Document> {
        let found = documents.iter().find(|document| document.address == "service.yaml");
        if found.is_none() && self.whole && !documents.is_empty() {
            self.report(
                Diagnostic::without_place("missing-service", "the contract has no `service.yaml`")
                    .with_help("it has the facts about the whole service: its name, its key, its error body"),
            );
        }
        found
    }

    fn resources(
        &mut self,
        documents: &'a [Document],
        place: &Place,
        fixtures: &mut Vec<Fixture>,
    ) -> Vec<Resource> {
        let mut resources = Vec::new();
        let mut folders: BTreeMap<&str, Vec<&Document>> = BTreeMap::new();
        for document in documents {
            if let Some((folder, _)) = document.address.split_once('/') {
                folders.entry(folder).or_default().push(document);
            }
        }
        for document in documents {
            if let Some((folder, "resource.yaml")) = document.address.split_once('/')
                && let Some((mut resource, place)) =
                    self.resource(document, &place.with_id(folder), fixtures)
            {
                folder.clone_into(&mut self.resource);
                let files = folders.get(folder).into_iter().flatten();
                resource.operations = files
                    .filter(|file| is_operation(&file.address))
                    .filter_map(|file| self.operation(file, folder, &place))
                    .collect();
                resource.records.append(&mut self.objects);
                resource.operations.sort_by(|a, b| a.id.cmp(&b.id));
                resources.push(resource);
            }
        }
        if self.whole {
            self.report_strays(documents);
        }
        resources
    }

    /// Reports files outside of a resource, which would have no effect.
    fn report_strays(&mut self, documents: &[Document]) {
        let resources: BTreeSet<&str> = documents
            .iter()
            .filter_map(|document| document.address.strip_suffix("/resource.yaml"))
            .collect();
        for document in documents {
            let claimed = match document.address.split_once('/') {
                None => document.address == "service.yaml",
                Some((folder, file)) => !file.contains('/') && resources.contains(folder),
            };
            if !claimed {
                let span = document.root.span;
                self.report(
                    Diagnostic::error("stray-file", format!("`{}` is not part of the contract", document.address), span, "not part of a resource")
                        .with_help("operations are `<resource>/<operation>.yaml` beside a `<resource>/resource.yaml`"),
                );
            }
        }
    }
}

/// Whether a file in the folder of a resource is an operation of it.
fn is_operation(address: &str) -> bool {
    let file = address.split_once('/').map(|(_, file)| file);
    file.is_some_and(|file| file != "resource.yaml" && !file.contains('/'))
}

/// Whether a node is the word `none`.
fn is_none(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(scalar) if scalar.plain && scalar.text == NONE)
}
