//! Opens a contract from disk and shows what is wrong with it.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use reader::{Diagnostics, Sources, Style};
use spec::{Contract, Loaded};

use crate::text;

/// The contract of this house.
pub const DEFAULT_CONTRACT: &str = "spec/contract";

/// Where the contract lies, and how to speak of its mistakes.
#[derive(Args, Clone, Debug)]
pub struct Location {
    /// The folder of the contract.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_CONTRACT)]
    pub contract: PathBuf,
    /// How to show mistakes in the files.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub message_format: MessageFormat,
}

/// How mistakes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// For people, on stderr.
    Human,
    /// For programs: one JSON object a line, on stdout.
    Json,
}

impl Location {
    /// The contract with an overlay; `None` when it has mistakes, which are shown then.
    ///
    /// # Errors
    /// When the findings cannot be written.
    pub fn open(&self, overlay: Option<&Path>) -> anyhow::Result<Option<(Contract, Sources)>> {
        let (files, mut unread) = spec::read_folder(&self.contract);
        let overlay = overlay.map(|path| {
            let (file, findings) = spec::read_overlay(path);
            unread.extend(findings);
            file
        });
        if unread.has_errors() {
            self.show(&Sources::default(), &unread)?;
            return Ok(None);
        }
        let Loaded {
            sources,
            diagnostics,
            contract,
        } = spec::load(&files, overlay.flatten().as_ref());
        self.show(&sources, &diagnostics)?;
        Ok(contract.map(|contract| (contract, sources)))
    }

    /// Shows findings, if there are any.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn show(&self, sources: &Sources, findings: &Diagnostics) -> anyhow::Result<()> {
        match self.message_format {
            MessageFormat::Human => {
                let style = if std::io::stderr().is_terminal() {
                    Style::Color
                } else {
                    Style::Plain
                };
                let text = reader::render(sources, findings, style) + &for_more(findings);
                text::tell(&text);
            }
            MessageFormat::Json => {
                text::print(&reader::to_json(sources, findings))?;
            }
        }
        Ok(())
    }
}

/// How to learn more of what was found; nothing when nothing was.
fn for_more(findings: &Diagnostics) -> String {
    let code = findings.iter().next().map(|found| found.code);
    code.map_or_else(String::new, |code| {
        format!("for more: cargo xtask explain {code}\n")
    })
}
