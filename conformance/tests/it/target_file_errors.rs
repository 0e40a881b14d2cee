//! Rendered errors of target files; those of scenarios are in `cases`.

use std::fs;

use crate::session::library;

#[test]
fn key_in_a_target_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    let text = "\
target: 1
base_url: ftp://library.test
level: ful
email_domain: someone@example.com
keys: { main: card-main, other: { env: CARD } }
fixtures:
  open_loan: [{ id: l1, acount: main, facts: { member: a@example.com, color: red } }]
  open_lone: []
  returned_loan: [{ id: l2, facts: { renewals: many } }]
";
    fs::write(&path, text).unwrap();
    let errors = library().target(&path).unwrap_err().to_string();
    let rendered = errors.replace(&path.display().to_string(), "target.yaml");
    insta::assert_snapshot!(rendered);
}

#[test]
fn password_in_a_base_url_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    for base_url in ["https://me:secret@library.test", "me:secret@library.test:99999"] {
        fs::write(&path, format!("target: 1\nbase_url: {base_url}\n")).unwrap();
        let errors = library().target(&path).unwrap_err().to_string();
        assert!(errors.contains("base_url") && !errors.contains("secret"), "{errors}");
    }
}
