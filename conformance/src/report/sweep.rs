//! Reports of cleanup: what a sweep did, and what an interrupted run leaves to it.

use std::fmt::Write as _;

use super::content::Leftover;
use super::human::list_leftovers;
use crate::exchange::{Fault, Response};
use crate::redact::Redactor;
use crate::run::CleanupResult;
use crate::state::cleanup_plan::CleanupTask;
use crate::suite::Suite;
use crate::sweep::{Sweep, SweptJournal, is_certain};
use crate::text::{aligned, counted};
use crate::write_outcome::WriteOutcome;

/// Printed if tasks remain that a later sweep may complete.
const OPEN: &str = "  open tasks remain until a sweep with the keys of the run succeeds; to discard them, delete the file\n";

/// Printed if something is left that no task can clean up.
const LISTED: &str =
    "  listed by each sweep, because nothing shows that it is gone; once it is, delete the file\n";

/// The report of a sweep.
pub(crate) fn render(sweep: &Sweep, suite: &Suite, redactor: &Redactor) -> String {
    let mut text = String::new();
    for path in &sweep.in_progress {
        let _ = writeln!(text, "{}: its run is still in progress", path.display());
    }
    for journal in &sweep.journals {
        describe(&mut text, journal, suite, redactor);
    }
    if text.is_empty() && sweep.damaged.is_empty() {
        text.push_str("nothing is left to clean up\n");
    }
    if sweep.elsewhere > 0 {
        let count = counted(sweep.elsewhere, "journal");
        let _ = writeln!(text, "{count} of other services or accounts: skipped");
    }
    text
}

fn describe(text: &mut String, journal: &SweptJournal, suite: &Suite, redactor: &Redactor) {
    let SweptJournal { path, started_at, results, open, leftovers } = journal;
    if results.is_empty() && leftovers.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}, of a run at {started_at}", path.display());
    let rows = results.iter().map(|result| {
        let why = describe_response(&result.outcome, result.received);
        let request = format!("{} {}", result.write.method, redactor.shown(&result.write.target));
        [word(result, open, suite).to_owned(), request, redactor.shown(&why)]
    });
    text.push_str(&aligned(rows, 2));
    if !open.is_empty() {
        text.push_str(OPEN);
    }
    if !leftovers.is_empty() {
        text.push_str("  not cleaned up\n");
        let shown: Vec<_> = leftovers.iter().map(Leftover::from).collect();
        let lines = redactor.shown(&list_leftovers(&shown));
        text.extend(lines.lines().map(|line| format!("  {line}\n")));
        if open.is_empty() && !leftovers.iter().all(is_certain) {
            text.push_str(LISTED);
        }
    }
}

fn describe_response(outcome: &Result<Response, Fault>, received: Option<WriteOutcome>) -> String {
    match outcome {
        Ok(response) if response.status == 501 => "not implemented (501)".to_owned(),
        Ok(response) if received == Some(WriteOutcome::KeyRefused) => {
            format!("the key was refused ({})", response.status)
        }
        Ok(response) => format!("status {}", response.status),
        Err(Fault::Unsendable(why)) => why.clone(),
        Err(fault) => fault.to_string(),
    }
}

fn word(result: &CleanupResult, open: &[CleanupTask], suite: &Suite) -> &'static str {
    let operation = suite.contract.operation(&result.write.operation);
    let removes = operation.is_some_and(|operation| operation.removes.is_some());
    match result.received {
        _ if open.iter().any(|task| task.write == result.write) => "still open",
        Some(WriteOutcome::Accepted | WriteOutcome::NotFound) if removes => "removed",
        Some(WriteOutcome::Accepted) => "restored",
        _ => "refused",
    }
}

/// What a run that was stopped at once did not clean up, and the command that does.
pub(crate) fn render_open_tasks(open: &[CleanupTask], flags: &str, redactor: &Redactor) -> String {
    if open.is_empty() {
        return "stopped at once; nothing is left to sweep\n".to_owned();
    }
    let mut text = format!("stopped at once; {} left to sweep\n", counted(open.len(), "call"));
    for CleanupTask { write, .. } in open {
        let _ = writeln!(text, "  {} {}", write.method, redactor.shown(&write.target));
    }
    let _ = writeln!(text, "  {} sweep {flags}", env!("CARGO_PKG_NAME"));
    text
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;
    use crate::exchange::ResponseBody;

    #[test]
    fn responses_that_prevent_cleanup_are_named() {
        let said = |status, received| {
            let response =
                Response { status, headers: HeaderMap::new(), body: ResponseBody::default() };
            describe_response(&Ok(response), Some(received))
        };
        assert_eq!(said(501, WriteOutcome::Failed), "not implemented (501)");
        assert_eq!(said(401, WriteOutcome::KeyRefused), "the key was refused (401)");
        assert_eq!(said(409, WriteOutcome::Refused), "status 409");
    }
}
