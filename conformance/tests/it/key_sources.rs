//! Keys, header values and certificates that cannot be used: usage errors that name the source, and never show a key.

use std::ffi::OsStr;
use std::process::Command;

use crate::program::{Folder, assert_refused, program};

/// A port without a listener: a run that starts exits with another code than a usage error.
const BASE_URL: &str = "http://127.0.0.1:1";

const SECRET: &str = "rk_0123456789abcdef0123456789abcdef";

/// A run without a key.
fn run(folder: &Folder, arguments: &[&str]) -> Command {
    let mut run = program(folder.path());
    run.arg("run").args(arguments);
    run
}

fn run_at(folder: &Folder, flags: &[&str]) -> Command {
    run(folder, &[&["--base-url", BASE_URL], flags].concat())
}

fn run_with_target(folder: &Folder) -> Command {
    run(folder, &["--target", "target.yaml"])
}

fn assert_refused_without_key(command: &mut Command, words: &str) -> String {
    let said = assert_refused(command, words);
    assert!(!said.contains("0123456789"), "{said}");
    said
}

#[cfg(unix)]
#[test]
fn variables_that_are_not_utf8_are_named_without_their_value() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::with_target(BASE_URL, "keys: { main: { env: MAIN } }\n");
    let bytes = [SECRET.as_bytes(), b"\xff"].concat();
    let secret = OsStr::from_bytes(&bytes);
    let mut with_header = run_at(&folder, &["--header", "X-Gate=env:BAD"]);
    with_header.env("LIBRARY_API_KEY", "card-main");
    for (mut command, variable, words) in [
        (with_header, "BAD", "`BAD` of the header `X-Gate` is not UTF-8"),
        (
            run_at(&folder, &[]),
            "LIBRARY_API_KEY",
            "the environment variable `LIBRARY_API_KEY` is not UTF-8",
        ),
        (run_with_target(&folder), "MAIN", "the environment variable `MAIN` is not UTF-8"),
    ] {
        assert_refused_without_key(command.env(variable, secret), words);
    }
}

#[test]
fn unusable_sources_in_a_target_file_are_named() {
    let env = "env: MAIN".to_owned();
    let (missing, same) = (
        "the environment variable `MAIN`, which the target file needs, is not set\n",
        "`LIBRARY_API_KEY_OTHER_BRANCH` is the same as the key in the environment variable `MAIN`",
    );
    let padded = format!(" {SECRET} ");
    let equal = [("MAIN", SECRET), ("LIBRARY_API_KEY_OTHER_BRANCH", &padded)];
    for (source, variables, words) in [
        (env.clone(), &[][..], missing),
        // A key instead of the name of its source.
        (format!("env: {SECRET}"), &[], "`keys.main.env`"),
        (format!("file: {SECRET}"), &[], "`keys.main.file`"),
        (env, &equal, same),
    ] {
        let folder = Folder::with_target(BASE_URL, &format!("keys: {{ main: {{ {source} }} }}\n"));
        let mut run = run_with_target(&folder);
        let said = assert_refused_without_key(run.envs(variables.iter().copied()), words);
        assert!(words != missing || !said.contains("not found"), "{said}");
    }
}

#[test]
fn unusable_text_in_a_variable_is_refused_as_in_a_file() {
    let folder = Folder::new();
    let from_file = |text: &[u8], words: &str| {
        folder.write("key", text);
        assert_refused_without_key(&mut run_at(&folder, &["--api-key-file", "key"]), words);
    };
    for (text, words) in [
        ("one\ntwo", "control characters"),
        ("one\u{7f}two", "control characters"),
        ("one\r\n", "CR LF"),
        ("\u{feff}one", "byte order mark"),
    ] {
        assert_refused_without_key(run_at(&folder, &[]).env("LIBRARY_API_KEY", text), words);
        from_file(text.as_bytes(), words);
    }
    from_file(b"card\0main", "NUL byte");
    from_file(&[b'k'; 5000], "longer than 4096 bytes");
    from_file(b"\n", "the key in `key` cannot be used: it is empty");

    let mut with_header = run_at(&folder, &["--header", "X-Gate=env:GATE"]);
    with_header.env("GATE", "one\ntwo").env("LIBRARY_API_KEY", "card-main");
    assert_refused_without_key(&mut with_header, "`GATE` of the header `X-Gate` has characters");
}

#[test]
fn errors_of_certificates_name_the_file() {
    let folder = Folder::new();
    for (file, text, words) in [
        ("missing.pem", None, "No such file"),
        ("empty.pem", Some(""), "no PEM certificate found"),
        ("text.pem", Some("no certificate"), "no PEM certificate found"),
        (
            "other.pem",
            Some("-----BEGIN NOTHING-----\n-----END NOTHING-----\n"),
            "no PEM certificate found",
        ),
        (
            "broken.pem",
            Some("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"),
            "the certificates cannot be read: ",
        ),
    ] {
        if let Some(text) = text {
            folder.write(file, text);
        }
        let mut run = run_at(&folder, &["--cacert", file]);
        let said = assert_refused(run.env("LIBRARY_API_KEY", "card-main"), words);
        assert!(said.contains(&format!("`--cacert {file}`")), "{said}");
    }
}
