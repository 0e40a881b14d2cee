//! `docs --site`: a static site of the contract, the guides, and programs that tests run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;
use site::{Example, Markdown};

use super::{Args, COMMAND};
use crate::contract::default_overlay;
use crate::head;
use crate::project;
use crate::sync::{FolderChanges, sync_folders};
use crate::text_file;
use crate::workspace;

/// Programs with examples, with their languages.
const PROGRAMS: [(&str, &str); 3] = [
    ("Rust", "reference/tests/it/generated_client.rs"),
    ("TypeScript", "xtask/tests/clients/typescript/client.ts"),
    ("Python", "xtask/tests/clients/python/program.py"),
];

/// Flags of the site.
#[derive(ClapArgs)]
pub struct SiteArgs {
    /// Write a static site of HTML pages into this folder, and nothing else
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "document"])]
    site: Option<PathBuf>,
    /// Overlay whose answers the site shows beside gaps [default: that of the reference, for its contract]
    #[arg(long, value_name = "FILE", requires = "site")]
    overlay: Option<PathBuf>,
    /// Folder of the guides, Markdown files that become pages of the site
    #[arg(long, value_name = "DIR", requires = "site")]
    #[arg(default_value_os_t = workspace::at("docs"))]
    guides: PathBuf,
}

impl SiteArgs {
    /// The folder of the site, if one is to be written.
    pub fn folder(&self) -> Option<&Path> {
        self.site.as_deref()
    }
}

/// Writes the site. Exits with 0 if it is up to date, 1 if it differs, 2 on an error in the contract. Fails when a file
/// cannot be read or written.
pub fn write(args: &Args, folder: &Path) -> anyhow::Result<ExitCode> {
    let overlay = args.site.overlay.clone().or_else(|| default_overlay(&args.contract));
    let Some((contract, _)) = args.contract.load(overlay.as_deref())? else {
        return Ok(ExitCode::from(2));
    };
    let guides = read_guides(&args.site.guides)?;
    let examples = read_examples()?;
    let source = project::contract_name(&args.contract.contract);
    let files = head::add(site::site(&contract, &examples, &guides), COMMAND, &source);
    let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let changes = FolderChanges::compare(files, folder)?;
    let is_up_to_date = sync_folders(&[changes], &args.write, &args.contract, COMMAND)?;
    Ok(ExitCode::from(if is_up_to_date { 0 } else { 1 }))
}

/// The Markdown files of a folder, in order of name.
fn read_guides(folder: &Path) -> anyhow::Result<Vec<Markdown>> {
    let failed = || format!("failed to read the guides in {}", folder.display());
    let mut guides = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let path = entry.with_context(failed)?.path();
        let (Some(name), Some("md")) =
            (path.file_stem(), path.extension().and_then(|extension| extension.to_str()))
        else {
            continue;
        };
        let name = name.to_string_lossy().into_owned();
        guides.push(Markdown { name, text: text_file::read(&path)? });
    }
    guides.sort_by_key(|guide| guide.name.to_lowercase());
    Ok(guides)
}

/// The examples of all programs. A folder without the programs has none.
fn read_examples() -> anyhow::Result<Vec<Example>> {
    let mut examples = Vec::new();
    for (language, file) in PROGRAMS {
        let path = workspace::at(file);
        if path.exists() {
            examples.extend(Example::all_in(language, file, &text_file::read(&path)?));
        }
    }
    Ok(examples)
}
