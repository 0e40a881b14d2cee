//! Writes the reports: the human-readable one to standard output, others as requested.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, stderr, stdout};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};

use super::output::{print, print_error, print_message, write_file};
use crate::exit::Exit;
use crate::report::{FORMATS, RenderReport, Report, format_names, human};
use crate::session::{FinishedRun, Session};

/// Format and destination of a report.
#[derive(Clone, Debug)]
pub(super) struct ReportDestination {
    render: RenderReport,
    path: PathBuf,
}

impl ReportDestination {
    fn is_standard_output(&self) -> bool {
        self.path.as_os_str() == "-"
    }
}

/// Where text for people goes: to standard error if standard output is for a report.
#[derive(Clone, Copy)]
pub(super) enum HumanOutput {
    Stdout,
    Stderr,
}

impl HumanOutput {
    pub(super) fn beside(reports: &[ReportFile]) -> Self {
        if reports.iter().any(|report| report.destination.is_standard_output()) {
            Self::Stderr
        } else {
            Self::Stdout
        }
    }

    pub(super) fn print(self, text: &str) {
        match self {
            // As for messages: without a terminal, a run must still clean up and end with its exit code.
            Self::Stdout => drop(print(text)),
            Self::Stderr => print_message(text),
        }
    }

    /// Colours need a capable terminal and can be turned off.
    fn wants_colour(self) -> bool {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        let is_terminal = match self {
            Self::Stdout => stdout().is_terminal(),
            Self::Stderr => stderr().is_terminal(),
        };
        is_terminal && !refused && !dumb
    }
}

impl FromStr for ReportDestination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (format, path) = text.split_once('=').ok_or("write FORMAT=PATH")?;
        let known = FORMATS.into_iter().find(|(name, _)| *name == format);
        let (_, render) = known.ok_or_else(|| {
            format!("unknown report format `{format}`; known formats: {}", format_names())
        })?;
        Ok(Self { render, path: path.into() })
    }
}

/// Opens the report files, so that errors occur before anything is sent. Existing content is only
/// replaced once there is a report.
pub(super) fn open(destinations: &[ReportDestination]) -> anyhow::Result<Vec<ReportFile>> {
    for (index, destination) in destinations.iter().enumerate() {
        if destinations[..index].iter().any(|earlier| earlier.path == destination.path) {
            let path = destination.path.display();
            bail!("two reports cannot both be written to `{path}`");
        }
    }
    destinations.iter().map(ReportFile::open).collect()
}

/// A report file that has not been written yet.
pub(super) struct ReportFile {
    destination: ReportDestination,
    /// `None` for standard output.
    file: Option<File>,
    /// Whether the file was created for this report.
    is_new: bool,
}

impl ReportFile {
    fn open(destination: &ReportDestination) -> anyhow::Result<Self> {
        let mut opened = Self { destination: destination.clone(), file: None, is_new: false };
        let path = &destination.path;
        if destination.is_standard_output() {
            return Ok(opened);
        }
        let mut options = OpenOptions::new();
        options.write(true);
        // A report may quote personal data of the target.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let made = options.clone().create_new(true).open(path);
        opened.is_new = made.is_ok();
        let file = made.or_else(|_| options.create(true).open(path));
        opened.file = Some(file.with_context(|| opened.failed())?);
        Ok(opened)
    }

    fn write(mut self, report: &Report<'_>) -> anyhow::Result<()> {
        let text = (self.destination.render)(report).with_context(|| self.failed())?;
        let Some(file) = &mut self.file else {
            return print(&text);
        };
        replace(file, &text).with_context(|| self.failed())?;
        self.is_new = false;
        Ok(())
    }

    fn failed(&self) -> String {
        format!("cannot write the report `{}`", self.destination.path.display())
    }
}

/// Removes a file that was created for a report that was not written.
impl Drop for ReportFile {
    fn drop(&mut self) {
        if self.is_new {
            // Errors are ignored: an empty file does no harm.
            let _ = fs::remove_file(&self.destination.path);
        }
    }
}

/// Replaces the content. Only regular files can be truncated.
fn replace(file: &mut File, text: &str) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    write_file(file, text)
}

pub(super) fn write(
    session: &Session<'_>,
    ended: &FinishedRun,
    destinations: Vec<ReportFile>,
    aim: String,
    verbose: bool,
) -> Exit {
    let report = match session.report(ended) {
        Ok(report) => Report { aim, verbose, ..report },
        Err(fault) => {
            print_message(&format!("error: {fault}\n"));
            return Exit::Harness;
        }
    };
    let output = HumanOutput::beside(&destinations);
    let human = if output.wants_colour() {
        human::render_in_colour(&report)
    } else {
        human::render(&report)
    };
    output.print(&human);
    write_files(&report, destinations)
}

/// Writes the requested reports; returns the exit code of the run, or that of a failure to write.
pub(super) fn write_files(report: &Report<'_>, destinations: Vec<ReportFile>) -> Exit {
    let mut exit = report.exit;
    for destination in destinations {
        if let Err(error) = destination.write(report) {
            print_error(&error);
            exit = exit.with_fault();
        }
    }
    exit
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn new_report_is_readable_only_by_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        let mut opened = ReportFile::open(&format!("json={}", path.display()).parse().unwrap());
        let report = opened.as_mut().unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        // It is removed unless a report was written.
        assert!(report.is_new);
    }
}
