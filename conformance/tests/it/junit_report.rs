//! The JUnit report agrees with the other reports.

use crate::library::{Broken, FixedResponse, Library};
use crate::session::{library, run};

#[test]
fn junit_has_one_case_per_clause() {
    let outcomes = [
        run(&library(), Library::new(Broken::Nothing)),
        run(&library(), Library::new(Broken::PageKey)),
        run(&library(), FixedResponse(Ok((200, "<![CDATA[ \u{1b}[31m ]]> & \"")))),
    ];
    for outcome in outcomes {
        let count = |text: &str| outcome.junit.matches(text).count();
        let verdicts = |wanted: fn(&str) -> bool| {
            let words = outcome.verdicts.values();
            words.filter(|word| wanted(word)).count()
        };
        let passed = verdicts(|word| ["held", "deviates"].contains(&word));
        let failed = verdicts(|word| word == "violated");
        assert_eq!(count("<testcase "), outcome.verdicts.len());
        assert_eq!(count("<failure "), failed);
        assert_eq!(count("<skipped "), outcome.verdicts.len() - passed - failed);
        assert_eq!(count("classname=\"service\""), count("name=\"service."));
        assert!(!outcome.junit.contains('\u{1b}'));
    }
}

#[test]
fn junit_failure_has_request_and_rerun_command() {
    let outcome = run(&library(), Library::new(Broken::PageKey));
    let start = outcome.junit.find("<failure ").unwrap();
    let rest = &outcome.junit[start..];
    let end = rest.find("</failure>").unwrap();
    insta::assert_snapshot!(&rest[..end]);
}
