//! Results of variants as a table.

use std::fmt::Write;

use comfy_table::CellAlignment;
use referral_conformance::text::{counted, escape};

use super::{VariantReport, VariantResult, is_clean};
use crate::matrix::table::plain_table;
use crate::variant::Variant;

const VERDICTS: [&str; 5] = ["held", "violated", "deviates", "not_exercised", "inconclusive"];

/// Renders the results, with details of variants that do not pass.
pub fn render(results: &[VariantResult]) -> String {
    let header = ["variant"].into_iter().chain(VERDICTS).chain(["exit"]);
    let mut table = plain_table(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for result in results {
        let mut cells = vec![result.variant.name.clone()];
        if let Ok(report) = &result.outcome {
            let count = |verdict| report.counts.get(verdict).copied().unwrap_or_default();
            cells.extend(VERDICTS.map(|verdict| count(verdict).to_string()));
            cells.push(report.exit.code().to_string());
        }
        table.add_row(cells);
    }
    let mut text = format!("{}\n", table.trim_fmt());
    for result in results {
        text.push_str(&details(result));
    }
    let count = |is: fn(&VariantReport) -> bool| {
        let reports = results.iter().filter_map(|it| it.outcome.as_ref().ok());
        reports.filter(|report| is(report)).count()
    };
    let _ = writeln!(
        text,
        "\n{}: {} with violations, {} with leftovers, {} failed",
        counted(results.len(), "variant"),
        count(|report| !report.violations.is_empty()),
        count(|report| !report.leftovers.is_empty()),
        results.len() - count(|_| true)
    );
    text
}

/// Renders the names and descriptions of the variants.
pub fn list(variants: &[Variant]) -> String {
    let mut table = plain_table(["variant", "description"]);
    for variant in variants {
        table.add_row([&variant.name, &variant.description]);
    }
    format!("{}\n", table.trim_fmt())
}

/// Why a variant does not pass; empty if it passes.
fn details(result: &VariantResult) -> String {
    let mut text = String::new();
    let name = &result.variant.name;
    if !is_clean(&result.outcome) {
        let _ = writeln!(text, "\n{name} violates no clause; it differs in");
        for choice in &result.variant.choices {
            let _ = writeln!(text, "  {choice}");
        }
    }
    match &result.outcome {
        Ok(report) => {
            for violation in &report.violations {
                let (clause, statement) = (&violation.clause, &violation.statement);
                let _ = writeln!(text, "reported {clause}: {statement}");
                for failure in &violation.failures {
                    let _ = writeln!(text, "  {}", escape(failure));
                }
            }
            for leftover in &report.leftovers {
                let _ = writeln!(text, "left behind by {}", escape(leftover));
            }
        }
        Err(reason) => {
            let _ = writeln!(text, "failed: {reason}");
        }
    }
    if result.is_incomplete() {
        let _ = writeln!(text, "\n{name} hides nothing, but the run is incomplete");
        for (clause, verdict) in result.outcome.iter().flat_map(|report| &report.open) {
            let reason = verdict.reason().unwrap_or_default();
            let _ = writeln!(text, "  {clause}: {}: {reason}", verdict.name());
        }
    }
    for topic in result.unused_topics() {
        let _ = writeln!(text, "\n{name} does not differ in its choice for {topic:?}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use referral_conformance::exit::Exit;
    use referral_conformance::reason::Reason;
    use referral_conformance::verdict::Verdict;

    use super::*;
    use crate::intercepts::on_request;
    use crate::variant::{Alternative, Choice, Topic};
    use crate::variant_run::ReportedViolation;

    fn result(name: &str, violations: Vec<ReportedViolation>) -> VariantResult {
        let alternative = Alternative {
            name: "204".to_owned(),
            intercept: on_request(|cx| cx.forward()),
            identifier_format: None,
            reframes: false,
        };
        let choices = vec![Choice {
            topic: Topic::SuccessStatus,
            gap: "add_book.success.status".to_owned(),
            operation: None,
            alternative,
        }];
        VariantResult {
            variant: Variant {
                name: name.to_owned(),
                description: "responds with 204".to_owned(),
                drawn: false,
                hides: false,
                choices,
            },
            outcome: Ok(VariantReport {
                counts: [("held", 12), ("violated", violations.len())].into(),
                exit: Exit::Conforms,
                leftovers: Vec::new(),
                violations,
                open: Vec::new(),
                unused_topics: BTreeSet::new(),
            }),
        }
    }

    #[test]
    fn table_lists_reported_clauses() {
        let violation = ReportedViolation {
            clause: "add_book.accepted".to_owned(),
            statement: "A valid POST /books is accepted.".to_owned(),
            failures: vec!["books/add_book step 1: response: expected a body, got none".to_owned()],
        };
        let mut failed = result("draw 1 of seed 7", Vec::new());
        failed.outcome = Err("no server".to_owned());
        let mut unused = result("terse", Vec::new());
        let report = unused.outcome.as_mut().unwrap();
        report.unused_topics.insert(Topic::SuccessStatus);
        assert!(!unused.passes());
        let mut untidy = result("empty", Vec::new());
        let report = untidy.outcome.as_mut().unwrap();
        report.exit = Exit::Leftovers;
        report.leftovers.push("books/add_book: created Book".to_owned());
        assert!(!untidy.passes());
        let mut incomplete = result("busy", Vec::new());
        let report = incomplete.outcome.as_mut().unwrap();
        report.exit = Exit::Incomplete;
        report.open.push(("list_books.order".to_owned(), Verdict::Inconclusive(Reason::Unstable)));
        assert!(!incomplete.passes());
        incomplete.variant.hides = true;
        assert!(incomplete.passes());
        incomplete.variant.hides = false;
        let topic = &mut incomplete.variant.choices[0].topic;
        let topic = std::mem::replace(topic, Topic::ConcurrentClients);
        assert!(incomplete.passes());
        let open = &mut incomplete.outcome.as_mut().unwrap().open;
        open.push(("list_books.order".to_owned(), Verdict::NotExercised(Reason::NoScenario)));
        assert!(!incomplete.passes());
        incomplete.outcome.as_mut().unwrap().open.pop();
        incomplete.variant.choices[0].topic = topic;
        let all = [
            result("bare", Vec::new()),
            result("odd", vec![violation]),
            unused,
            untidy,
            incomplete,
            failed,
        ];
        insta::assert_snapshot!(render(&all));
        insta::assert_snapshot!(list(&all.map(|result| result.variant)), @r"
        variant           description
        bare              responds with 204
        odd               responds with 204
        terse             responds with 204
        empty             responds with 204
        busy              responds with 204
        draw 1 of seed 7  responds with 204
        ");
    }
}
