//! The contract before and after the changes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reader::Diagnostics;
use spec::{Contract, ContractFile};

use super::changes::Changes;
use crate::contract::{ContractArgs, default_overlay};

/// The contract as it stands.
pub struct Loaded<'a> {
    args: &'a ContractArgs,
    files: Vec<ContractFile>,
    /// Whether it is the contract of this project, which has a reference.
    pub is_own: bool,
    /// Without answers.
    pub contract: Contract,
    /// The overlay that answers its gaps, and its text.
    overlay: Option<(&'a Path, ContractFile)>,
}

impl<'a> Loaded<'a> {
    /// Loads the contract; `None` after its diagnostics are printed.
    pub fn load(args: &'a ContractArgs, overlay: Option<&'a Path>) -> anyhow::Result<Option<Self>> {
        let Some((contract, _)) = args.load(None)? else {
            return Ok(None);
        };
        if args.load(overlay)?.is_none() {
            return Ok(None);
        }
        let (files, _) = spec::read_folder(&args.contract);
        let overlay = overlay.and_then(|path| Some((path, spec::read_overlay(path).0?)));
        let is_own = default_overlay(args).is_some();
        Ok(Some(Self { args, files, is_own, contract, overlay }))
    }

    /// The folder of the contract.
    pub fn folder(&self) -> &Path {
        &self.args.contract
    }

    /// The path of a file of the contract.
    pub fn path(&self, address: &str) -> PathBuf {
        self.folder().join(address)
    }

    /// The path of the overlay whose answers are complete.
    pub fn overlay(&self) -> Option<&Path> {
        let (path, file) = self.overlay.as_ref()?;
        let is_complete = spec::load(&self.files, Some(file)).contract?.overlay?.complete;
        is_complete.then_some(path)
    }

    /// The first line of a file, if it names a schema: files beside it begin with the same.
    pub fn head(&self, is_like: impl Fn(&str) -> bool) -> String {
        let like = self.files.iter().find(|file| is_like(&file.address));
        let line = like.and_then(|file| file.text.lines().next());
        let line = line.filter(|line| line.starts_with("# yaml-language-server: "));
        line.map_or(String::new(), |line| format!("{line}\n"))
    }

    /// The contract with the changes, without answers; `None` after its diagnostics are printed.
    pub fn changed(&self, changes: &Changes) -> anyhow::Result<Option<Contract>> {
        self.checked(changes, false)
    }

    /// Whether the contract with the changes and the answers of the overlay has no errors, which are printed.
    pub fn is_answered(&self, changes: &Changes) -> anyhow::Result<bool> {
        Ok(self.overlay.is_none() || self.checked(changes, true)?.is_some())
    }

    /// Whether loading the changes reports this code.
    pub fn reports(&self, changes: &Changes, code: &str) -> bool {
        let loaded = spec::load(&self.changed_files(changes), None);
        loaded.diagnostics.iter().any(|found| found.code == code)
    }

    fn checked(&self, changes: &Changes, answered: bool) -> anyhow::Result<Option<Contract>> {
        let overlay = self.overlay.as_ref().filter(|_| answered);
        let overlay = overlay.map(|(path, file)| {
            let text = changes.text(path).unwrap_or_else(|_| file.text.clone());
            ContractFile { text, ..file.clone() }
        });
        let loaded = spec::load(&self.changed_files(changes), overlay.as_ref());
        let errors: Diagnostics = loaded.diagnostics;
        self.args.print_diagnostics(&loaded.sources, &errors)?;
        Ok(loaded.contract)
    }

    fn changed_files(&self, changes: &Changes) -> Vec<ContractFile> {
        let mut files = self.files.clone();
        for (path, text) in changes.iter() {
            let Ok(address) = path.strip_prefix(self.folder()) else {
                continue;
            };
            let address = address.to_string_lossy().replace('\\', "/");
            match files.iter_mut().find(|file| file.address == address) {
                Some(file) => file.text = text.to_owned(),
                None => files.push(ContractFile {
                    address,
                    path: path.display().to_string(),
                    text: text.to_owned(),
                }),
            }
        }
        files.sort_by(|a, b| a.address.cmp(&b.address));
        files
    }

    /// The ids of clauses that the changed contract has and this one has not.
    pub fn new_clauses(&self, changed: &Contract) -> Vec<String> {
        let ids = |contract: &Contract| -> BTreeSet<_> {
            contract.clauses().into_iter().map(|clause| clause.id).collect()
        };
        ids(changed).difference(&ids(&self.contract)).cloned().collect()
    }

    /// The ids of new gaps, likewise.
    pub fn new_gaps(&self, changed: &Contract) -> Vec<String> {
        let new = changed.gaps.iter().filter(|gap| self.contract.gap(&gap.id).is_none());
        new.map(|gap| gap.id.clone()).collect()
    }
}
