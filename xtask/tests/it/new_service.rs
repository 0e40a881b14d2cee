//! `new service`: what it writes is generated and certified, and what it refuses.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::servers::binary;
use crate::shell::Output;
use crate::support::{assert_code, stderr, stdout, xtask_in};
use crate::test_server::{JSON, ReceivedRequest, answer, serve};

const KEY: &str = "key-of-the-tea-house-0123456789";

/// Answers as the new contract says.
fn items() -> impl Fn(&ReceivedRequest) -> Option<Vec<u8>> {
    let items: Mutex<BTreeMap<usize, Value>> = Mutex::default();
    move |received| {
        let key = received
            .header("authorization")
            .map(|key| key.strip_prefix("Bearer").unwrap_or_default().trim());
        let (status, body) = match key {
            None => (401, json!({ "message": "A key is required" })),
            Some(KEY) => handle(&mut items.lock().unwrap(), received),
            Some(_) => (401, json!({ "message": "The key is not known" })),
        };
        Some(answer(status, JSON, &body.to_string()))
    }
}

fn handle(items: &mut BTreeMap<usize, Value>, received: &ReceivedRequest) -> (u16, Value) {
    let path = percent_encoding::percent_decode_str(&received.path).decode_utf8_lossy();
    let path: Vec<_> = path.split('/').skip(1).collect();
    match (received.method.as_str(), path.as_slice()) {
        ("POST", ["items"]) => {
            let sent: Value = serde_json::from_str(&received.body).unwrap_or_default();
            let length = sent["name"].as_str().unwrap_or_default().chars().count();
            if sent.get("name").is_none() {
                return (422, json!({ "message": "A name is required" }));
            }
            if !(1..=100).contains(&length) {
                return (422, json!({ "message": "A name has 1 to 100 characters" }));
            }
            let number = items.len() + 1;
            let time = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
            let item =
                json!({ "id": format!("item-{number}"), "name": sent["name"], "created_at": time });
            items.insert(number, item.clone());
            (201, item)
        }
        ("GET", ["items"]) => (200, items.values().cloned().collect()),
        ("GET", ["items", id]) => match items.values().find(|item| item["id"] == **id) {
            Some(item) => (200, item.clone()),
            None => (404, json!({ "message": format!("No item {id}") })),
        },
        _ => (404, json!({ "message": "No such place" })),
    }
}

fn new_service(folder: &Path, arguments: &[&str]) -> std::process::Output {
    xtask_in(folder, &[&["new", "service"], arguments].concat())
}

/// The commands that it prints, with the key in place of the dots.
fn commands(printed: &str) -> Vec<String> {
    let printed = printed.replace(" \\\n   ", "");
    let commands = printed.lines().filter_map(|line| line.strip_prefix("  "));
    commands.map(|command| command.replace("...", KEY)).collect()
}

#[test]
fn the_printed_commands_generate_and_certify() {
    let folder = tempfile::tempdir().unwrap();
    let created = new_service(folder.path(), &["tea-house"]);
    let printed = stdout(&created);
    assert_eq!(stderr(&created), "created the service `tea_house` in `tea-house`\n");
    let commands = commands(&printed);
    let [clauses, generate, key, run] = &commands[..] else { panic!("{printed}") };
    assert_eq!(*key, format!("export TEA_HOUSE_API_KEY={KEY}"));

    let target = folder.path().join("tea-house/target.yaml");
    let text = fs::read_to_string(&target).unwrap();
    fs::write(&target, text.replace("http://127.0.0.1:8080", &serve(items()))).unwrap();
    let suite = binary("referral-conformance").display().to_string();
    let bash = |command: &str| {
        let command = command.replace("cargo xtask", env!("CARGO_BIN_EXE_xtask"));
        let mut bash = Command::new("bash");
        bash.args(["-euc", &format!("{key}; {}", command.replace("cargo conformance", &suite))]);
        bash.current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
        Output::of(&mut bash)
    };
    for command in [clauses, generate, &format!("{generate} --check"), run] {
        let output = bash(command);
        assert_eq!(output.code, Some(0), "{command}\n{}", output.text);
    }
    assert!(folder.path().join("tea-house/generated/openapi/openapi.yaml").exists());
}

#[test]
fn schemas_are_named_for_editors() {
    let folder = tempfile::tempdir().unwrap();
    assert_code(&new_service(folder.path(), &["a", "--out", "deep/in/a/folder"]), 0);
    for file in ["service.yaml", "items/resource.yaml", "items/get_item.yaml"] {
        let path = folder.path().join("deep/in/a/folder/contract").join(file);
        let text = fs::read_to_string(&path).unwrap();
        let (_, schema) = text.lines().next().unwrap().split_once("$schema=").unwrap();
        assert!(path.parent().unwrap().join(schema).exists(), "{text}");
    }
}

#[test]
fn names_and_folders_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("full")).unwrap();
    fs::write(folder.path().join("full/notes"), "").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, message) in [
        (&["3d-prints"][..], "`3d-prints` cannot name a service"),
        (&["tea house"], "words of letters and digits"),
        (&["a--b"], "words of letters and digits"),
        (&["full"], "the folder `full` is not empty; choose another with `--out DIR`"),
        (&["a", "--out", "full/notes"], "`full/notes` is a file"),
    ] {
        let output = new_service(folder.path(), arguments);
        assert_code(&output, 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    assert_code(&new_service(folder.path(), &["a", "--out", "empty"]), 0);
}
