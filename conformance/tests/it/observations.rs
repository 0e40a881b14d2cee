//! Observations in the report for people: their number, and with `--verbose` what was seen at each gap.

use crate::session::conforming;

#[test]
fn observations_are_counted_and_listed_on_request() {
    let outcome = conforming();
    let report = outcome.report();
    let observations = report["observations"].as_array().unwrap();
    let section = |text: &str| {
        let (_, after) = text.split_once("\nobservations\n").unwrap();
        after.split_once("\n\n").unwrap().0.to_owned()
    };
    let short = section(&outcome.human);
    let count = format!("  {} observations in ", observations.len());
    assert!(short.starts_with(&count) && short.contains("--verbose"), "{short}");
    assert_eq!(short.lines().count(), 1, "{short}");

    let all = section(&outcome.verbose);
    insta::assert_snapshot!(all);
    for seen in observations {
        let line = format!("{:>5}  {}\n", seen["witnesses"], seen["value"].as_str().unwrap());
        assert!(format!("{all}\n").contains(&line), "{line}: {all}");
    }
}
