//! The command `account`.

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Service, refused, run, stdout_of, text};

const ADA: [&str; 4] = ["--owner", "Ada", "--email", "ada@example.com"];

fn add(folder: &TempDir, name: &str) -> String {
    let added = stdout_of(folder, &[&["account", "add", name][..], &ADA].concat());
    added.trim_end().to_owned()
}

fn listed(folder: &TempDir) -> Vec<Value> {
    let list = stdout_of(folder, &["account", "list", "--format", "json"]);
    serde_json::from_str(&list).unwrap()
}

#[test]
fn an_account_that_was_added_can_be_used() {
    let folder = TempDir::new().unwrap();
    let uuid = add(&folder, "Letters");
    let key = stdout_of(&folder, &["key", "issue", "--account", "Letters"]);
    let list = listed(&folder);
    assert_eq!(list.len(), 1);
    let expected =
        serde_json::json!({"account": uuid, "name": "Letters", "esp": null, "users": 1, "keys": 1});
    assert_eq!(list[0], expected);

    let service = Service::start(&folder);
    let headers = format!("Connection: close\r\nx-api-key: {key}\r\n").replace("\n\r", "\r");
    for path in [
        "/v3/account",
        "/v2/subscribers",
        "/v2/campaigns",
        "/v3/payouts",
        "/v2/partner_profile/payouts",
    ] {
        let answer = service.get_with(path, &headers);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let answer = service.get_with("/v3/account", &headers);
    assert!(answer.contains("Letters") && answer.contains("ada@example.com"), "{answer}");
}

#[test]
fn the_users_of_an_account_are_shown() {
    let folder = TempDir::new().unwrap();
    let uuid = add(&folder, "Letters");
    for called in ["Letters", &uuid] {
        let output = stdout_of(&folder, &["account", "show", called]);
        let lines: Vec<_> = output.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("USER") && lines[1].ends_with("owner"), "{output}");
        assert!(lines[1].contains("Ada") && lines[1].contains("ada@example.com"), "{output}");
    }
}

#[test]
fn an_account_is_renamed() {
    let folder = TempDir::new().unwrap();
    let uuid = add(&folder, "Letters");
    add(&folder, "Notes");
    stdout_of(&folder, &["account", "rename", "Letters", "Post"]);
    let names: Vec<_> = listed(&folder).iter().map(|account| account["name"].clone()).collect();
    assert_eq!(names, ["Notes", "Post"]);
    stdout_of(&folder, &["account", "rename", &uuid, "Post"]);
    let output = refused(&folder, &["account", "rename", "Post", "Notes"]);
    assert!(output.contains("already has the name `Notes`"), "{output}");
}

#[test]
fn invalid_accounts_are_refused_without_changes() {
    let folder = TempDir::new().unwrap();
    for (name, owner, email) in [
        (" ", "Ada", "ada@example.com"),
        ("Letters", "", "ada@example.com"),
        ("Letters", "Ada", "ada at example"),
    ] {
        refused(&folder, &["account", "add", name, "--owner", owner, "--email", email]);
    }
    assert!(!folder.path().join("referral.db").exists());
    add(&folder, "Letters");
    let twice = [&["account", "add", "Letters"][..], &ADA].concat();
    assert!(refused(&folder, &twice).contains("already"));
    let output = refused(&folder, &["account", "show", "Leters"]);
    assert_eq!(output, "error: there is no account `Leters`; did you mean `Letters`?");
    assert_eq!(listed(&folder).len(), 1);
}

#[test]
fn an_account_is_removed_only_when_confirmed() {
    let folder = TempDir::new().unwrap();
    add(&folder, "Letters");
    stdout_of(&folder, &["key", "issue", "--account", "Letters"]);
    let output = refused(&folder, &["account", "remove", "Letters"]);
    for expected in ["  keys: 1", "  users: 1", "is removed permanently", "add --yes"] {
        assert!(output.contains(expected), "{output}");
    }
    assert_eq!(listed(&folder).len(), 1);
    let removed = run(&folder, &["account", "remove", "Letters", "--yes"]);
    assert!(
        removed.status.success() && text(&removed.stderr).contains("  users: 1"),
        "{removed:?}"
    );
    assert_eq!(listed(&folder).len(), 0);
}

#[test]
fn an_account_with_programs_that_others_recommend_is_not_removed() {
    let folder = TempDir::new().unwrap();
    stdout_of(&folder, &["seed", "demo"]);
    let before = listed(&folder);
    let named = before.iter().map(|account| account["account"].as_str().unwrap());
    let refusals: Vec<_> = named
        .map(|account| run(&folder, &["account", "remove", account, "--yes"]))
        .filter(|done| !done.status.success())
        .collect();
    assert!((1..before.len()).contains(&refusals.len()), "{refusals:?}");
    for refused in &refusals {
        let output = text(&refused.stderr);
        assert!(output.contains("other accounts have"), "{output}");
    }
    assert_eq!(listed(&folder).len(), refusals.len());
}
