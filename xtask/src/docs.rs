//! `cargo xtask docs`: generates pages and JSON Schemas from the contract and the tables of its language.

mod files;
mod sentences;
mod site;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args as ClapArgs;
use reader::Diagnostics;

use crate::contract::ContractArgs;
use crate::project;
use crate::sync::{FolderChanges, WriteArgs, sync_folders};
use crate::workspace;

/// The command as heads of files and messages name it.
const COMMAND: &str = "cargo xtask docs";

/// Flags of `docs`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    contract: ContractArgs,
    /// File that maps each sentence of the document to clauses and gaps
    #[arg(long = "reading", value_name = "FILE")]
    #[arg(default_value_os_t = workspace::at("spec/sentences.yaml"))]
    sentences: PathBuf,
    /// File of questions about the document
    #[arg(long, value_name = "FILE")]
    #[arg(default_value_os_t = workspace::at("spec/questions.yaml"))]
    questions: PathBuf,
    /// Compare the sentences with the document, a Markdown file
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// Print the numbered sentences of the document and exit
    #[arg(long, requires = "document")]
    list: bool,
    /// Write `docs` and `spec/schema` below this folder [default: the root of the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    site: site::SiteArgs,
}

/// Runs the command. Exits with 0 if the files are up to date, 1 if they differ, 2 on an error in the contract, the
/// sentences or the questions. Fails when a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(document), true) = (&args.document, args.list) {
        return sentences::list(document);
    }
    if let Some(folder) = args.site.folder() {
        return site::write(args, folder);
    }
    let Some((contract, mut sources)) = args.contract.load(None)? else {
        return Ok(ExitCode::from(2));
    };
    let mut diagnostics = Diagnostics::default();
    let loaded = sentences::load(args, &contract, &mut sources, &mut diagnostics)?;
    args.contract.print_diagnostics(&sources, &diagnostics)?;
    let Some((coverage, questions)) = loaded.filter(|_| !diagnostics.has_errors()) else {
        return Ok(ExitCode::from(2));
    };
    let folder = &args.contract.contract;
    let sources = files::SourceNames {
        contract: project::contract_name(folder),
        sentences: project::source_name(folder, &args.sentences),
        questions: project::source_name(folder, &args.questions),
    };
    let schemas = files::schemas(&contract, &sources.contract);
    let pages = files::pages(&contract, &coverage, &questions, &sources);
    let out = args.out.clone().unwrap_or_else(|| workspace::at(""));
    let mut folders = Vec::new();
    for (folder, files) in [("docs", pages), ("spec/schema", schemas)] {
        let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let changes = FolderChanges::compare(files, &out.join(folder))?;
        // The folders also hold hand-written pages.
        folders.push(changes.without_foreign());
    }
    let is_up_to_date = sync_folders(&folders, &args.write, &args.contract, COMMAND)?;
    Ok(ExitCode::from(if is_up_to_date { 0 } else { 1 }))
}
