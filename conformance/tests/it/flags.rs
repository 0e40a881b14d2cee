//! Invalid flag values are reported before any request or file.

use std::fs;
use std::process::Command;

use crate::command_line::{code, program, program_with, stderr};

/// A port without a listener: a run that starts exits with another code than a usage error.
const UNREACHABLE: [&str; 3] = ["run", "--base-url", "http://127.0.0.1:1"];

#[test]
fn invalid_flag_values_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let key = "`library-card` is the header of the API key";
    let way = "is set by this program";
    for (flag, value, words) in [
        ("--only", "get_bok*", "did you mean `get_book*`?"),
        ("--only", "get_book.*,lend_bok.*", "did you mean `lend_book.*`?"),
        ("--only", "", "no clause, scenario, operation or resource matches ``"),
        ("--only", "[", "resource matches `[`"),
        ("--only", "loanz", "did you mean `loans`?"),
        ("--only", "lend_bok", "did you mean `lend_book`?"),
        ("--allow", "not_exercised:no_kez", "did you mean `no_key`?"),
        ("--allow", "violated", "only `not_exercised`"),
        ("--rate", "0", "`8` or `0.5`"),
        ("--rate", "-1", "unexpected argument"),
        ("--rate", "NaN", "`8` or `0.5`"),
        ("--rate", "1e-300", "`8` or `0.5`"),
        ("--rate", "fast", "`8` or `0.5`"),
        ("--jobs", "0", "--jobs"),
        ("--timeout", "0s", "a timeout must be positive"),
        ("--timeout", "99999999999999999999m", "`10s`"),
        ("--header", "library-card=env:HOME", key),
        ("--header", "Host=env:HOME", way),
        ("--header", "content-length=env:HOME", way),
    ] {
        let mut run = program(folder.path());
        run.args(UNREACHABLE).args([flag, value]);
        let output = run.env("LIBRARY_API_KEY", "card-main").output().unwrap();
        let stderr = stderr(&output);
        assert_eq!(code(&output), 2, "{flag} {value}: {stderr}");
        assert!(stderr.contains(words), "{flag} {value}: {stderr}");
    }
    let kept: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert!(kept.is_empty(), "{kept:?}");
}

#[test]
fn valid_flag_values_are_accepted() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, value) in [
        ("--only", "get_book.*, books/update_book/*,loans/*"),
        ("--only", "loans, add_book"),
        ("--allow", "not_exercised:no_key"),
        ("--allow", "not_exercised"),
        ("--rate", "0.5"),
        ("--rate", "1000"),
        ("--timeout", "1ms"),
        ("--header", "X-Gate=env:HOME"),
    ] {
        let mut run = program(folder.path());
        run.args(UNREACHABLE).args([flag, value]);
        run.args(["--level", "read", "--jobs", "1", "--seed", "9"]);
        let output = run.env("LIBRARY_API_KEY", "card-main").output().unwrap();
        assert_eq!(code(&output), 6, "{flag} {value}: {}", stderr(&output));
    }
}

#[test]
fn clause_patterns_without_a_match_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let list = |only: &str| {
        let mut list = program(folder.path());
        list.args(["clauses", "--only", only]).output().unwrap()
    };
    for only in ["get_book.*", "get_book", "loans"] {
        assert_eq!(code(&list(only)), 0, "{only}");
    }
    let output = list("get_bok.*");
    assert_eq!(code(&output), 2);
    let stderr = stderr(&output);
    assert!(stderr.contains("did you mean `get_book.*`?"), "{stderr}");
}

#[test]
fn scenario_folders_without_scenarios_have_their_own_errors() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("yml")).unwrap();
    fs::write(folder.path().join("yml/one.yml"), "").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (path, words) in [
        ("missing", "there is no folder `missing`"),
        ("yml/one.yml", "`yml/one.yml` is a file"),
        ("yml", "`yml/one.yml` does not end in `.yaml`"),
        ("empty", "there is no scenario in `empty`"),
    ] {
        let output = program_with(folder.path(), path).arg("list").output().unwrap();
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{path}: {}", stderr(&output));
    }
}

/// With its path and position, or with the name that it should have.
#[test]
fn a_file_that_would_be_lost_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &[u8]| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("latin/books/one.yaml", b"scenario: 1\ntitle: caf\xe9\n");
    write("yml/one.yaml", b"");
    write("yml/two.yml", b"");
    write("latin.yaml", b"overlay: branch\ndescription: caf\xe9\n");
    for (flags, words) in [
        (["--contract", "latin"], "latin/books/one.yaml:2:11"),
        (["--scenarios", "latin"], "latin/books/one.yaml:2:11"),
        (["--overlay", "latin.yaml"], "latin.yaml:2:17"),
        (["--contract", "yml"], "rename it to `two.yaml`"),
        (["--scenarios", "yml"], "rename it to `two.yaml`"),
    ] {
        let mut clauses = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
        let output = clauses.args(flags).arg("clauses").current_dir(folder.path()).output();
        let output = output.unwrap();
        assert_eq!(code(&output), 2, "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{flags:?}: {}", stderr(&output));
    }
}

#[test]
fn files_of_results_are_checked_before_the_first_request() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("old.yaml"), "old").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = program(folder.path());
        command.args(arguments).args(["--base-url", "http://127.0.0.1:1"]);
        command.env("LIBRARY_API_KEY", "card-main").output().unwrap()
    };
    for (arguments, words) in [
        (["explore", "--save", "old.yaml"], "`old.yaml` already exists"),
        (["explore", "--save", "new.yml"], "another extension than `.yaml`"),
        (["explore", "--save", "nowhere/new.yaml"], "cannot write `--save nowhere/new.yaml`"),
        (["discover", "--target-out", "old.yaml"], "`old.yaml` already exists"),
        (
            ["discover", "--target-out", "nowhere/t.yaml"],
            "cannot write `--target-out nowhere/t.yaml`",
        ),
    ] {
        let output = run(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
    // Nothing answers, so there is nothing to write.
    let output = run(&["explore", "--save", "new.yaml"]);
    assert_eq!(code(&output), 6, "{}", stderr(&output));
    assert!(!folder.path().join("new.yaml").exists());
    assert_eq!(fs::read_to_string(folder.path().join("old.yaml")).unwrap(), "old");
}
