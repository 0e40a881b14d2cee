//! From files to a checked contract: parse, lower, check.

use reader::{Diagnostic, Diagnostics, Sources};

use crate::check;
use crate::files::ContractFile;
use crate::language::{OVERLAY, table_of};
use crate::lower::{self, Document};
use crate::model::Contract;
use crate::words;

/// The result of loading: sources, diagnostics, and the contract if there are no errors.
#[derive(Debug)]
pub struct Loaded {
    /// The texts that spans point into.
    pub sources: Sources,
    /// All diagnostics, by file and offset.
    pub diagnostics: Diagnostics,
    /// The contract; `None` if there is an error.
    pub contract: Option<Contract>,
}

/// Loads a contract from its files, with an overlay's answers if one is given.
///
/// Pure: nothing is read from disk. All errors of all files are reported in one run.
pub fn load(files: &[ContractFile], overlay: Option<&ContractFile>) -> Loaded {
    let mut sources = Sources::default();
    let mut out = Diagnostics::default();
    let mut parse = |file: &ContractFile, table| {
        let id = sources.add(file.path.clone(), file.text.clone());
        let mut root = reader::parse(&sources, id, &mut out)?;
        words::refuse(&mut root, table, &mut out);
        Some(Document { address: file.address.clone(), root })
    };
    let of_contract = files.iter().filter_map(|file| parse(file, table_of(&file.address)));
    let documents: Vec<Document> = of_contract.collect();
    let overlay = overlay.map(|file| parse(file, &OVERLAY));

    // A file that could not be parsed would also cause an error for each name that it declares.
    let whole = documents.len() == files.len() && !matches!(overlay, Some(None));
    if files.is_empty() {
        out.push(
            Diagnostic::without_place("empty-contract", "the contract has no files").with_help(
                "a contract is `service.yaml` and `<resource>/resource.yaml` with operations beside it",
            ),
        );
    }
    let contract = lower::contract(&documents, overlay.flatten().as_ref(), whole, &mut out)
        .filter(|_| whole)
        .inspect(|contract| check::contract(contract, &mut out));
    let contract = contract.filter(|_| !out.has_errors());
    let diagnostics = out.into_sorted(&sources);
    Loaded { sources, diagnostics, contract }
}
