//! Loads scenario files and resolves their names against the contract.

use std::sync::Arc;

use reader::{Diagnostic, Diagnostics, Entry, Fields, Node, Reader, Sources, Span};
use spec::{Clause, Contract, ContractFile};

use super::reference::{EACH, Names};
use super::{Scenario, Step, check, keys};
use crate::cores::map_in_parallel;
use crate::depth::Depth;
use crate::level::Level;

/// Scenario files as YAML trees, with syntax errors. Needs no contract.
pub struct Parsed<'f> {
    files: Vec<(&'f ContractFile, Node)>,
    sources: Sources,
    out: Diagnostics,
}

pub fn parse(files: &[ContractFile]) -> Parsed<'_> {
    let mut sources = Sources::new();
    let add = |file: &ContractFile| sources.add(&file.path, file.text.clone());
    let ids: Vec<_> = files.iter().map(add).zip(files).collect();
    let (files, out) =
        on_all_cores(&ids, |(id, file), out| Some((*file, reader::parse(&sources, *id, out)?)));
    Parsed { files, sources, out }
}

/// Loads scenarios in order of id. `check` reports errors in addition to those found here.
pub fn load(
    parsed: Parsed<'_>,
    contract: &Contract,
    clauses: &[Arc<Clause>],
    check: impl Fn(&Scenario, &mut Diagnostics) + Sync,
) -> (Vec<Scenario>, Sources, Diagnostics) {
    let Parsed { files, sources, mut out } = parsed;
    let (mut scenarios, found) = on_all_cores(&files, |(file, root), out| {
        let before = out.len();
        let (names, reader) = (Names::default(), Reader::new(out));
        let mut reader = ScenarioReader { contract, clauses, names, reader };
        let scenario = reader.scenario(file, root).filter(|_| out.len() == before)?;
        check::scenario(&scenario, contract, out);
        check(&scenario, out);
        Some(scenario)
    });
    out.extend(found);
    scenarios.sort_by(|a, b| a.id.cmp(&b.id));
    (scenarios, sources, out)
}

/// Checks scenarios that were made in memory. `check` reports errors in addition to those found here.
pub fn check_made(
    scenarios: &[Scenario],
    contract: &Contract,
    check: impl Fn(&Scenario, &mut Diagnostics) + Sync,
) -> Diagnostics {
    let checked = |scenario: &Scenario, out: &mut Diagnostics| {
        check::scenario(scenario, contract, out);
        check(scenario, out);
        Some(())
    };
    on_all_cores(scenarios, checked).1
}

/// Processes items in parallel. Results and diagnostics are in the order of the items.
fn on_all_cores<T: Sync, R: Send>(
    items: &[T],
    make: impl Fn(&T, &mut Diagnostics) -> Option<R> + Sync,
) -> (Vec<R>, Diagnostics) {
    let parts = map_in_parallel(items, |items| {
        let mut out = Diagnostics::new();
        let made: Vec<_> = items.iter().filter_map(|item| make(item, &mut out)).collect();
        (made, out)
    });
    let (mut all, mut out) = (Vec::new(), Diagnostics::new());
    for (made, found) in parts {
        all.extend(made);
        out.extend(found);
    }
    (all, out)
}

/// Reads one scenario file. Every method reports errors and returns what is valid.
pub(super) struct ScenarioReader<'a> {
    pub(super) contract: &'a Contract,
    /// In order of id.
    pub(super) clauses: &'a [Arc<Clause>],
    /// The names that are defined so far.
    pub(super) names: Names,
    pub(super) reader: Reader<'a>,
}

impl ScenarioReader<'_> {
    pub(super) fn error(
        &mut self,
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: &str,
    ) {
        self.reader.out.push(Diagnostic::error(code, message, span, label));
    }

    /// The items of a list; none without a node.
    pub(super) fn list<'n>(&mut self, node: Option<&'n Node>, what: &str) -> &'n [Node] {
        node.map_or(&[], |node| self.reader.list(node, what))
    }

    /// A word; none without a node.
    pub(super) fn word<'w>(
        &mut self,
        node: Option<&Node>,
        what: &str,
        allowed: &[&'w str],
    ) -> Option<&'w str> {
        self.reader.word(node?, what, allowed).map(|word| word.value)
    }

    /// The entries of a map; none without a node.
    pub(super) fn entries<'n>(&mut self, node: Option<&'n Node>, what: &str) -> &'n [Entry] {
        node.map_or(&[], |node| self.reader.entries(node, what))
    }

    fn scenario(&mut self, file: &ContractFile, root: &Node) -> Option<Scenario> {
        let fields = self.reader.table(root, &keys::SCENARIO)?;
        self.word(fields.get("scenario"), "version of the format", &["1"]);
        let about = fields.get("about").and_then(|node| self.reader.text(node));
        let title = fields.get("title").and_then(|node| self.reader.text(node));
        let level = self.word(fields.get("level"), "level", &Level::WORDS);
        let depth = self.word(fields.get("depth"), "depth", &Depth::WORDS);
        let needs = self.needs(fields.get("needs"));
        self.names.needs = needs.iter().map(|need| need.name.clone()).collect();
        let steps = self.steps(&fields);
        let finally = self.list(fields.get("finally"), "a list of steps").iter();
        let scenario = Scenario {
            id: file.address.trim_end_matches(".yaml").to_owned(),
            path: file.path.clone(),
            title: title?.value,
            about: about.map(|about| about.value),
            level: level.and_then(|word| word.parse().ok()).unwrap_or(Level::Read),
            depth: depth.and_then(|word| word.parse().ok()).unwrap_or(Depth::Quick),
            needs,
            steps,
            finally: finally.filter_map(|node| self.step(node, true)).collect(),
            span: Some(root.span),
        };
        let is_derived = fields.get("level").is_none();
        Some(scenario.complete(self.contract, is_derived))
    }

    fn steps(&mut self, fields: &Fields<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        for (node, each) in self.expand_each(fields) {
            self.names.each = each;
            let step = self.step(node, false);
            self.names.each = None;
            let Some(step) = step else {
                continue;
            };
            if let Some(name) = &step.name
                && (self.names.needs.contains(name) || !self.names.steps.insert(name.clone()))
            {
                let message = format!("the name `{name}` is taken");
                let label = "needs and steps share their names";
                self.error("duplicate-name", message, node.span, label);
            }
            steps.push(step);
        }
        steps
    }

    /// The nodes of the steps. A step with `each` is repeated for each need.
    fn expand_each<'n>(&mut self, fields: &Fields<'n>) -> Vec<(&'n Node, Option<String>)> {
        let nodes = self.list(fields.get("steps"), "a list of steps");
        let needs: Vec<&str> = self.names.needs.iter().map(String::as_str).collect();
        let mut steps = Vec::new();
        for node in nodes {
            let each = match &node.value {
                reader::Value::Map(entries) => entries.iter().find(|entry| entry.key.value == EACH),
                _ => None,
            };
            let Some(each) = each else {
                steps.push((node, None));
                continue;
            };
            for need in self.reader.list(&each.value, "a list of needs") {
                let need = self.reader.word(need, "need", &needs);
                steps.extend(need.map(|need| (node, Some(need.value.to_owned()))));
            }
        }
        steps
    }
}
