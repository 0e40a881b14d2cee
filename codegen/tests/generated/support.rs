//! The contract for these tests: a lending library, with and without an overlay.

use std::path::{Path, PathBuf};

use codegen::{FileSet, Options, Outputs, RuntimeSource};
use reader::Diagnostic;
use spec::{Contract, ContractFile};

/// The contract of the library, loaded.
pub struct Library {
    contract: Contract,
    overlay: Option<String>,
}

impl Library {
    /// The contract without an overlay.
    pub fn plain() -> Self {
        Self::load(files(), None)
    }

    /// The contract with an overlay that answers its gaps.
    pub fn with_overlay() -> Self {
        let (overlay, findings) = spec::read_overlay(&folder().join("overlay.yaml"));
        assert!(findings.is_empty(), "{findings:?}");
        Self::load(files(), overlay)
    }

    /// Another contract beside it.
    pub fn of_folder(name: &str) -> Self {
        let (files, findings) = spec::read_folder(&folder().join("..").join(name).join("contract"));
        assert!(findings.is_empty(), "{findings:?}");
        Self::load(files, None)
    }

    /// The contract with names that are Rust keywords, and a recursive record.
    pub fn hard() -> Self {
        let plain = "{ type: string, present: false, nullable: false }";
        let fields: String = ["type", "self", "new", "extra"]
            .iter()
            .map(|name| format!("{name}: {plain}\n      "))
            .collect();
        let option = "  Option:\n    description: A choice.\n    further_members: false\n    fields:\n      \
                      other: { type: Option, present: false, nullable: false }\n      \
                      all: { type: [Option], present: true, nullable: false }\n\n  Loan:\n";
        Self::changed(&[
            ("service.yaml", "package: library", "package: hard"),
            ("books/resource.yaml", "isbn:", &format!("{fields}isbn:")),
            (
                "books/add_book.yaml",
                "values: [hardback, paperback]",
                "values: [self, 3d, '+', other, größe]",
            ),
            ("loans/resource.yaml", "  Loan:\n", option),
        ])
    }

    /// The contract with changed files: address, old text, new text.
    pub fn changed(changes: &[(&str, &str, &str)]) -> Self {
        let mut files = files();
        for (address, from, to) in changes {
            let file =
                files.iter_mut().find(|file| file.address == *address).expect("the file is there");
            assert!(file.text.contains(from), "{address} has no {from:?}");
            file.text = file.text.replace(from, to);
        }
        Self::load(files, None)
    }

    fn load(files: Vec<ContractFile>, overlay: Option<ContractFile>) -> Self {
        let loaded = spec::load(&files, overlay.as_ref());
        let findings: Vec<_> = loaded.diagnostics.iter().map(|found| &found.message).collect();
        let contract = loaded.contract.unwrap_or_else(|| panic!("{findings:#?}"));
        Self { contract, overlay: overlay.map(|_| "overlay.yaml".to_owned()) }
    }

    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    pub fn generate(&self) -> FileSet {
        self.try_generate().unwrap_or_else(|findings| panic!("{findings:#?}"))
    }

    /// Its files, or the diagnostics.
    pub fn try_generate(&self) -> Result<FileSet, Vec<Diagnostic>> {
        let options = Options {
            outputs: Outputs::ALL,
            command: "cargo xtask gen".to_owned(),
            contract: "library/contract".to_owned(),
            overlay: self.overlay.clone(),
            license: None,
            publish: false,
            runtime: runtime(),
        };
        codegen::generate(&self.contract, &options)
    }
}

/// The runtime crates of this repository.
pub fn runtime() -> RuntimeSource {
    RuntimeSource::Path(concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime").to_owned())
}

/// These files, each below a heading, without the folder of the checkout.
pub fn joined(files: &FileSet, paths: &[&str]) -> String {
    let parts = paths
        .iter()
        .map(|path| format!("== {path} ==\n{}", files.get(path).expect("it is generated")));
    let text: Vec<_> = parts.collect();
    text.join("\n").replace(env!("CARGO_MANIFEST_DIR"), "CODEGEN")
}

fn files() -> Vec<ContractFile> {
    let (files, findings) = spec::read_folder(&folder().join("contract"));
    assert!(findings.is_empty(), "{findings:?}");
    files
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library")
}
