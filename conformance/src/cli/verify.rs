//! `verify`: checks certificates, without sending anything.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};

use super::certificate::transcript_path;
use super::clock;
use super::keygen::read_public_key;
use super::output::{OUTPUT, print, print_error, replace_file};
use super::report::place;
use crate::certificate::badge;
use crate::certificate::statement::RunDetails;
use crate::certificate::verify::{Verified, Verifier};
use crate::depth::Depth;
use crate::exit::Exit;
use crate::report::content::Outcome;
use crate::suite::Suite;
use crate::text::{aligned, counted, escape, wrapped};

/// Arguments of `verify`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A certificate that `run --certificate` wrote, with its transcript beside it
    #[arg(value_name = "CERTIFICATE", required_unless_present = "all")]
    certificate: Option<PathBuf>,
    /// Verify each certificate in a folder: files that end with `.json`, or have a transcript beside them
    #[arg(long, value_name = "DIR", conflicts_with = "certificate")]
    all: Option<PathBuf>,
    /// File with the public key of who made the certificate; without it, the signature is not checked
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// Refuse certificates of runs that started longer ago, such as `30d` or `12h`
    #[arg(long, value_name = "AGE", value_parser = age)]
    max_age: Option<SignedDuration>,
    /// The transcript, if it is not beside the certificate
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    transcript: Option<PathBuf>,
    /// Also write a badge in SVG: the result, or that the certificate is refused
    #[arg(long, value_name = "FILE", requires = "key", conflicts_with = "all", help_heading = OUTPUT)]
    badge: Option<PathBuf>,
    /// Print only what is refused
    #[arg(short, long, help_heading = OUTPUT)]
    quiet: bool,
}

/// `suite` is the suite of the default depth. `load` loads the suite of another depth.
pub(super) fn execute(
    suite: Suite,
    load: impl Fn(Depth) -> anyhow::Result<Suite>,
    args: &Args,
) -> anyhow::Result<Exit> {
    let key = args.key.as_deref().map(read_public_key).transpose()?;
    let now = clock::now()?;
    let since = args.max_age.map(|max_age| since(now, max_age)).transpose()?;
    let loaded = RefCell::new(BTreeMap::from([(Depth::default(), suite)]));
    let suite = |depth: Depth| -> Result<Suite, String> {
        if let Some(suite) = loaded.borrow().get(&depth) {
            return Ok(suite.clone());
        }
        let suite = load(depth).map_err(|error| format!("cannot be judged again: {error:#}"))?;
        loaded.borrow_mut().insert(depth, suite.clone());
        Ok(suite)
    };
    let verifier = Verifier { suite: &suite, key: key.as_ref(), since, now };
    match (&args.all, &args.certificate) {
        (Some(folder), _) => verify_all(verifier, folder, args.quiet),
        (None, Some(path)) => verify_one(verifier, path, args),
        (None, None) => bail!("no certificate given"),
    }
}

/// The earliest start of a run that is not older than the maximum age.
fn since(now: Timestamp, max_age: SignedDuration) -> anyhow::Result<Timestamp> {
    let since = now.checked_sub(max_age);
    since.context("`--max-age` is longer than there are years")
}

fn age(text: &str) -> Result<SignedDuration, String> {
    let span: Result<Span, _> = text.parse();
    let age = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()));
    let age = age.ok().filter(SignedDuration::is_positive);
    age.ok_or_else(|| {
        "write an age in weeks, days or hours, such as `2w`, `30d` or `12h`".to_owned()
    })
}

fn verify_one(verifier: Verifier<'_>, path: &Path, args: &Args) -> anyhow::Result<Exit> {
    let beside = transcript_path(path);
    let transcript = args.transcript.as_ref().unwrap_or(&beside);
    let verified = verify_file(verifier, path, transcript);
    if let Some(file) = &args.badge {
        let inputs = [path, transcript.as_path()].into_iter().chain(args.key.as_deref());
        write_badge(file, inputs, verified.as_ref().ok())?;
    }
    let verified = verified?;
    if !args.quiet {
        print(&describe(&verified))?;
    }
    Ok(exit(&verified))
}

/// Replaces a file. The certificate and the transcript must not be overwritten.
fn write_badge<'p>(
    file: &Path,
    mut inputs: impl Iterator<Item = &'p Path>,
    verified: Option<&Verified>,
) -> anyhow::Result<()> {
    let shown = file.display();
    if inputs.any(|input| place(input) == place(file)) {
        bail!("a badge cannot be written to `{shown}`, which is read; give another path");
    }
    let svg = verified.map_or_else(badge::refused, |it| badge::verified(&it.statement));
    replace_file(file, &svg).with_context(|| format!("cannot write `--badge {shown}`"))
}

/// Verifies a certificate file. The error says why it is refused.
fn verify_file(verifier: Verifier<'_>, path: &Path, transcript: &Path) -> anyhow::Result<Verified> {
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read `{shown}`"))?;
    let read = || {
        let shown = transcript.display();
        let text = fs::read_to_string(transcript);
        text.map_err(|error| format!("has no transcript: cannot read `{shown}`: {error}"))
    };
    verifier
        .verify(&text, read)
        .map_err(|why| anyhow!("the certificate `{shown}` {}", escape(&why)))
}

/// The exit code of the run. A certificate whose signature was not checked does not show that the service conforms.
fn exit(verified: &Verified) -> Exit {
    let of_run = Exit::try_from(verified.statement.predicate.run.exit_code);
    let of_run = of_run.unwrap_or(Exit::Harness);
    if verified.key.is_some() { of_run } else { first(of_run, Exit::Incomplete) }
}

/// The exit code with the highest precedence.
fn first(one: Exit, other: Exit) -> Exit {
    Exit::ALL.into_iter().find(|exit| [one, other].contains(exit)).unwrap_or(one)
}

fn verify_all(verifier: Verifier<'_>, folder: &Path, quiet: bool) -> anyhow::Result<Exit> {
    let paths = certificates(folder)?;
    if paths.is_empty() {
        bail!("there is no certificate in `{}`", folder.display());
    }
    let mut exit = Exit::Conforms;
    let mut rows = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match verify_file(verifier, &path, &transcript_path(&path)) {
            Ok(verified) => {
                exit = first(exit, self::exit(&verified));
                let run = &verified.statement.predicate.run;
                let result = verified.statement.predicate.result.name().to_owned();
                let (level, day) = (run.level.clone(), run.started_at.get(..10));
                let day = day.unwrap_or_default().to_owned();
                rows.push([name, result, level, run.depth.clone(), day, escape(&run.base_url)]);
            }
            Err(error) => {
                exit = first(exit, Exit::Usage);
                print_error(&error);
                let nothing = String::new;
                let refused = "refused".to_owned();
                rows.push([name, refused, nothing(), nothing(), nothing(), nothing()]);
            }
        }
    }
    if quiet {
        rows.retain(|row| row[1] == "refused");
    }
    print(&aligned(rows, 0))?;
    Ok(exit)
}

/// The certificates in a folder, in order of name.
fn certificates(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read `{shown}`"))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read `{shown}`"))?.path();
        let is_json = path.extension().is_some_and(|ending| ending == "json");
        if path.is_file() && (is_json || transcript_path(&path).exists()) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Describes what is certified, what is proved, and what cannot be proved.
fn describe(verified: &Verified) -> String {
    let Verified { statement, key, attempts, requests } = verified;
    let run = &statement.predicate.run;
    let mut text = format!("{}\n", escape(&format!("{} at {}", run.service, run.base_url)));
    text.push_str(&wrapped(
        &format!(
            "level {}, depth {}, {}, started {}, by {}",
            run.level,
            run.depth,
            escape(&run.profile),
            run.started_at,
            escape(&run.tool)
        ),
        0,
    ));
    let result = statement.predicate.result.name();
    text.push_str(&wrapped(&format!("{result} (exit {}): {}", run.exit_code, counts(run)), 0));
    if let Some(stopped) = &run.stopped {
        text.push_str(&wrapped(&escape(stopped), 0));
    }
    let signed = key
        .as_ref()
        .map(|id| format!("The certificate was signed with the key {id}, and not changed since."));
    let judged = format!(
        "The transcript is that of the certificate: {} of scenarios, {}. Judged again, it gives the verdict, the witnesses and the \
         classes of each clause.",
        counted(*attempts, "attempt"),
        counted(*requests, "request")
    );
    let same = "Contract, overlay, scenarios and classes of values are those of this program.";
    text.push_str("\nproved\n");
    let proved = signed.iter().map(String::as_str).chain([same, &judged]);
    proved.for_each(|line| text.push_str(&wrapped(line, 2)));
    text.push_str("\nnot proved\n");
    if key.is_none() {
        let unsigned =
            "Who made the certificate: the signature was not checked. Give `--key FILE`.";
        text.push_str(&wrapped(unsigned, 2));
    }
    let origin = format!(
        "That the responses came from {}: who has the signing key can write any transcript. Trust who has the key, or run \
         again.",
        escape(&run.base_url)
    );
    text.push_str(&wrapped(&origin, 2));
    let said =
        "The times, the tool, and what was left on the server: only the certificate says it.";
    text.push_str(&wrapped(said, 2));
    text
}

fn counts(run: &RunDetails) -> String {
    let count = |outcome: &Outcome| run.summary.get(outcome.name()).copied().unwrap_or_default();
    let found = Outcome::ALL.iter().filter(|outcome| count(outcome) > 0);
    let parts: Vec<_> =
        found.map(|outcome| format!("{} {}", count(outcome), outcome.words())).collect();
    format!("{}: {}", counted(run.clauses.len(), "clause"), parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_positive() {
        assert_eq!(age("30d").unwrap(), SignedDuration::from_hours(720));
        assert_eq!(age("90 minutes").unwrap(), SignedDuration::from_mins(90));
        for wrong in ["", "0s", "-1d", "3", "1 month", "soon"] {
            assert!(age(wrong).is_err(), "{wrong}");
        }
    }
}
