//! What runs say of variants, as a table for people.

use std::fmt::Write;

use referral_conformance::report::escape;

use super::{Said, VariantResult, passes};
use crate::variant::Variant;

const VERDICTS: [&str; 5] = [
    "held",
    "violated",
    "deviates",
    "not_exercised",
    "inconclusive",
];

/// Renders what was said of the variants; of one that is not well, all that makes it what it is.
#[must_use]
pub fn render(tried: &[VariantResult]) -> String {
    let widest = tried
        .iter()
        .map(|tried| tried.variant.name.chars().count())
        .max();
    let width = widest.unwrap_or(0).max("variant".len());
    let mut text = format!("{:width$}", "variant");
    for verdict in VERDICTS {
        let _ = write!(text, "  {verdict}");
    }
    text.push_str("  exit\n");
    for tried in tried {
        let _ = write!(text, "{:width$}", tried.variant.name);
        match &tried.outcome {
            Ok(said) => text.push_str(&counted(said)),
            Err(why) => {
                let _ = write!(text, "  no verdicts: {why}");
            }
        }
        text.push('\n');
    }
    for tried in tried.iter().filter(|tried| !passes(&tried.outcome)) {
        text.push_str(&unwell(tried));
    }
    for tried in tried {
        if tried.is_incomplete() {
            let name = &tried.variant.name;
            let _ = writeln!(text, "\n{name} hides nothing, and not all of it was seen");
        }
        for topic in tried.idle() {
            let name = &tried.variant.name;
            let _ = writeln!(
                text,
                "\n{name} claims a {topic:?} of its own, and shows none"
            );
        }
    }
    let count = |is: fn(&Said) -> bool| {
        let said = tried.iter().filter_map(|tried| tried.outcome.as_ref().ok());
        said.filter(|said| is(said)).count()
    };
    let _ = writeln!(
        text,
        "\n{} variants, {} accused, {} left untidy, {} without verdicts",
        tried.len(),
        count(|said| !said.reported.is_empty()),
        count(|said| !said.left.is_empty()),
        tried.len() - count(|_| true)
    );
    text
}

/// What the variants are like, a line for each.
#[must_use]
pub fn list(variants: &[Variant]) -> String {
    let widest = variants.iter().map(|variant| variant.name.chars().count());
    let width = widest.max().unwrap_or_default();
    let line = |variant: &Variant| {
        let Variant { name, about, .. } = variant;
        format!("{name:width$}  {about}\n")
    };
    variants.iter().map(line).collect()
}

fn counted(said: &Said) -> String {
    let mut text = String::new();
    for verdict in VERDICTS {
        let count = said.counts.get(verdict).copied().unwrap_or_default();
        let _ = write!(text, "  {count:>width$}", width = verdict.len());
    }
    let _ = write!(text, "  {:>4}", said.exit.code());
    text
}

fn unwell(tried: &VariantResult) -> String {
    let mut text = format!("\n{} breaks no clause; it differs in\n", tried.variant.name);
    for choice in &tried.variant.choices {
        let _ = writeln!(text, "  {choice}");
    }
    for reported_violation in tried.outcome.iter().flat_map(|said| &said.reported) {
        let _ = writeln!(
            text,
            "accused of {}: {}",
            reported_violation.clause, reported_violation.statement
        );
        for because in &reported_violation.because {
            let _ = writeln!(text, "  {}", escape(because));
        }
    }
    for left in tried.outcome.iter().flat_map(|said| &said.left) {
        let _ = writeln!(text, "left behind by {}", escape(left));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use referral_conformance::exit::Exit;

    use super::*;
    use crate::intercept::Intercept;
    use crate::variant::{Alternative, Choice, Topic};
    use crate::variant_run::ReportedViolation;

    struct Straight;

    impl Intercept for Straight {}

    fn tried(name: &str, reported: Vec<ReportedViolation>) -> VariantResult {
        let alternative = Alternative {
            name: "204".to_owned(),
            intercept: Arc::new(Straight),
            shape: None,
            rewrites: false,
        };
        let gap = "add_book.success.status".to_owned();
        let choices = vec![Choice {
            topic: Topic::SuccessStatus,
            gap,
            operation: None,
            alternative,
        }];
        let counts = [("held", 12), ("violated", reported.len())].into();
        let variant = Variant {
            name: name.to_owned(),
            about: "answers 204".to_owned(),
            drawn: false,
            hides: false,
            choices,
        };
        VariantResult {
            variant,
            outcome: Ok(Said {
                counts,
                exit: Exit::Conforms,
                left: Vec::new(),
                reported,
                idle: BTreeSet::new(),
            }),
        }
    }

    #[test]
    fn table_lists_reported_clauses() {
        let reported_violation = ReportedViolation {
            clause: "add_book.accepted".to_owned(),
            statement: "A valid POST /books is accepted.".to_owned(),
            because: vec![
                "books/add_book step 1: the answer should be a body, and is not".to_owned(),
            ],
        };
        let mut silent = tried("draw 1 of seed 7", Vec::new());
        silent.outcome = Err("there is no server".to_owned());
        let mut idle = tried("terse", Vec::new());
        let said = idle.outcome.as_mut().unwrap();
        said.idle.insert(Topic::SuccessStatus);
        assert!(!idle.passes());
        let mut untidy = tried("empty", Vec::new());
        let said = untidy.outcome.as_mut().unwrap();
        said.exit = Exit::Residue;
        said.left.push("books/add_book: created Book".to_owned());
        assert!(!untidy.passes());
        let mut short = tried("busy", Vec::new());
        short.outcome.as_mut().unwrap().exit = Exit::Incomplete;
        assert!(!short.passes());
        short.variant.hides = true;
        assert!(short.passes());
        short.variant.hides = false;
        let all = [
            tried("bare", Vec::new()),
            tried("odd", vec![reported_violation]),
            idle,
            untidy,
            short,
            silent,
        ];
        insta::assert_snapshot!(render(&all));
        let variants = all.map(|tried| tried.variant);
        assert_eq!(
            list(&variants),
            "bare              answers 204\nodd               answers 204\nterse             answers 204\nempty             answers 204\nbusy              answers 204\ndraw 1 of seed 7  answers 204\n"
        );
    }
}
