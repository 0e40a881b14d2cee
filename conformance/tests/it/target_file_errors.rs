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

#[test]
fn keys_in_a_target_file_are_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    let key = "rk_0123456789abcdef0123456789abcdef";
    for keys in [
        format!("{{ main: {key} }}"),
        format!("{{ main: \"{key}\" }}"),
        format!("{{ main: {{ key: {key} }} }}"),
        format!("{{ main: {{ {key} }} }}"),
        format!("{{ main: [{key}] }}"),
        format!("{{ main: {{ env: {key}, file: {key} }} }}"),
        format!("\n  main:\n    key: |\n      {key}"),
        format!("\n  main:\n  - {key}"),
        key.to_owned(),
    ] {
        fs::write(&path, format!("target: 1\nkeys: {keys}\n")).unwrap();
        let errors = library().target(&path).unwrap_err().to_string();
        assert!(!errors.contains("0123456789"), "{errors}");
        assert!(errors.contains("write `env: NAME` or `file: PATH`"), "{errors}");
    }
    // Nor if another line is wrong, or the file is not YAML.
    for (text, code) in [
        (format!("{{ target: 1, levle: own, keys: {{ main: {{ env: {key} }} }} }}"), "unknown-key"),
        (format!("target: 1\nkeys: {{ main: @{key} }}\n"), "error"),
        (format!("target: 1\nkeys: {{ main: {key}\n"), "error"),
        // Nor under a misspelt name, or anywhere in a file without one.
        (format!("target: 1\nkyes: {{ main: {key} }}\n"), "unknown-key"),
        ("target: 1\nkyes: { main: key-0123456789 }\n".to_owned(), "unknown-key"),
        (format!("target: 1\nkyes:\n  main: {key}\n  other: {key}\n"), "unknown-key"),
        (format!("target: 1\nmain: {key}\n"), "unknown-key"),
        (format!("target: 1\n{key}: main\n"), "unknown-key"),
        (format!("target: 1\nkyes: {{ main: {key}\n"), "error"),
        (format!("- {key}\n"), "error"),
        (format!("{key}\n"), "error"),
    ] {
        fs::write(&path, text).unwrap();
        let errors = library().target(&path).unwrap_err().to_string();
        assert!(errors.contains(code) && !errors.contains("0123456789"), "{errors}");
    }
}

#[test]
fn line_of_a_file_that_is_not_utf8_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    fs::write(&path, b"target: 1\nkeys: { main: rk_0123456789, other: \xff }\n").unwrap();
    let errors = library().target(&path).unwrap_err().to_string();
    let rendered = errors.replace(&path.display().to_string(), "target.yaml");
    insta::assert_snapshot!(rendered, @r"
    error[not-utf8]: the file is not UTF-8: target.yaml:2:37
     |
     = help: save the file in the encoding UTF-8

    error: 1 error found
    ");
}

#[test]
fn fixture_ids_are_checked_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("target.yaml");
    for (ids, words) in [
        (r#"{ id: "" }"#, "is empty"),
        (r#"{ id: "a\0b" }"#, "has control characters"),
        (r#"{ id: "a\nb" }"#, "has control characters"),
        ("{ id: a }, { id: b }, { id: a }", "have the same `id`"),
    ] {
        fs::write(&path, format!("target: 1\nfixtures:\n  open_loan: [{ids}]\n")).unwrap();
        let errors = library().target(&path).unwrap_err().to_string();
        assert!(errors.contains("error[bad-fixture-id]: "), "{errors}");
        assert!(errors.contains(words) && errors.contains("target.yaml:3:"), "{errors}");
    }
    let text = "target: 1\nfixtures:\n  open_loan: [{ id: a }, { id: a, account: other_branch }]\n  returned_loan: [{ id: a }]\n";
    fs::write(&path, text).unwrap();
    library().target(&path).unwrap();
}
