//! Settings from flags, environment and file, and the command `config`.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Service, program, refused, run, stdout_of, text};

/// A folder with a configuration file of this text under the usual name.
fn with_file(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("referral-reference.yaml"), text).unwrap();
    folder
}

const FILE: [&str; 2] = ["--config", "referral-reference.yaml"];

/// The effective settings with these flags and this environment.
fn settings(folder: &TempDir, flags: &[&str], environment: &[(&str, &str)]) -> Vec<Value> {
    let mut command = program(folder.path());
    command.args(["config", "--format", "json"]).args(flags);
    let done = command.envs(environment.iter().copied()).output().unwrap();
    assert!(done.status.success(), "{}", text(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

/// Value, origin and place of a setting.
fn setting(all: &[Value], name: &str) -> (Value, String, Value) {
    let found = all.iter().find(|setting| setting["setting"] == name).unwrap();
    let from = found["from"].as_str().unwrap().to_owned();
    (found["value"].clone(), from, found["place"].clone())
}

#[test]
fn a_flag_comes_before_the_environment_and_that_before_the_file() {
    let folder = with_file(
        "drain_time: 1s\nlimits:\n  idle_time: 2s\n  header_time: 3s\n  connections: 4\n",
    );
    let environment = [("REFERRAL_IDLE_TIME", "20s"), ("REFERRAL_HEADER_TIME", "30s")];
    let flags = [&FILE[..], &["--header-time", "300s"]].concat();
    let all = settings(&folder, &flags, &environment);
    let path = "referral-reference.yaml";
    for (name, value, from, place) in [
        ("limits.header_time", json!("5m"), "flag", json!("--header-time")),
        ("limits.idle_time", json!("20s"), "environment", json!("REFERRAL_IDLE_TIME")),
        ("limits.connections", json!(4), "file", json!(format!("{path}:5"))),
        ("drain_time", json!("1s"), "file", json!(format!("{path}:1"))),
        ("limits.request_time", json!("30s"), "default", Value::Null),
    ] {
        assert_eq!(setting(&all, name), (value, from.to_owned(), place), "{name}");
    }
}

#[test]
fn every_setting_can_be_given_in_all_three_ways() {
    let file = "listen: 127.0.0.1:1\nadmin_listen: 127.0.0.1:2\ndatabase: sqlite://file.db\n\
                cors_origin: [http://a.example]\nlog: { level: warn, format: json }\n\
                limits:\n  body_bytes: 1\n  body_memory: 1\n  request_time: 1s\n  header_time: 1s\n\
                \x20 idle_time: 1s\n  connections: 1\n  connections_per_address: 1\n  rate_limit: 1/s\n\
                drain_time: 1s\n";
    let folder = with_file(file);
    let values = [
        ("listen", "127.0.0.1:9"),
        ("admin_listen", "127.0.0.1:8"),
        ("database", "sqlite://other.db"),
        ("cors_origin", "http://b.example,https://c.example:8443"),
        ("log", "error"),
        ("log_format", "human"),
        ("body_bytes", "7"),
        ("body_memory", "7"),
        ("request_time", "7s"),
        ("header_time", "7s"),
        ("idle_time", "7s"),
        ("connections", "7"),
        ("connections_per_address", "7"),
        ("rate_limit", "7/s"),
        ("drain_time", "7s"),
    ];
    let kinds = |all: &[Value]| -> Vec<String> {
        let kinds = all.iter().map(|setting| setting["from"].as_str().unwrap().to_owned());
        kinds.collect()
    };
    let count = values.len();
    assert_eq!(kinds(&settings(&folder, &[], &[])), vec!["default"; count]);
    assert_eq!(kinds(&settings(&folder, &FILE, &[])), vec!["file"; count]);
    let names = values.map(|(name, value)| (format!("REFERRAL_{}", name.to_uppercase()), value));
    let mut environment: Vec<_> =
        names.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    environment.push(("REFERRAL_CONFIG", "referral-reference.yaml"));
    let from_environment = settings(&folder, &[], &environment);
    assert_eq!(kinds(&from_environment), vec!["environment"; count]);
    let flags = values.map(|(name, value)| format!("--{}={value}", name.replace('_', "-")));
    let flags: Vec<_> = flags.iter().map(String::as_str).collect();
    let from_flags = settings(&folder, &flags, &environment);
    assert_eq!(kinds(&from_flags), vec!["flag"; count]);
    let output = |all: &[Value]| -> Vec<Value> {
        all.iter().map(|setting| setting["value"].clone()).collect()
    };
    assert_eq!(output(&from_flags), output(&from_environment));
    assert_ne!(output(&from_flags), output(&settings(&folder, &FILE, &[])));
}

#[test]
fn table_is_human_readable() {
    let folder = TempDir::new().unwrap();
    insta::assert_snapshot!(stdout_of(&folder, &["config", "--connections", "9"]));
}

#[test]
fn no_password_is_shown() {
    let folder = with_file("database: postgres://u:s3cret@host/db?password=s3cret\n");
    let flag = "postgres://u:s3%63ret@host/db?sslmode=require&password=s3%63ret";
    for flags in [&FILE[..], &["--database", flag]] {
        for format in ["table", "json"] {
            let output = stdout_of(&folder, &[&["config", "--format", format], flags].concat());
            assert!(output.contains("u:***@host/db?"), "{output}");
            assert!(!output.contains("s3") && !output.contains("ret@"), "{output}");
        }
    }
}

#[test]
fn diagnostics_of_a_file_mask_passwords() {
    let folder = with_file(
        "databse: postgres://user:s3cret@host/db?password=s3cret\nlimits: { conections: 3 }\n",
    );
    for command in
        [&["config"][..], &["serve"], &["key", "list"], &["seed", "demo"], &["account", "list"]]
    {
        let output = refused(&folder, &[command, &FILE].concat());
        assert!(!output.contains("s3cret"), "{output}");
        assert!(output.contains("did you mean `database`?"), "{output}");
    }
    insta::assert_snapshot!(refused(&folder, &["config", "--config", "referral-reference.yaml"]));
    let missing = refused(&folder, &["config", "--config", "nothing.yaml"]);
    assert!(missing.contains("there is no file `nothing.yaml`"), "{missing}");
    assert!(!folder.path().join("referral.db").exists());
}

#[test]
fn every_command_takes_its_database_from_the_file() {
    let folder = with_file("# Where we keep it.\ndatabase: sqlite://kept.db\n");
    stdout_of(&folder, &[&["seed", "demo"][..], &FILE].concat());
    assert!(folder.path().join("kept.db").exists());
    assert!(!folder.path().join("referral.db").exists());
    for command in [&["key", "list"][..], &["account", "list"]] {
        let all = stdout_of(&folder, &[command, &FILE].concat());
        assert!(all.lines().count() > 1, "{all}");
    }
    let empty = with_file("# nothing yet\n");
    assert!(run(&empty, &[&["config"][..], &FILE].concat()).status.success());
}

#[test]
fn service_applies_the_settings_of_its_file() {
    let folder =
        with_file("log: { level: off }\nlimits: { body_bytes: 1 }\ndatabase: sqlite://kept.db\n");
    let mut service = Service::with(&folder, &FILE);
    service.get("/nothing");
    let (_, log) = service.stop("-TERM");
    assert_eq!(log, "");
    assert!(folder.path().join("kept.db").exists());
}

#[test]
fn file_that_is_not_utf8_is_shown_with_its_place() {
    let folder = TempDir::new().unwrap();
    let text = b"listen: 127.0.0.1:1\ndatabase: postgres://u:s3cret@h/\xff\n";
    std::fs::write(folder.path().join("referral-reference.yaml"), text).unwrap();
    let output = refused(&folder, &[&["config"][..], &FILE].concat());
    assert!(output.contains("referral-reference.yaml:2:33"), "{output}");
    assert!(!output.contains("s3cret"), "{output}");
}

#[test]
fn database_url_without_slashes_is_refused_and_not_repeated() {
    let folder = with_file("database: postgres:u:hunter2@h/d\n");
    for flags in [&FILE[..], &["--database", "postgres:///u:hunter2@h/d"]] {
        for command in [&["serve"][..], &["account", "list"], &["seed", "demo"]] {
            let output = refused(&folder, &[command, flags].concat());
            assert!(output.contains("write `postgres://USER:PASSWORD@HOST/NAME`"), "{output}");
            assert!(!output.contains("hunter2"), "{output}");
        }
    }
}

#[test]
fn wrong_value_of_a_variable_names_the_variable() {
    let folder = TempDir::new().unwrap();
    for (variable, value) in [("REFERRAL_LISTEN", "localhost:8090"), ("REFERRAL_LOG", "inof")] {
        let wrong = program(folder.path()).arg("serve").env(variable, value).output().unwrap();
        let output = text(&wrong.stderr);
        assert_eq!(wrong.status.code(), Some(2), "{output}");
        assert!(output.contains(&format!("(environment variable {variable})")), "{output}");
    }
    for address in ["localhost:8090", "8090", "127.0.0.1"] {
        let mut wrong = program(folder.path());
        wrong.args(["serve", "--listen", address]).env("REFERRAL_LISTEN", "127.0.0.1:1");
        let wrong = wrong.output().unwrap();
        let output = text(&wrong.stderr);
        assert!(output.contains("write IP:PORT, such as 127.0.0.1:8080"), "{output}");
        assert!(!output.contains("REFERRAL_LISTEN"), "{output}");
    }
}

#[test]
fn commands_for_an_existing_database_create_none() {
    let folder = TempDir::new().unwrap();
    for command in [
        &["account", "list"][..],
        &["account", "show", "a"],
        &["account", "rename", "a", "b"],
        &["account", "remove", "a", "--yes"],
        &["key", "list"],
        &["key", "issue", "--account", "a"],
        &["key", "revoke", "a"],
        &["key", "rotate", "a"],
    ] {
        for (url, place) in
            [("sqlite://mistyped.db", "mistyped.db"), ("sqlite://no/such.db", "no/such.db")]
        {
            let output = refused(&folder, &[command, &["--database", url]].concat());
            assert!(output.contains(&format!("there is no database at {place}")), "{output}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn number_of_generated_subscribers_is_limited() {
    let folder = TempDir::new().unwrap();
    for number in ["99999999999", "10000001", "-1", "many"] {
        let wrong = run(&folder, &["seed", "demo", &format!("--subscribers={number}")]);
        assert_eq!(wrong.status.code(), Some(2), "{number}");
        let output = text(&wrong.stderr);
        assert!(output.contains("not a number from 0 to 10000000"), "{output}");
    }
    assert!(!folder.path().join("referral.db").exists());
}
