//! The JUnit XML report for CI servers: a suite for each operation, a case for each clause.
//!
//! Held and deviating clauses pass. Unexercised clauses are skipped, with the reason. Failures that
//! did not occur in every attempt are in the output of the case. Clauses that `--only` does not
//! select are left out.

use std::collections::BTreeMap;

use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::Report;
use super::human::{details, flaky_line};
use crate::contract::SERVICE;
use crate::verdict::{ClauseVerdict, Verdict};

/// The report as XML. Fails if it cannot be written as XML.
pub fn render(report: &Report<'_>) -> Result<String, SerializeError> {
    let run = &report.run;
    let title = &report.suite.contract.service.title;
    let mut whole = quick_junit::Report::new(format!("{title} at {}", run.base_url));
    let mut suites: BTreeMap<&str, TestSuite> = BTreeMap::new();
    for verdict in report.verdicts.iter().filter(|verdict| verdict.is_selected()) {
        let name = verdict.clause.operation.as_deref().unwrap_or(SERVICE);
        let suite = suites.entry(name).or_insert_with(|| TestSuite::new(name));
        suite.add_test_case(case(report, verdict, name));
    }
    whole.add_test_suites(suites.into_values());
    whole.to_string()
}

fn case(report: &Report<'_>, verdict: &ClauseVerdict, suite: &str) -> TestCase {
    let mut case = TestCase::new(&verdict.clause.id, status(report, verdict));
    case.set_classname(suite);
    case.set_assertions(usize::try_from(verdict.witnesses).unwrap_or(usize::MAX));
    let mut notes = String::new();
    if verdict.verdict == Verdict::Deviates {
        notes.push_str(&format!("deviates\n{}", details(report, verdict)));
    }
    notes.push_str(&flaky_failures(report, &verdict.clause.id));
    if !notes.is_empty() {
        case.set_system_out(notes);
    }
    case
}

/// The failures of a clause that did not occur in every attempt, one line each.
fn flaky_failures(report: &Report<'_>, clause: &str) -> String {
    let mut text = String::new();
    for repeated in report.repeated.iter() {
        for flaky in repeated.flaky.iter().filter(|flaky| flaky.clause == clause) {
            let (why, line) = (repeated.why.explanation(), flaky_line(flaky, repeated.attempts));
            text.push_str(&format!("retried: {why}\nin {}: {line}\n", repeated.scenario));
        }
    }
    text
}

fn status(report: &Report<'_>, verdict: &ClauseVerdict) -> TestCaseStatus {
    let word = verdict.verdict.name();
    let why = match &verdict.verdict {
        Verdict::Held | Verdict::Deviates => return TestCaseStatus::success(),
        Verdict::Violated => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status
                .set_type(word)
                .set_message(&verdict.clause.statement)
                .set_description(details(report, verdict));
            return status;
        }
        Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) => {
            let lacking = match verdict.lacking_elsewhere() {
                Some(operations) => format!(" ({operations})"),
                None => String::new(),
            };
            format!("{}: {}{lacking}", reason.name(), reason.explanation())
        }
        Verdict::Untestable(why) => why.clone(),
    };
    let mut status = TestCaseStatus::skipped();
    status.set_type(word).set_message(format!("{word}: {why}"));
    status
}
