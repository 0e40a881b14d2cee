//! `discover`: finds fixtures in the documented lists, and drafts a target file from them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::connection::{Connection, ConnectionArgs};
use super::output::{NewFile, print, print_error, print_message, write_file};
use super::target_args::{RunTarget, ServiceArgs};
use super::{clock, interrupt, schema};
use crate::contract;
use crate::discover::{
    DiscoveredKind, SCHEMA_FILE, TargetDraft, UnreadResponse, discover, fixtures, missing_kinds,
};
use crate::exit::Exit;
use crate::redact::Redactor;
use crate::run::{Settings, StopSignal};
use crate::suite::Suite;
use crate::target::Fixtures;
use crate::text::{counted, wrapped};
use crate::untested::{
    AlikeResponses, KeyResponses, ResponseKind, UntestedCause, describe_refusal,
};

/// Requests sent at the same time.
const DISCOVER_JOBS: usize = 3;

/// Arguments of `discover`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    service: ServiceArgs,
    #[command(flatten)]
    connection: ConnectionArgs,
    /// File for the drafted target; an existing file is not overwritten. Its first line names
    /// `target.schema.json` for editors, which is written beside it unless it exists [default:
    /// standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    target_out: Option<PathBuf>,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let suite = &args.service.suite(suite)?;
    let service = args.service.resolve(suite)?;
    let connection = args.connection.connect(suite, &service)?;
    // Fails before anything is sent.
    let target_out = args.target_out.as_deref();
    let target_out = target_out.map(|path| NewFile::create(path, "--target-out")).transpose()?;
    let (runtime, stop) = interrupt::runtime()?;
    let settings = Settings {
        jobs: DISCOVER_JOBS,
        keys: service.keys.clone(),
        ..Settings::new("discover".to_owned(), clock::now()?)
    };
    let sender = connection.sender(&stop);
    let mut kinds = runtime.block_on(discover(suite, &settings, &sender, |_| true));
    if stop.is_interrupted() {
        return Ok(Exit::Interrupted);
    }
    print_findings(&kinds, &connection);
    kinds.iter_mut().for_each(|kind| kind.hide_keys(&connection.redactor));
    let draft = TargetDraft {
        suite,
        base_url: &service.base_url,
        keys: &args.service.key_sources(suite, &service),
        findings: &kinds,
    };
    let text = draft.text();
    let sources = args.service.shown_key_sources(suite, &service);
    let unread = unread(suite, &kinds, &sources, &connection.redactor);
    let written = match target_out {
        // Without a response there is nothing to write; the file is removed.
        Some(_) if unread.is_some() => Ok(()),
        Some(file) => {
            let path = file.path().to_owned();
            file.write(&text).and_then(|()| create_schema(suite, &path))
        }
        None => print(&text),
    };
    if let Err(error) = written {
        // Requests were sent, so this is not a usage error.
        print_error(&error);
        return Ok(Exit::of_fault(stop.is_interrupted()));
    }
    if let Some(reason) = unread {
        let reason = connection.redactor.shown(&reason);
        print_message(&wrapped(&format!("could not test: {reason}"), 0));
        return Ok(Exit::Untested);
    }
    let is_unanswered = kinds.iter().any(|kind| kind.list().is_some() && kind.is_unanswered);
    Ok(if is_unanswered { Exit::Incomplete } else { Exit::Conforms })
}

/// Why nothing was discovered, if no list could be read: the key, or else the responses.
fn unread(
    suite: &Suite,
    kinds: &[DiscoveredKind<'_>],
    sources: &BTreeMap<String, String>,
    redactor: &Redactor,
) -> Option<String> {
    let lists = kinds.iter().filter_map(|kind| Some((kind.list()?.0, kind)));
    let lists: BTreeMap<&str, &DiscoveredKind<'_>> = lists.collect();
    if lists.values().any(|kind| !kind.is_unread) {
        return None;
    }
    let mut responses = KeyResponses::default();
    for UnreadResponse { kind, status, message, is_key_refused } in
        lists.values().filter_map(|kind| kind.unread.as_ref())
    {
        if *is_key_refused {
            responses.add_refusal(describe_refusal(*status, message.as_deref(), redactor));
        } else {
            let said = message.as_ref().map(|message| redactor.quote(message));
            responses.add(&AlikeResponses::one(*kind, *status, said));
        }
    }
    let usual = contract::usual_key(&suite.contract);
    let key = usual.and_then(|kind| responses.refused_key(&suite.contract, kind, sources));
    if let Some(key) = key {
        return Some(key.to_string());
    }
    let first = lists.values().next()?.reason.as_deref().unwrap_or_default();
    // Of other kinds there is no advice.
    let alike = responses.alike().filter(|alike| {
        alike.calls == lists.len() && !matches!(alike.kind, ResponseKind::Other(_))
    });
    let why = alike.map_or(first.to_owned(), |alike| {
        UntestedCause::Responses(vec![alike.clone()]).to_string()
    });
    Some(format!("no list could be read: {why}"))
}

/// Finds the fixtures of a run without a target file.
pub(super) async fn for_run(
    suite: &Suite,
    target: &RunTarget,
    connection: &Connection,
    settings: &Settings,
    stop: &StopSignal,
) -> Fixtures {
    let plan = target.plan(suite, &Fixtures::new());
    let missing = missing_kinds(suite, &plan);
    let sender = connection.sender(stop);
    let mut kinds = discover(suite, settings, &sender, |kind| missing.contains(kind)).await;
    kinds.retain(|kind| missing.contains(kind.kind.kind.as_str()));
    // With a fault, the report says once that there was no response.
    if stop.fault().is_none() {
        print_findings(&kinds, connection);
    }
    fixtures(&kinds)
}

/// Prints a line for each kind: where it was found, or why it was not.
fn print_findings(kinds: &[DiscoveredKind<'_>], connection: &Connection) {
    for found in kinds {
        let Some((list, _)) = found.list() else {
            continue;
        };
        let kind = &found.kind.kind;
        let line = match &found.reason {
            Some(reason) => format!("found no {kind}: {}", connection.redactor.quote(reason)),
            None => format!("found {kind} in {list}: {}", counted(found.found.len(), "fixture")),
        };
        print_message(&format!("{line}\n"));
    }
}

/// Writes the schema that the draft names, unless it is there.
fn create_schema(suite: &Suite, target: &Path) -> anyhow::Result<()> {
    let path = target.with_file_name(SCHEMA_FILE);
    let text = schema::of_target(suite);
    match File::create_new(&path).and_then(|mut file| write_file(&mut file, &text)) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        written => written.with_context(|| format!("cannot write `{}`", path.display())),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn target_is_readable_only_by_its_owner_and_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("target.yaml");
        drop(NewFile::create(&path, "--target-out").unwrap());
        assert!(!path.exists(), "it was not written");
        NewFile::create(&path, "--target-out").unwrap().write("target: 1\n").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(NewFile::create(&path, "--target-out").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "target: 1\n");
    }
}
