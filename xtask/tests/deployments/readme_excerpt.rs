//! README's example of a violation is what the program prints.

use std::path::Path;

use crate::support::{Report, run_at};
use crate::test_server::{answer, serve};

const JSON: &str = "content-type: application/json\r\n";

/// The list of payouts under the spelling that the document should have had.
const CORRECTED: &str =
    r#"{"payouts":[],"meta":{"per_page":50,"page":1,"total_pages":1,"total_payouts":0}}"#;

#[test]
fn the_excerpt_is_what_a_run_prints() {
    let base_url = serve(|request| {
        let is_list = request.path.starts_with("/v2/partner_profile/payouts");
        Some(if is_list {
            answer(200, JSON, CORRECTED)
        } else {
            answer(501, JSON, r#"{"error":"Not implemented"}"#)
        })
    });
    let folder = tempfile::tempdir().unwrap();
    let mut run = run_at(folder.path(), &base_url, "report.json");
    run.args(["--only", "list_partner_profile_payouts", "--level", "read"]);
    run.env("REFERRAL_API_KEY", "a-key-of-sixteen-letters");
    let report = Report::of(folder.path(), "report.json", &run.output().unwrap());

    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let (_, rest) = readme.split_once("```text\n").unwrap();
    let (excerpt, _) = rest.split_once("```").unwrap();
    assert!(excerpt.starts_with("VIOLATED "), "{excerpt}");
    assert!(
        report.human.contains(excerpt),
        "README.md shows:\n{excerpt}\nThe program prints:\n{}",
        report.human
    );
}
