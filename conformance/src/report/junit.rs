//! The JUnit XML report for CI servers: a suite for each operation, a case for each clause.
//!
//! Held and deviating clauses pass. Unexercised clauses are skipped, with the reason. Failures that
//! did not occur in every attempt are in the output of the case. Clauses that `--only` does not
//! select are left out. The time is that of the whole run: scenarios judge many clauses at once.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::DateTime;
use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::Content;
use super::content::{Clause, Outcome};
use super::human::{details, flaky_line};
use crate::contract::SERVICE;

/// The report as XML. Fails if it cannot be written as XML.
pub fn render(report: &Content) -> Result<String, SerializeError> {
    let run = &report.run;
    let mut whole = quick_junit::Report::new(format!("{} at {}", report.service, run.base_url));
    let started = DateTime::parse_from_rfc3339(&run.started_at).ok();
    whole.timestamp = started;
    whole.time = run.duration_ms.map(Duration::from_millis);
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for clause in report.selected() {
        let name = clause.operation.as_deref().unwrap_or(SERVICE);
        let suite = suites.entry(name).or_insert_with(|| {
            let mut suite = TestSuite::new(name);
            suite.timestamp = started;
            suite
        });
        suite.add_test_case(case(report, clause, name));
    }
    whole.add_test_suites(suites.into_values());
    whole.to_string()
}

fn case(report: &Content, clause: &Clause, suite: &str) -> TestCase {
    let mut case = TestCase::new(&clause.id, status(report, clause));
    case.set_classname(suite);
    case.set_assertions(usize::try_from(clause.witnesses).unwrap_or(usize::MAX));
    let mut notes = String::new();
    if clause.verdict == Outcome::Deviates || clause.verdict.is_breach() && clause.waiver.is_some()
    {
        notes.push_str(&format!("{}\n{}", clause.verdict.name(), details(report, clause)));
    }
    if clause.has_idle_waiver {
        notes.push_str("the waiver is no longer needed\n");
    }
    notes.push_str(&flaky_failures(report, &clause.id));
    if !notes.is_empty() {
        case.set_system_out(notes);
    }
    case
}

/// The failures of a clause that did not occur in every attempt, one line each.
fn flaky_failures(report: &Content, clause: &str) -> String {
    let mut text = String::new();
    for repeated in &report.repeated {
        for doubt in repeated.doubts.iter().filter(|doubt| doubt.clause == clause) {
            let (why, line) = (&repeated.meaning, flaky_line(doubt, repeated.tries));
            text.push_str(&format!("retried: {why}\nin {}: {line}\n", repeated.scenario));
        }
    }
    text
}

fn status(report: &Content, clause: &Clause) -> TestCaseStatus {
    let word = clause.verdict.name();
    let reason = clause.reason.as_deref().unwrap_or_default();
    let why = match clause.verdict {
        Outcome::Held | Outcome::Deviates => return TestCaseStatus::success(),
        Outcome::Violated if clause.waiver.is_some() => clause.waived().unwrap_or_default(),
        Outcome::Violated => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status
                .set_type(word)
                .set_message(&clause.statement)
                .set_description(details(report, clause));
            return status;
        }
        Outcome::NotExercised | Outcome::Inconclusive => {
            let lacking = match clause.lacking_elsewhere() {
                Some(operations) => format!(" ({operations})"),
                None => String::new(),
            };
            let waived = clause.waived().map_or(String::new(), |waived| format!("; {waived}"));
            format!("{reason}: {}{lacking}{waived}", report.meaning(reason))
        }
        Outcome::Untestable => reason.to_owned(),
    };
    let mut status = TestCaseStatus::skipped();
    status.set_type(word).set_message(format!("{word}: {why}"));
    status
}
