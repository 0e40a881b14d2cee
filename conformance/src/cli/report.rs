//! Writes the reports: human-readable to standard error, others as requested.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write as _, stderr};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};

use super::output::{print, print_error, print_message};
use crate::exit::Exit;
use crate::redact::Redactor;
use crate::report::{Report, human, json, junit};
use crate::session::{FinishedRun, Session};

/// Format and destination of a report.
#[derive(Clone, Debug)]
pub(super) struct ReportDestination {
    format: Format,
    path: PathBuf,
}

#[derive(Clone, Copy, Debug)]
enum Format {
    Json,
    Human,
    Junit,
}

impl FromStr for ReportDestination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, path) = text.split_once('=').ok_or("write FORMAT=PATH")?;
        let format = match format {
            "json" => Format::Json,
            "human" => Format::Human,
            "junit" => Format::Junit,
            other => {
                return Err(format!("unknown report format `{other}`; use json, junit or human"));
            }
        };
        Ok(Self { format, path: path.into() })
    }
}

/// Opens the report files, so that errors occur before anything is sent. Existing content is only
/// replaced once there is a report.
pub(super) fn open(destinations: &[ReportDestination]) -> anyhow::Result<Vec<ReportFile>> {
    for (index, destination) in destinations.iter().enumerate() {
        let same = |earlier: &ReportDestination| earlier.path == destination.path;
        if destinations[..index].iter().any(same) {
            let shown = destination.path.display();
            bail!("two reports cannot both be written to `{shown}`");
        }
    }
    destinations.iter().map(ReportFile::of).collect()
}

/// A report file that has not been written yet.
pub(super) struct ReportFile {
    format: Format,
    path: PathBuf,
    /// `None` for standard output.
    file: Option<File>,
    /// Whether the file was created for this report.
    is_new: bool,
}

impl ReportFile {
    fn of(destination: &ReportDestination) -> anyhow::Result<Self> {
        let ReportDestination { format, path } = destination.clone();
        let mut opened = Self { format, path, file: None, is_new: false };
        if opened.path.as_os_str() == "-" {
            return Ok(opened);
        }
        let mut options = OpenOptions::new();
        options.write(true);
        let made = options.clone().create_new(true).open(&opened.path);
        opened.is_new = made.is_ok();
        let file = made.or_else(|_| options.create(true).open(&opened.path));
        opened.file = Some(file.with_context(|| opened.failed())?);
        Ok(opened)
    }

    fn write(mut self, report: &Report<'_>, redactor: &Redactor) -> anyhow::Result<()> {
        let text = match self.format {
            Format::Json => json::render(report),
            Format::Human => human::render(report),
            Format::Junit => junit::render(report).context("cannot make the JUnit report")?,
        };
        let text = redactor.text(&text);
        let Some(file) = &mut self.file else {
            return print(&text);
        };
        replace(file, &text).with_context(|| self.failed())?;
        self.is_new = false;
        Ok(())
    }

    fn failed(&self) -> String {
        format!("cannot write the report `{}`", self.path.display())
    }
}

/// Removes a file that was created for a report that was not written.
impl Drop for ReportFile {
    fn drop(&mut self) {
        if self.is_new {
            // Errors are ignored: an empty file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Replaces the content. Only regular files can be truncated.
fn replace(file: &mut File, text: &str) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())
}

/// Writes all reports through the redactor.
pub(super) fn write(
    session: &Session<'_>,
    ended: &FinishedRun,
    destinations: Vec<ReportFile>,
    aim: String,
    verbose: bool,
) -> Exit {
    let redactor = &session.redactor;
    let report = match session.report(ended) {
        Ok(report) => Report { aim, verbose, ..report },
        Err(fault) => {
            print_message(&redactor.text(&format!("error: {fault}\n")));
            return Exit::Harness;
        }
    };
    let human =
        if wants_colour() { human::render_in_colour(&report) } else { human::render(&report) };
    print_message(&redactor.text(&human));
    let mut exit = report.exit;
    for destination in destinations {
        if let Err(error) = destination.write(&report, redactor) {
            print_error(&error);
            exit = exit.with_fault();
        }
    }
    exit
}

/// Colours need a capable terminal and can be turned off.
fn wants_colour() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
    stderr().is_terminal() && !refused && !dumb
}
