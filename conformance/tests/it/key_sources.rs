//! Keys, header values and certificates that cannot be used: usage errors that name the source, and never show a key.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::command_line::{code, program, stderr};

/// A port without a listener: a run that starts exits with another code than a usage error.
const UNREACHABLE: [&str; 3] = ["run", "--base-url", "http://127.0.0.1:1"];

const SECRET: &str = "rk_0123456789abcdef0123456789abcdef";

fn run_with_keys(folder: &Path, keys: &str, variables: &[(&str, &str)]) -> Output {
    let text = format!("target: 1\nbase_url: http://127.0.0.1:1\n{keys}\n");
    fs::write(folder.join("target.yaml"), text).unwrap();
    let mut run = program(folder);
    run.args(["run", "--target", "target.yaml"]);
    run.envs(variables.iter().copied()).output().unwrap()
}

fn assert_refused(output: &Output, words: &str) {
    let said = stderr(output);
    assert_eq!(code(output), 2, "{said}");
    assert!(said.contains(words) && !said.contains("0123456789"), "{words}: {said}");
}

#[cfg(unix)]
#[test]
fn variables_that_are_not_utf8_are_named_without_their_value() {
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let bytes = [SECRET.as_bytes(), b"\xff"].concat();
    let secret = std::ffi::OsStr::from_bytes(&bytes);
    let words = "`BAD` of the header `X-Gate` is not UTF-8";
    let mut run = program(folder.path());
    run.args(UNREACHABLE).args(["--header", "X-Gate=env:BAD"]).env("BAD", secret);
    assert_refused(&run.env("LIBRARY_API_KEY", "card-main").output().unwrap(), words);

    let mut run = program(folder.path());
    run.args(UNREACHABLE).env("LIBRARY_API_KEY", secret);
    assert_refused(
        &run.output().unwrap(),
        "the environment variable `LIBRARY_API_KEY` is not UTF-8",
    );

    fs::write(
        folder.path().join("target.yaml"),
        "target: 1\nbase_url: http://127.0.0.1:1\nkeys: { main: { env: MAIN } }\n",
    )
    .unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--target", "target.yaml"]).env("MAIN", secret);
    assert_refused(&run.output().unwrap(), "the environment variable `MAIN` is not UTF-8");
}

#[test]
fn missing_variable_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_with_keys(folder.path(), "keys: { main: { env: MAIN } }", &[]);
    let words = "the environment variable `MAIN`, which the target file needs, is not set\n";
    assert_refused(&output, words);
    assert!(!stderr(&output).contains("not found"), "{}", stderr(&output));
}

#[test]
fn key_instead_of_the_name_of_its_source_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    for (source, words) in [("env", "`keys.main.env`"), ("file", "`keys.main.file`")] {
        let keys = format!("keys: {{ main: {{ {source}: {SECRET} }} }}");
        assert_refused(&run_with_keys(folder.path(), &keys, &[]), words);
    }
}

#[test]
fn equal_keys_of_two_kinds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_with_keys(
        folder.path(),
        "keys: { main: { env: MAIN } }",
        &[("MAIN", SECRET), ("LIBRARY_API_KEY_OTHER_BRANCH", &format!(" {SECRET} "))],
    );
    assert_refused(
        &output,
        "`LIBRARY_API_KEY_OTHER_BRANCH` is the same as the key in the environment variable `MAIN`",
    );
}

#[test]
fn unusable_text_in_a_variable_is_refused_as_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (text, words) in [
        ("one\ntwo", "control characters"),
        ("one\u{7f}two", "control characters"),
        ("one\r\n", "CR LF"),
        ("\u{feff}one", "byte order mark"),
    ] {
        let mut run = program(folder.path());
        run.args(UNREACHABLE).env("LIBRARY_API_KEY", text);
        assert_refused(&run.output().unwrap(), words);
        fs::write(folder.path().join("key"), text).unwrap();
        let mut run = program(folder.path());
        run.args(UNREACHABLE).args(["--api-key-file", "key"]);
        assert_refused(&run.output().unwrap(), words);
    }
    for (bytes, words) in
        [(b"card\0main".to_vec(), "NUL byte"), (vec![b'k'; 5000], "longer than 4096 bytes")]
    {
        fs::write(folder.path().join("key"), bytes).unwrap();
        let mut run = program(folder.path());
        run.args(UNREACHABLE).args(["--api-key-file", "key"]);
        assert_refused(&run.output().unwrap(), words);
    }
    fs::write(folder.path().join("key"), "\n").unwrap();
    let mut run = program(folder.path());
    run.args(UNREACHABLE).args(["--api-key-file", "key"]);
    assert_refused(&run.output().unwrap(), "the key in `key` cannot be used: it is empty");

    let mut run = program(folder.path());
    run.args(UNREACHABLE).args(["--header", "X-Gate=env:GATE"]).env("GATE", "one\ntwo");
    run.env("LIBRARY_API_KEY", "card-main");
    assert_refused(&run.output().unwrap(), "`GATE` of the header `X-Gate` has characters");
}

#[test]
fn errors_of_certificates_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let broken = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
    fs::write(folder.path().join("broken.pem"), broken).unwrap();
    let nothing = "-----BEGIN NOTHING-----\n-----END NOTHING-----\n";
    for (file, text) in [("empty.pem", ""), ("text.pem", "no certificate"), ("other.pem", nothing)]
    {
        fs::write(folder.path().join(file), text).unwrap();
    }
    for (file, words) in [
        ("missing.pem", "No such file"),
        ("empty.pem", "no PEM certificate found"),
        ("text.pem", "no PEM certificate found"),
        ("other.pem", "no PEM certificate found"),
        ("broken.pem", "the certificates cannot be read: "),
    ] {
        let mut run = program(folder.path());
        run.args(UNREACHABLE).args(["--cacert", file]).env("LIBRARY_API_KEY", "card-main");
        let output = run.output().unwrap();
        assert_refused(&output, words);
        assert!(stderr(&output).contains(&format!("`--cacert {file}`")), "{}", stderr(&output));
    }
}
