//! Writes the reports: the human-readable one to standard output, others as requested.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, stderr, stdout};
use std::mem;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail};

use super::output::{print_error, print_message, print_report, write_file};
use crate::exit::Exit;
use crate::report::{Content, EVENTS, FORMATS, RenderReport, Repeat, Report, format_names, human};
use crate::session::{FinishedRun, Session};

/// Format and destination of a report.
#[derive(Clone, Debug)]
pub(super) struct ReportDestination {
    /// `None` for events.
    render: Option<RenderReport>,
    path: PathBuf,
}

impl ReportDestination {
    /// Whether it is for events, which are written during the run.
    pub(super) fn is_for_events(&self) -> bool {
        self.render.is_none()
    }

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
    pub(super) fn beside(reports: &[ReportDestination]) -> Self {
        if reports.iter().any(ReportDestination::is_standard_output) {
            Self::Stderr
        } else {
            Self::Stdout
        }
    }

    /// Fails only for standard output: a message has no other place.
    pub(super) fn print(self, text: &str) -> anyhow::Result<()> {
        match self {
            Self::Stdout => print_report(text),
            Self::Stderr => {
                print_message(text);
                Ok(())
            }
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
        if format == EVENTS {
            return Ok(Self { render: None, path: path.into() });
        }
        let known = FORMATS.iter().find(|(name, _)| *name == format);
        let (_, render) = known.ok_or_else(|| {
            format!("unknown report format `{format}`; known formats: {}", format_names())
        })?;
        Ok(Self { render: Some(*render), path: path.into() })
    }
}

/// Opens the report files, so that errors occur before anything is sent. Existing content is only
/// replaced once there is a report.
pub(super) fn open(destinations: &[ReportDestination]) -> anyhow::Result<Vec<ReportFile>> {
    for (index, destination) in destinations.iter().enumerate() {
        let place = place(&destination.path);
        let mut earlier = destinations.iter().take(index);
        if earlier
            .any(|earlier| earlier.path == destination.path || self::place(&earlier.path) == place)
        {
            let path = destination.path.display();
            bail!("two reports cannot both be written to `{path}`");
        }
    }
    destinations.iter().map(ReportFile::open).collect()
}

/// Refuses reports that would replace the target file or a key file.
pub(super) fn refuse_inputs(
    destinations: &[ReportDestination],
    inputs: &[PathBuf],
) -> anyhow::Result<()> {
    for destination in destinations.iter().filter(|report| !report.is_standard_output()) {
        let path = &destination.path;
        if inputs.iter().any(|input| place(input) == place(path)) {
            let path = path.display();
            bail!(
                "a report cannot be written to `{path}`, which this run reads; give another path"
            );
        }
    }
    Ok(())
}

/// A path in one spelling, with the links of its existing part resolved.
pub(super) fn place(path: &Path) -> PathBuf {
    let resolved = fs::canonicalize(path).ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    });
    resolved.unwrap_or_else(|| path.to_owned())
}

/// A report file that has not been written yet.
pub(super) struct ReportFile {
    destination: ReportDestination,
    /// `None` for standard output.
    file: Option<File>,
    /// Whether the file was created for this report.
    is_new: bool,
    /// Whether a part of the report was written.
    is_begun: bool,
}

impl ReportFile {
    fn open(destination: &ReportDestination) -> anyhow::Result<Self> {
        let destination = destination.clone();
        let mut opened = Self { destination, file: None, is_new: false, is_begun: false };
        let path = &opened.destination.path;
        if opened.destination.is_standard_output() {
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

    pub(super) fn is_for_events(&self) -> bool {
        self.destination.is_for_events()
    }

    fn write(mut self, report: &Content) -> anyhow::Result<()> {
        let Some(render) = self.destination.render else {
            return Ok(());
        };
        let text = render(report).with_context(|| self.failed())?;
        let Some(file) = &mut self.file else {
            return print_report(&text);
        };
        replace(file, &text).with_context(|| self.failed())?;
        self.is_new = false;
        Ok(())
    }

    /// Adds a text. The first one replaces the existing content.
    pub(super) fn append(&mut self, text: &str) -> anyhow::Result<()> {
        let Some(file) = &mut self.file else {
            return print_report(text);
        };
        let written = if mem::replace(&mut self.is_begun, true) {
            write_file(file, text)
        } else {
            replace(file, text)
        };
        written.with_context(|| self.failed())?;
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

/// How a report is shown.
pub(super) struct Shown {
    pub(super) repeat: Repeat,
    pub(super) verbose: bool,
    /// How long the run took.
    pub(super) duration: Duration,
    pub(super) discards: Option<Discarded>,
}

/// What the caller of a run deletes after it. A report outlives it, and does not mention it.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Discarded {
    /// The journal
    Journal,
    /// The journal, and the server with all records
    Server,
}

impl Discarded {
    /// Leaves out the path of the journal, and what could not be cleaned up on the server. Leftovers that decide the exit
    /// code stay.
    fn omit_from(self, report: &mut Report<'_>) {
        report.run.journal = None;
        if self == Self::Server {
            report.leftovers.retain(|left| !left.unavoidable);
        }
    }
}

/// The content of the reports of a run. `faults` are faults of this program during the run; they affect the exit code.
/// Fails with the exit code if the verdicts are inconsistent.
pub(super) fn make(
    session: &Session<'_>,
    ended: &FinishedRun,
    shown: Shown,
    faults: &[anyhow::Error],
) -> Result<Content, Exit> {
    faults.iter().for_each(print_error);
    let Shown { repeat, verbose, duration, discards } = shown;
    let mut report = match session.report(ended) {
        Ok(report) => Report { repeat, verbose, duration: Some(duration), ..report },
        Err(fault) => {
            print_message(&format!("error: {fault}\n"));
            return Err(Exit::of_fault(ended.interrupted));
        }
    };
    if !faults.is_empty() {
        report.exit = report.exit.with_fault();
    }
    if let Some(discarded) = discards {
        discarded.omit_from(&mut report);
    }
    Ok(Content::from(&report))
}

/// Prints the report for people. A failure affects the exit code that the other reports show.
pub(super) fn print_for_people(content: &mut Content, output: HumanOutput) {
    if let Err(error) = output.print(&human(content, output)) {
        print_error(&error);
        content.exit = content.exit.with_fault();
    }
}

/// The report for people, in colour where that is shown.
pub(super) fn human(report: &Content, output: HumanOutput) -> String {
    if output.wants_colour() { human::render_in_colour(report) } else { human::render(report) }
}

/// Writes the requested reports; returns the exit code of the run, or that of a failure to write.
pub(super) fn write_files(report: &Content, destinations: Vec<ReportFile>) -> Exit {
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
