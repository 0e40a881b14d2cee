//! The command `key`, and its effect on all servers of a database.

use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Service, program, refused, run, stdout_of, text};
use crate::database::Database;
#[cfg(unix)]
use crate::postgres::shared_cluster;

fn planted() -> TempDir {
    let folder = TempDir::new().unwrap();
    stdout_of(&folder, &["seed", "demo"]);
    folder
}

/// The keys as JSON.
fn listed(folder: &TempDir) -> Vec<Value> {
    let list = stdout_of(folder, &["key", "list", "--format", "json"]);
    serde_json::from_str(&list).unwrap()
}

/// A key with a user.
fn held(folder: &TempDir) -> Value {
    let mut keys = listed(folder).into_iter();
    keys.find(|key| !key["user"].is_null()).unwrap()
}

#[test]
fn keys_are_issued_listed_and_revoked() {
    let folder = planted();
    let before = listed(&folder);
    assert_eq!(before.len(), 6);
    let held = held(&folder);
    let (account, user) = (held["account"].as_str().unwrap(), held["user"].as_str().unwrap());

    let issue = ["key", "issue", "--account", account, "--user", user];
    let issued = run(&folder, &issue);
    let output = text(&issued.stdout);
    assert!(output.starts_with("rk_") && output.len() == 3 + 64 + 1, "the key and nothing else");
    assert!(!text(&issued.stderr).contains(output.trim_end()));
    let mut after = listed(&folder).into_iter();
    let new = after.find(|text| !before.contains(text)).unwrap();
    assert_eq!((&new["account"], &new["user"]), (&held["account"], &held["user"]));
    let new = new["key"].as_str().unwrap();
    assert!(text(&issued.stderr).contains(new));
    assert_eq!(stdout_of(&folder, &["key", "revoke", new]), "");
    assert_eq!(listed(&folder), before);
    assert!(refused(&folder, &["key", "revoke", new]).contains("there is no key"));
}

#[test]
fn the_database_holds_no_key() {
    let folder = TempDir::new().unwrap();
    let mut keys = stdout_of(&folder, &["seed", "demo"]);
    keys += &stdout_of(&folder, &["key", "issue", "--account", "account_00000000a001"]);
    let secrets: Vec<_> = keys.split("rk_").skip(1).map(|rest| &rest[..64]).collect();
    assert_eq!(secrets.len(), 6 + 1);
    let mut read = 0;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        read += bytes.len();
        let text = String::from_utf8_lossy(&bytes);
        assert!(secrets.iter().all(|secret| !text.contains(secret)));
    }
    assert!(read > 10_000);
}

#[test]
fn a_list_is_a_table_with_headings_and_can_be_of_one_account() {
    let folder = planted();
    let all = stdout_of(&folder, &["key", "list"]);
    let headings: Vec<_> = all.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(headings, ["KEY", "ACCOUNT", "USER", "ISSUED"]);
    assert_eq!(all.lines().count(), 1 + 6);
    let account = held(&folder)["account"].as_str().unwrap().to_owned();
    let some = stdout_of(&folder, &["key", "list", "--account", &account]);
    let mut lines = some.lines().skip(1);
    assert!(lines.all(|line| line.contains(&account)) && some.lines().count() < 1 + 6);
}

#[test]
fn unknown_names_get_suggestions() {
    let folder = planted();
    let key = held(&folder)["key"].as_str().unwrap().to_owned();
    let slip = format!("{}x", &key[..key.len() - 1]);
    let output = refused(&folder, &["key", "revoke", &slip]);
    assert!(output.contains(&format!("did you mean `{key}`?")), "{output}");
    let output = refused(&folder, &["key", "revoke", "nothing like it"]);
    assert!(output.contains("known are") && output.contains(&key), "{output}");
    let pasted = format!("rk_{}", "ab".repeat(32));
    let output = refused(&folder, &["key", "revoke", &pasted]);
    assert!(!output.contains("abab"), "{output}");
    let output = refused(&folder, &["key", "issue", "--account", "missing"]);
    assert!(output.contains("there is no account") && output.contains("known are"), "{output}");
    let account = held(&folder)["account"].as_str().unwrap().to_owned();
    let issue = ["key", "issue", "--account", &account, "--user", "user_missing"];
    assert!(refused(&folder, &issue).contains("there is no user of the account"));
}

#[test]
fn key_without_user_cannot_be_rotated() {
    let folder = planted();
    let keys = listed(&folder);
    let gone = keys.iter().find(|key| key["user"].is_null()).unwrap();
    let output = refused(&folder, &["key", "rotate", gone["key"].as_str().unwrap()]);
    assert!(output.contains("was deleted") && output.contains("revoke it"), "{output}");
    assert_eq!(listed(&folder), keys);
}

/// The status that a server answers to this key.
fn status(service: &Service, key: &str) -> String {
    let headers = format!("Connection: close\r\nx-api-key: {key}\r\n");
    let answer = service.get_with("/v3/publications", &headers);
    answer.split(' ').nth(1).unwrap().to_owned()
}

/// A change of a key takes effect on two servers of a database with the next request.
fn holds_on_all_servers(on: impl Fn() -> Command) {
    let change = |args: &[&str]| {
        let done = on().args(args).output().unwrap();
        assert!(done.status.success(), "{}", text(&done.stderr));
        text(&done.stdout).trim_end().to_owned()
    };
    let services = [Service::of(on()), Service::of(on())];
    change(&["seed", "demo"]);
    let owner = ["--owner", "Ada", "--email", "ada@example.com"];
    let account = change(&[&["account", "add", "New"][..], &owner].concat());
    let key = change(&["key", "issue", "--account", "New"]);
    let both = |key: &str| services.each_ref().map(|each_ref| status(each_ref, key));
    assert_eq!(both(&key), ["200", "200"]);

    let uuid = || {
        let list = change(&["key", "list", "--account", &account, "--format", "json"]);
        let list: Vec<Value> = serde_json::from_str(&list).unwrap();
        assert_eq!(list.len(), 1);
        list[0]["key"].as_str().unwrap().to_owned()
    };
    let new = change(&["key", "rotate", &uuid()]);
    assert_ne!(new, key);
    assert_eq!(
        (both(&key), both(&new)),
        (["401"; 2].map(str::to_owned), ["200"; 2].map(str::to_owned))
    );
    change(&["key", "revoke", &uuid()]);
    assert_eq!(both(&new), ["401", "401"]);
}

#[test]
fn a_revoked_key_is_refused_at_once_on_sqlite() {
    let folder = TempDir::new().unwrap();
    holds_on_all_servers(|| program(folder.path()));
}

#[cfg(unix)]
#[test]
fn a_revoked_key_is_refused_at_once_on_postgres() {
    let Some(cluster) = shared_cluster() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let database = runtime.block_on(Database::schema_of(&cluster.url()));
    holds_on_all_servers(|| {
        let mut command = program(folder.path());
        command.env("REFERRAL_DATABASE", database.url());
        command
    });
}
