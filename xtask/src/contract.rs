//! Flags that name a contract, and loading it with its diagnostics printed.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use reader::{Diagnostics, Sources, Style};
use spec::{Contract, Loaded};

use crate::terminal::{print_stderr, print_stdout};
use crate::workspace;

/// The contract of this project.
const DEFAULT_CONTRACT: &str = "spec/contract";

/// The overlay whose answers are shown for it.
const DEFAULT_OVERLAY: &str = "spec/overlays/reference.yaml";

/// The overlay of the contract of this project; `None` for another contract.
pub fn default_overlay(contract: &ContractArgs) -> Option<PathBuf> {
    contract.is_default().then(|| workspace::at(DEFAULT_OVERLAY))
}

/// Flags of the commands that load a contract.
#[derive(Args, Clone, Debug)]
pub struct ContractArgs {
    /// Folder of the contract
    #[arg(long, global = true, value_name = "DIR")]
    #[arg(default_value_os_t = workspace::at(DEFAULT_CONTRACT))]
    pub contract: PathBuf,
    /// Format of diagnostics
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    pub message_format: MessageFormat,
}

/// Format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Text on stderr
    Human,
    /// One JSON object per line on stdout
    Json,
}

impl ContractArgs {
    /// Whether it is the contract of this project.
    pub fn is_default(&self) -> bool {
        self.contract == workspace::at(DEFAULT_CONTRACT)
    }

    /// Loads the contract with an overlay and prints its diagnostics; `None` if there are errors.
    /// Fails when the diagnostics cannot be written.
    pub fn load(&self, overlay: Option<&Path>) -> anyhow::Result<Option<(Contract, Sources)>> {
        if self.is_default() {
            workspace::root().context("no `--contract DIR` is given")?;
        }
        let (files, mut unread) = spec::read_folder(&self.contract);
        let overlay = overlay.map(|path| {
            let (file, diagnostics) = spec::read_overlay(path);
            unread.extend(diagnostics);
            file
        });
        if unread.has_errors() {
            self.print_diagnostics(&Sources::default(), &unread)?;
            return Ok(None);
        }
        let Loaded { sources, diagnostics, contract } =
            spec::load(&files, overlay.flatten().as_ref());
        self.print_diagnostics(&sources, &diagnostics)?;
        Ok(contract.map(|contract| (contract, sources)))
    }

    /// Prints diagnostics in the chosen format. Fails when they cannot be written.
    pub fn print_diagnostics(
        &self,
        sources: &Sources,
        diagnostics: &Diagnostics,
    ) -> anyhow::Result<()> {
        match self.message_format {
            MessageFormat::Human => {
                let style =
                    if std::io::stderr().is_terminal() { Style::Color } else { Style::Plain };
                print_stderr(&reader::render(sources, diagnostics, style));
                if let Some(first) = diagnostics.iter().next() {
                    print_stderr(&format!(
                        "for more information: cargo xtask explain {}\n",
                        first.code
                    ));
                }
            }
            MessageFormat::Json => print_stdout(&reader::to_json(sources, diagnostics))?,
        }
        Ok(())
    }
}
