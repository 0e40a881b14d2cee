//! The help of every command.

use tempfile::TempDir;

use crate::cli::stdout_of;

#[test]
fn every_command_explains_itself() {
    let folder = TempDir::new().unwrap();
    let commands: [&[&str]; 17] = [
        &[],
        &["serve"],
        &["seed"],
        &["config"],
        &["account"],
        &["account", "add"],
        &["account", "list"],
        &["account", "show"],
        &["account", "rename"],
        &["account", "remove"],
        &["key"],
        &["key", "issue"],
        &["key", "list"],
        &["key", "revoke"],
        &["key", "rotate"],
        &["completions"],
        &["man"],
    ];
    let mut all = String::new();
    for command in commands {
        let name = command.join(" ");
        let help = stdout_of(&folder, &[command, &["--help"]].concat());
        // Usage is not wrapped, so that it can be copied.
        let mut texts = help.lines().filter(|line| !line.starts_with("Usage: "));
        let wide = texts.find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name}");
        // Those of a seed file are compared with the records that are read.
        let help = help.split("\nKeys of a seed file").next().unwrap();
        all += &format!("== {name} ==\n{help}\n");
    }
    insta::assert_snapshot!(all);
}

/// Every command has a snapshot above.
#[test]
fn every_command_has_a_help_snapshot() {
    let folder = TempDir::new().unwrap();
    for (command, there) in [
        (None, "serve seed account key config completions man help"),
        (Some("account"), "add list show rename remove help"),
        (Some("key"), "issue list revoke rotate help"),
    ] {
        let args: Vec<_> = command.into_iter().chain(["--help"]).collect();
        let help = stdout_of(&folder, &args);
        let (_, list) = help.split_once("Commands:\n").unwrap();
        let (list, _) = list.split_once("\n\n").unwrap();
        let named = list.lines().filter_map(|line| line.strip_prefix("  "));
        let named = named.filter(|text| !text.starts_with(' '));
        let names: Vec<_> = named.map(|text| text.split(' ').next().unwrap()).collect();
        assert_eq!(names.join(" "), there);
    }
}
