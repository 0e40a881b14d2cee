//! The contracts that the tests load, and edits to copies of them.
//!
//! Paths in messages are those below the contract's name, whatever the machine.

use std::path::Path;

use spec::{Clause, Contract, ContractFile, Loaded};

/// The files of a contract and its overlay.
#[derive(Clone)]
pub struct Files {
    pub contract: Vec<ContractFile>,
    pub overlay: ContractFile,
}

/// A change to a copy of the library's files.
pub enum Edit<'e> {
    /// File, the text that stands there once, and what takes its place.
    Replace(&'e str, &'e str, &'e str),
    /// File and its text.
    Add(&'e str, &'e str),
    /// A file that is left out.
    Remove(&'e str),
}

impl Files {
    pub fn of_library() -> Self {
        Self::read("library", "tests/library/contract", "tests/library/overlay.yaml")
    }

    pub fn of_ours() -> Self {
        Self::read("contract", "contract", "overlays/reference.yaml")
    }

    fn read(name: &str, folder: &str, overlay: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (mut contract, found) = spec::read_folder(&root.join(folder));
        assert!(found.is_empty(), "{found:?}");
        for file in &mut contract {
            file.path = format!("{name}/{}", file.address);
        }
        let (file, found) = spec::read_overlay(&root.join(overlay));
        assert!(found.is_empty(), "{found:?}");
        let overlay = ContractFile { path: "overlay.yaml".to_owned(), ..file.unwrap() };
        Self { contract, overlay }
    }

    pub fn load(&self) -> Loaded {
        spec::load(&self.contract, Some(&self.overlay))
    }

    pub fn load_without_overlay(&self) -> Loaded {
        spec::load(&self.contract, None)
    }

    pub fn edit(&mut self, edit: &Edit<'_>) {
        match edit {
            Edit::Replace(address, from, to) => {
                let file = self.file(address);
                let count = file.text.matches(from).count();
                assert_eq!(count, 1, "{address} holds {from:?} {count} times");
                file.text = file.text.replace(from, to);
            }
            Edit::Add(address, text) => self.contract.push(ContractFile {
                address: (*address).to_owned(),
                path: format!("library/{address}"),
                text: (*text).to_owned(),
            }),
            Edit::Remove(address) => self.contract.retain(|file| file.address != **address),
        }
    }

    fn file(&mut self, address: &str) -> &mut ContractFile {
        if address == "overlay.yaml" {
            return &mut self.overlay;
        }
        let mut files = self.contract.iter_mut();
        files.find(|file| file.address == address).unwrap_or_else(|| panic!("no file {address}"))
    }
}

/// The contract, which must have loaded without any finding.
pub fn clean(loaded: Loaded) -> Contract {
    let text = reader::render(&loaded.sources, &loaded.diagnostics, reader::Style::Plain);
    assert!(loaded.diagnostics.is_empty(), "{text}");
    loaded.contract.unwrap()
}

/// What holds for the clauses and gaps of every contract.
pub fn assert_sound(contract: &Contract) {
    let clauses = contract.clauses();
    let ids = clauses.iter().map(|clause| clause.id.as_str());
    let mut ids: Vec<&str> = ids.chain(contract.gaps.iter().map(|gap| gap.id.as_str())).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id stands twice");
    for Clause { id, statement, section, .. } in &clauses {
        assert!(statement.len() > 20 && statement.ends_with('.'), "{id}: {statement}");
        assert!(!statement.contains("  ") && !statement.contains("``"), "{id}: {statement}");
        assert!(!section.is_empty(), "{id} has no section");
    }
    for gap in &contract.gaps {
        assert!(!gap.section.is_empty() && !gap.note.is_empty(), "{}", gap.id);
    }
}

/// Asserts a snapshot that stands in a folder of its own below `tests`.
pub fn assert_snapshot(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// `<code>/<case>`, a part of a text, and the mistake that replaces it.
pub type Mistake = (&'static str, &'static str, &'static str);

/// A report below a line with its name, for a snapshot of several.
pub fn block(name: &str, report: &str) -> String {
    format!("== {name}\n{report}\n")
}

/// Asserts what is reported for each mistake in a copy of the text, in one snapshot.
pub fn assert_mistakes(
    group: &str,
    whole: &str,
    mistakes: &[Mistake],
    report: impl Fn(&str) -> String,
) {
    let mut reports = String::new();
    for (name, from, to) in mistakes {
        assert_eq!(whole.matches(from).count(), 1, "{name}: {from:?}");
        let report = report(&whole.replace(from, to));
        let code = name.split_once('/').unwrap().0;
        assert!(report.contains(&format!("error[{code}]")), "{name} is reported as:\n{report}");
        reports += &block(name, &report);
    }
    assert_snapshot("mistakes", group, &reports);
}
