//! Contract and scenarios, loaded and checked.

use std::fs;
use std::io::ErrorKind;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reader::{Diagnostic, Diagnostics, Sources, Style};
use sha2::{Digest, Sha256};
use spec::{Contract, ContractFile};

use crate::claims::Clauses;
use crate::plan::{Plan, PlanInputs};
use crate::scenario::{self, Scenario, Step};
use crate::target::{self, Target};

/// The characters that are percent-encoded in a path: all except the unreserved ones.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A checked contract with its scenarios.
#[derive(Clone, Debug)]
pub struct Suite {
    pub contract: Arc<Contract>,
    pub clauses: Clauses,
    /// The scenarios, in order of id.
    pub scenarios: Arc<Vec<Scenario>>,
}

/// Errors in files, formatted for display.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadErrors(pub String);

impl Suite {
    /// The suite for a target. Path parameters that do not identify a record get their values from the target.
    #[must_use]
    pub fn for_target(&self, target: &Target) -> Self {
        if target.parameters.is_empty() {
            return self.clone();
        }
        let parameters = target.parameters.iter();
        let encoded = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
        let parameters = parameters.map(|(name, value)| (name.clone(), encoded(value))).collect();
        let contract = Contract::clone(&self.contract).with_path_values(&parameters);
        Self { contract: Arc::new(contract), ..self.clone() }
    }

    /// Loads a contract and scenarios from files in memory. Fails with [`LoadErrors`] if they are
    /// invalid.
    pub fn load(
        contract: &[ContractFile],
        overlay: Option<&ContractFile>,
        scenarios: &[ContractFile],
    ) -> Result<Self, LoadErrors> {
        Self::load_with(contract, overlay, scenarios, |_| Vec::new())
    }

    /// The same with scenarios that are made of the contract.
    pub fn load_with(
        contract: &[ContractFile],
        overlay: Option<&ContractFile>,
        scenarios: &[ContractFile],
        derive: impl FnOnce(&Contract) -> Vec<Scenario>,
    ) -> Result<Self, LoadErrors> {
        // Parsing YAML takes half of the time, and the scenarios can be parsed without the
        // contract.
        let (loaded, parsed) = thread::scope(|scope| {
            let parsed = scope.spawn(|| scenario::parse(scenarios));
            (spec::load(contract, overlay), parsed.join())
        });
        let parsed = parsed.unwrap_or_else(|panic| resume_unwind(panic));
        let Some(contract) = loaded.contract else {
            return Err(load_errors(&loaded.sources, &loaded.diagnostics));
        };
        let clauses = Clauses::of(&contract);
        let derived = derive(&contract);
        Self::with_parsed(Arc::new(contract), clauses, parsed, derived)
    }

    /// The same contract with other scenarios.
    pub fn with_scenarios(&self, scenarios: &[ContractFile]) -> Result<Self, LoadErrors> {
        let parsed = scenario::parse(scenarios);
        Self::with_parsed(Arc::clone(&self.contract), self.clauses.clone(), parsed, Vec::new())
    }

    /// The same contract with other scenarios that were made in memory.
    pub fn with_made(&self, scenarios: Vec<Scenario>) -> Result<Self, LoadErrors> {
        let (contract, parsed) = (Arc::clone(&self.contract), scenario::parse(&[]));
        Self::with_parsed(contract, self.clauses.clone(), parsed, scenarios)
    }

    fn with_parsed(
        contract: Arc<Contract>,
        mut clauses: Clauses,
        parsed: scenario::Parsed<'_>,
        made: Vec<Scenario>,
    ) -> Result<Self, LoadErrors> {
        let check = |scenario: &Scenario, out: &mut Diagnostics| {
            report_redundant_proofs(scenario, &contract, &clauses, out);
        };
        let found = scenario::check_made(&made, &contract, check);
        if found.has_errors() {
            // The errors in their files have places.
            let files: Vec<_> = made.iter().map(|scenario| file(scenario, &contract)).collect();
            let written = scenario::parse(&files);
            let (_, sources, out) = scenario::load(written, &contract, clauses.shared(), check);
            return Err(load_errors(&sources, if out.has_errors() { &out } else { &found }));
        }
        let (mut scenarios, sources, out) =
            scenario::load(parsed, &contract, clauses.shared(), check);
        if out.has_errors() {
            return Err(load_errors(&sources, &out));
        }
        scenarios.extend(made);
        scenarios.sort_by(|a, b| a.id.cmp(&b.id));
        clauses.index_claims(&contract, &scenarios);
        Ok(Self { clauses, contract, scenarios: Arc::new(scenarios) })
    }

    /// Plans a run with these permissions and fixtures.
    pub fn plan(&self, inputs: &PlanInputs<'_>) -> Plan {
        Plan::new(&self.contract, &self.clauses, &self.scenarios, inputs)
    }

    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.get(self.index_of(id)?)
    }

    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.scenarios.binary_search_by(|scenario| scenario.id.as_str().cmp(id)).ok()
    }

    /// Reads a target file for this contract. Fails with [`LoadErrors`] if the file is invalid.
    pub fn target(&self, path: &Path) -> Result<Target, LoadErrors> {
        let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
        let Some(id) = sources.read(path, &mut out) else {
            return Err(load_errors(&sources, &out));
        };
        self.parse_target(&ContractFile {
            address: String::new(),
            path: sources.path(id).to_owned(),
            text: sources.text(id).to_owned(),
        })
    }

    /// Parses a target file for this contract. Fails with [`LoadErrors`] if the file is invalid.
    pub fn parse_target(&self, file: &ContractFile) -> Result<Target, LoadErrors> {
        let (mut sources, mut out) = (Sources::new(), Diagnostics::new());
        if let Some(target) = target::load(file, &self.contract, &mut sources, &mut out) {
            return Ok(target);
        }
        // The same errors, from a text without what may be keys.
        let text = target::hide_keys(file, &self.contract);
        let hidden = ContractFile { text, ..file.clone() };
        (sources, out) = (Sources::new(), Diagnostics::new());
        if target::load(&hidden, &self.contract, &mut sources, &mut out).is_some() {
            let message = format!("the sources of keys in `{}` cannot be read", file.path);
            out.push(Diagnostic::without_place("bad-key-source", message));
        }
        Err(load_errors(&sources, &out))
    }

    /// SHA-256 of the contract in canonical form, which excludes comments and layout.
    pub fn contract_digest(&self) -> String {
        let digest = Sha256::digest(self.contract.canonical.as_bytes());
        digest.iter().fold("sha256:".to_owned(), |text, byte| format!("{text}{byte:02x}"))
    }
}

/// Reports a clause in `proves` that the call checks by itself: it is judged by its own rule, so
/// that `proves` would have no effect.
fn report_redundant_proofs(
    scenario: &Scenario,
    contract: &Contract,
    clauses: &Clauses,
    out: &mut Diagnostics,
) {
    for step in scenario.steps.iter().filter(|step| !step.proves.is_empty()) {
        let claims =
            clauses.claims(contract, scenario, &Step { proves: Vec::new(), ..step.clone() });
        for proof in &step.proves {
            let id = spec::id::clause(proof.operation.as_deref(), &proof.kind);
            let mut claims = claims.iter().filter(|claim| claim.made_by.can_show());
            if claims.any(|claim| claim.clause.id == id) {
                let message = format!("`proves` names `{id}`, which the call checks by itself");
                let label = format!("in this call of `{}`", step.call);
                let found = scenario::error("redundant-proof", message, step.span, &label);
                let help = "leave it out of `proves`; it is judged by the response to the call";
                out.push(found.with_help(help));
            }
        }
    }
}

/// Reads every scenario file below a folder. Fails with [`LoadErrors`] if the folder has no file,
/// or a file cannot be read.
pub fn read_scenarios(folder: &Path) -> Result<Vec<ContractFile>, LoadErrors> {
    if let Some(why) = not_a_folder(folder) {
        return Err(no_scenarios(why));
    }
    let (files, out) = spec::read_folder(folder);
    if files.is_empty() && !out.iter().any(|found| found.code != "empty-contract") {
        let shown = folder.display();
        return Err(no_scenarios(format!(
            "there is no scenario in `{shown}`; scenarios are `.yaml` files"
        )));
    }
    if out.has_errors() { Err(load_errors(&Sources::new(), &out)) } else { Ok(files) }
}

fn not_a_folder(folder: &Path) -> Option<String> {
    let shown = folder.display();
    match fs::metadata(folder) {
        Ok(found) if found.is_dir() => None,
        Ok(_) => Some(format!("`{shown}` is a file; give the folder with the scenarios")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Some(format!("there is no folder `{shown}`; check the path of the scenarios"))
        }
        Err(error) => Some(format!("the folder `{shown}` cannot be read: {error}")),
    }
}

fn no_scenarios(message: String) -> LoadErrors {
    let mut out = Diagnostics::new();
    out.push(Diagnostic::without_place("no-scenarios", message));
    load_errors(&Sources::new(), &out)
}

/// Reads every file of a contract. Fails with [`LoadErrors`] if the folder has no file, or a file
/// cannot be read.
pub fn read_contract(folder: &Path) -> Result<Vec<ContractFile>, LoadErrors> {
    let (files, out) = spec::read_folder(folder);
    if out.has_errors() { Err(load_errors(&Sources::new(), &out)) } else { Ok(files) }
}

/// Reads an overlay file. Fails with [`LoadErrors`] if it cannot be read.
pub fn read_overlay(path: &Path) -> Result<ContractFile, LoadErrors> {
    let (file, out) = spec::read_overlay(path);
    file.ok_or_else(|| load_errors(&Sources::new(), &out))
}

/// The file of a scenario that was made in memory.
pub fn file(scenario: &Scenario, contract: &Contract) -> ContractFile {
    ContractFile {
        address: format!("{}.yaml", scenario.id),
        path: scenario.path.clone(),
        text: scenario.write(contract),
    }
}

/// The errors of files that were read, as text.
pub fn load_errors(sources: &Sources, out: &Diagnostics) -> LoadErrors {
    LoadErrors(reader::render(sources, out, Style::Plain))
}
