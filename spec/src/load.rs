//! From files to a checked contract: parse, lower, check.

use reader::{Diagnostic, Diagnostics, Node, Sources};

use crate::check;
use crate::files::ContractFile;
use crate::lower::{self, Document};
use crate::model::Contract;

/// What came of loading: always the sources and the findings, and the contract if there was no mistake.
#[derive(Debug)]
pub struct Loaded {
    /// The texts that spans point into.
    pub sources: Sources,
    /// All findings, in order of file and place.
    pub diagnostics: Diagnostics,
    /// The contract; `None` if any finding is an error.
    pub contract: Option<Contract>,
}

/// Loads a contract from its files, with an overlay's answers if one is given.
///
/// Pure: nothing is read from disk here. All mistakes of all files are reported in one run.
#[must_use]
pub fn load(files: &[ContractFile], overlay: Option<&ContractFile>) -> Loaded {
    let mut sources = Sources::default();
    let mut out = Diagnostics::default();
    let documents: Vec<Document> = files
        .iter()
        .filter_map(|file| parse(file, &mut sources, &mut out))
        .collect();
    let overlay = overlay.map(|file| parse(file, &mut sources, &mut out));

    // A file that could not be parsed would show up again as a hundred missing names.
    let whole = documents.len() == files.len() && !matches!(overlay, Some(None));
    if files.is_empty() {
        out.push(
            Diagnostic::without_place("empty-contract", "the contract has no files").with_help(
                "a contract is `service.yaml` and `<resource>/resource.yaml` with operations beside it",
            ),
        );
    }
    let lowered = lower::contract(&documents, overlay.flatten().as_ref(), whole, &mut out);
    let contract = lowered
        .filter(|_| whole)
        .inspect(|contract| check::contract(contract, &mut out));
    let contract = contract.filter(|_| !out.has_errors());
    let diagnostics = out.into_sorted(&sources);
    Loaded {
        sources,
        diagnostics,
        contract,
    }
}

fn parse(file: &ContractFile, sources: &mut Sources, out: &mut Diagnostics) -> Option<Document> {
    let id = sources.add(file.path.clone(), file.text.clone());
    let root: Node = reader::parse(sources, id, out)?;
    Some(Document {
        address: file.address.clone(),
        root,
    })
}
