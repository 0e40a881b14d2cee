//! From files to a checked contract: parse, lower, check.

use reader::{Diagnostic, Diagnostics, FileId, Sources};

use crate::check;
use crate::files::ContractFile;
use crate::lower::{self, Document};
use crate::model::Contract;

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
#[must_use]
pub fn load(files: &[ContractFile], overlay: Option<&ContractFile>) -> Loaded {
    let mut sources = Sources::default();
    let mut out = Diagnostics::default();
    let all = files.iter().chain(overlay);
    let all: Vec<_> =
        all.map(|file| (file, sources.add(file.path.clone(), file.text.clone()))).collect();
    let mut parsed = parse(&all, &sources, &mut out);
    let overlay = overlay.map(|_| parsed.pop().flatten());
    let documents: Vec<Document> = parsed.into_iter().flatten().collect();

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
    let contract =
        lowered.filter(|_| whole).inspect(|contract| check::contract(contract, &mut out));
    let contract = contract.filter(|_| !out.has_errors());
    let diagnostics = out.into_sorted(&sources);
    Loaded { sources, diagnostics, contract }
}

/// The trees of all files, in their order. Two threads share them.
fn parse(
    files: &[(&ContractFile, FileId)],
    sources: &Sources,
    out: &mut Diagnostics,
) -> Vec<Option<Document>> {
    let (one, other) = files.split_at(files.len() / 2);
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(|| parse_part(one, sources));
        let other = parse_part(other, sources);
        (one.join(), other)
    });
    let one = one.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let mut documents = Vec::with_capacity(files.len());
    for (part, found) in [one, other] {
        documents.extend(part);
        out.extend(found);
    }
    documents
}

fn parse_part(
    files: &[(&ContractFile, FileId)],
    sources: &Sources,
) -> (Vec<Option<Document>>, Diagnostics) {
    let mut out = Diagnostics::default();
    let documents = files.iter().map(|(file, id)| {
        Some(Document {
            address: file.address.clone(),
            root: reader::parse(sources, *id, &mut out)?,
        })
    });
    (documents.collect(), out)
}
