//! Loads scenario files and resolves their names against the contract.

use std::collections::BTreeSet;

use reader::{Diagnostic, Diagnostics, Fields, Node, Reader, Sources};
use spec::{Contract, ContractFile};

use super::reference::{EACH, Names, Reference};
use super::{Scenario, Step, check, keys, level, need, step};
use crate::claims::Clauses;
use crate::cores::in_parts;
use crate::level::Level;

/// Scenario files as YAML trees, with syntax errors. Needs no contract.
pub struct Parsed<'f> {
    files: Vec<(&'f ContractFile, Node)>,
    sources: Sources,
    out: Diagnostics,
}

/// Parses the YAML of scenario files.
pub fn parse(files: &[ContractFile]) -> Parsed<'_> {
    let mut sources = Sources::new();
    let ids = files.iter().map(|file| {
        let id = sources.add(&file.path, file.text.clone());
        (file, id)
    });
    let ids: Vec<_> = ids.collect();
    let (files, out) = on_all_cores(&ids, |(file, id), out| {
        let root = reader::parse(&sources, *id, out)?;
        Some((*file, root))
    });
    Parsed { files, sources, out }
}

/// Loads scenarios in order of id. Those with errors are reported and left out.
pub fn load(
    parsed: Parsed<'_>,
    contract: &Contract,
    clauses: &Clauses,
) -> (Vec<Scenario>, Sources, Diagnostics) {
    let Parsed { files, sources, mut out } = parsed;
    let (mut scenarios, found) = on_all_cores(&files, |(file, root), out| {
        let before = out.len();
        let scenario = scenario(file, root, contract, clauses, &mut Reader::new(out));
        let scenario = scenario.filter(|_| out.len() == before)?;
        check::scenario(&scenario, contract, clauses, out);
        (!has_errors_since(out, before)).then_some(scenario)
    });
    out.extend(found);
    scenarios.sort_by(|a, b| a.id.cmp(&b.id));
    (scenarios, sources, out)
}

/// Processes items in parallel. Results and diagnostics are in the order of the items.
fn on_all_cores<T: Sync, R: Send>(
    items: &[T],
    make: impl Fn(&T, &mut Diagnostics) -> Option<R> + Sync,
) -> (Vec<R>, Diagnostics) {
    let parts = in_parts(items, |items| {
        let mut out = Diagnostics::new();
        let expand_each = items.iter().filter_map(|item| make(item, &mut out));
        (expand_each.collect::<Vec<_>>(), out)
    });
    let (mut expand_each, mut out) = (Vec::new(), Diagnostics::new());
    for (part, found) in parts {
        expand_each.extend(part);
        out.extend(found);
    }
    (expand_each, out)
}

fn has_errors_since(out: &Diagnostics, before: usize) -> bool {
    out.iter().skip(before).any(|found| found.severity == reader::Severity::Error)
}

fn scenario(
    file: &ContractFile,
    root: &Node,
    contract: &Contract,
    clauses: &Clauses,
    reader: &mut Reader<'_>,
) -> Option<Scenario> {
    let fields = reader.table(root, &keys::SCENARIO)?;
    fields.get("scenario").and_then(|node| reader.word(node, "version of the format", &["1"]));
    fields.get("about").and_then(|node| reader.text(node));
    let title = fields.get("title").and_then(|node| reader.text(node));
    let said = fields.get("level").and_then(|node| reader.word(node, "level", &Level::WORDS));
    let needs = need::read(&fields, contract, reader);
    let mut names = Names {
        needs: needs.iter().map(|need| need.name.clone()).collect(),
        steps: BTreeSet::new(),
        each: None,
    };
    let steps = steps(&fields, &mut names, contract, clauses, reader);
    let finally = finally(&fields, &names, contract, reader);
    let mut scenario = Scenario {
        id: file.address.trim_end_matches(".yaml").to_owned(),
        path: file.path.clone(),
        title: title?.value,
        level: Level::Read,
        needs,
        steps,
        finally,
        span: root.span,
    };
    let said = said.and_then(|word| word.value.parse().ok());
    scenario.level = said.unwrap_or_else(|| level::derived(&scenario, contract));
    collect_facts(&mut scenario);
    Some(scenario)
}

fn steps(
    fields: &Fields<'_>,
    names: &mut Names,
    contract: &Contract,
    clauses: &Clauses,
    reader: &mut Reader<'_>,
) -> Vec<Step> {
    let Some(node) = fields.get("steps") else {
        return Vec::new();
    };
    let mut steps = Vec::new();
    for (node, each) in expand_each(reader.list(node, "a list of steps"), names, reader) {
        names.each = each;
        let step = step::read(node, contract, clauses, names, reader);
        names.each = None;
        let Some(step) = step else {
            continue;
        };
        if let Some(name) = &step.name {
            let taken = names.needs.contains(name) || !names.steps.insert(name.clone());
            if taken {
                let message = format!("the name `{name}` is taken");
                let label = "needs and steps share their names";
                reader.out.push(Diagnostic::error("duplicate-name", message, node.span, label));
            }
        }
        steps.push(step);
    }
    steps
}

/// Expands steps with `each` to one step for each need.
fn expand_each<'n>(
    nodes: &'n [Node],
    names: &Names,
    reader: &mut Reader<'_>,
) -> Vec<(&'n Node, Option<String>)> {
    let known: Vec<&str> = names.needs.iter().map(String::as_str).collect();
    let mut steps = Vec::new();
    for node in nodes {
        let each = match &node.value {
            reader::Value::Map(entries) => entries.iter().find(|entry| entry.key.value == EACH),
            _ => None,
        };
        match each {
            None => steps.push((node, None)),
            Some(each) => {
                for need in reader.list(&each.value, "a list of needs") {
                    let need = reader.word(need, "need", &known);
                    steps.extend(need.map(|need| (node, Some(need.value.to_owned()))));
                }
            }
        }
    }
    steps
}

fn finally(
    fields: &Fields<'_>,
    names: &Names,
    contract: &Contract,
    reader: &mut Reader<'_>,
) -> Vec<Step> {
    let Some(node) = fields.get("finally") else {
        return Vec::new();
    };
    let steps = reader.list(node, "a list of steps").iter();
    let steps = steps.filter_map(|node| step::read_final(node, contract, names, reader));
    steps.collect()
}

/// Adds to each need the facts that steps refer to, so that only fixtures with these facts are
/// chosen.
fn collect_facts(scenario: &mut Scenario) {
    let mut wanted = Vec::new();
    for step in scenario.all_steps() {
        for reference in step.all_references() {
            if let Reference::Fixture { need, fact, .. } = reference {
                wanted.push((need.clone(), fact.clone()));
            }
        }
    }
    for (need, fact) in wanted {
        if let Some(need) = scenario.needs.iter_mut().find(|known| known.name == need) {
            need.facts.insert(fact);
        }
    }
}
