//! Diagnostics of contracts that cannot be generated from: each has a location and a fix, and no consequential errors.

use crate::difficult_contract::rendered_diagnostics;
use crate::files::files;

/// The name of a case, and its edits: address of a file, a text in it, its replacement.
type Case = (String, Vec<[String; 3]>);

#[test]
fn each_error_is_reported_once_at_its_location() {
    let cases: Vec<Case> = serde_yaml::from_str(include_str!("diagnostics.yaml")).unwrap();
    let mut reports = String::new();
    for (name, edits) in cases {
        let mut files = files();
        for [address, from, to] in edits {
            let file = files.iter_mut().find(|file| file.address == address).unwrap();
            assert!(file.text.contains(&from), "{name}: {address} has no {from:?}");
            file.text = file.text.replacen(&from, &to, 1);
        }
        reports += &format!("== {name}\n{}\n", rendered_diagnostics(&files));
    }
    insta::assert_snapshot!(reports);
}
