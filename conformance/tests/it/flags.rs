//! Invalid arguments are reported before any request or file.

use std::process::Command;

use crate::program::{Folder, assert_refused, code, program, program_with, stderr};

/// A port without a listener: a run that starts exits with another code than a usage error.
const UNREACHABLE: [&str; 3] = ["run", "--base-url", "http://127.0.0.1:1"];

#[test]
fn invalid_arguments_are_refused() {
    let folder = Folder::with_target("http://127.0.0.1:1", "levle: own\n");
    for (arguments, words) in [
        (&["run"][..], "`--base-url URL`, or `--target FILE`"),
        (&["run", "--base-url", "https://library.test"], "--level"),
        (&["run", "--base-url", "ftp://library.test"], "scheme"),
        (&["run", "--base-url", "http://library.test", "--level", "read"], "--allow-plain-http"),
        (&["run", "--target", "nowhere.yaml"], "nowhere.yaml"),
        (&["run", "--target", "target.yaml"], "error[unknown-key]: "),
        (&["explain", "add_book.acepted"], "did you mean `add_book.accepted`?"),
        (&["explain", "boks"], "did you mean `books`?"),
        (&["explain", "no_captur"], "did you mean `no_capture`?"),
        (&["clauses", "--only", "get_bok.*"], "did you mean `get_book.*`?"),
        (&["list", "--depth", "deep"], "quick, standard, thorough"),
        (&["completions", "tcsh"], "zsh"),
    ] {
        assert_refused(&mut folder.command(arguments), words);
    }
    let mut without_key = program(folder.path());
    assert_refused(without_key.args(UNREACHABLE), "LIBRARY_API_KEY");
    assert_eq!(folder.names(), ["target.yaml"]);
}

#[test]
fn invalid_flag_values_are_refused() {
    let folder = Folder::new();
    let key = "`library-card` is the header of the API key";
    let way = "is set by this program";
    let unset = "the environment variable `NOWHERE` of the header `X-Gate` is not set";
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
        ("--header", "X-Gate=open sesame", "values come from environment variables"),
        ("--header", "X-Gate=env:NOWHERE", unset),
        ("--header", "X Gate=env:HOME", "`X Gate` is not a valid header"),
    ] {
        assert_refused(folder.command(&UNREACHABLE).args([flag, value]), words);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn valid_flag_values_are_accepted() {
    let folder = Folder::new();
    for flags in [
        &["--only", "get_book.*, books/update_book/*,loans/*", "--allow", "not_exercised:no_key"][..],
        &["--only", "loans, add_book", "--allow", "not_exercised", "--rate", "0.5"],
        &["--rate", "1000", "--timeout", "1ms", "--header", "X-Gate=env:HOME"],
    ] {
        let mut run = folder.command(&UNREACHABLE);
        run.args(flags).args(["--level", "read", "--jobs", "1", "--seed", "9"]);
        let output = run.output().unwrap();
        assert_eq!(code(&output), 6, "{flags:?}: {}", stderr(&output));
    }
    for only in ["get_book.*", "get_book", "loans"] {
        assert_eq!(code(&folder.call(&["clauses", "--only", only])), 0, "{only}");
    }
}

#[test]
fn password_in_a_base_url_is_not_repeated() {
    let folder = Folder::new();
    for name in ["run", "plan", "discover", "sweep"] {
        let base_url = "https://me:secret@library.test:99999";
        let said =
            assert_refused(&mut folder.command(&[name, "--base-url", base_url]), "--base-url");
        assert!(!said.contains("secret"), "{said}");
    }
}

#[test]
fn scenario_folders_without_scenarios_have_their_own_errors() {
    let folder = Folder::new();
    folder.write("yml/one.yml", "");
    std::fs::create_dir(folder.join("empty")).unwrap();
    for (path, words) in [
        ("missing", "there is no folder `missing`"),
        ("yml/one.yml", "`yml/one.yml` is a file"),
        ("yml", "`yml/one.yml` does not end in `.yaml`"),
        ("empty", "there is no scenario in `empty`"),
    ] {
        assert_refused(program_with(folder.path(), path).arg("list"), words);
    }
}

/// With its path and position, or with the name that it should have.
#[test]
fn a_file_that_would_be_lost_is_an_error() {
    let folder = Folder::new();
    folder.write("latin/books/one.yaml", b"scenario: 1\ntitle: caf\xe9\n");
    folder.write("yml/one.yaml", "");
    folder.write("yml/two.yml", "");
    folder.write("latin.yaml", b"overlay: branch\ndescription: caf\xe9\n");
    for (flags, words) in [
        (["--contract", "latin"], "latin/books/one.yaml:2:11"),
        (["--scenarios", "latin"], "latin/books/one.yaml:2:11"),
        (["--overlay", "latin.yaml"], "latin.yaml:2:17"),
        (["--contract", "yml"], "rename it to `two.yaml`"),
        (["--scenarios", "yml"], "rename it to `two.yaml`"),
    ] {
        let mut clauses = Command::new(env!("CARGO_BIN_EXE_referral-conformance"));
        assert_refused(clauses.args(flags).arg("clauses").current_dir(folder.path()), words);
    }
}

#[test]
fn files_of_results_are_checked_before_the_first_request() {
    let folder = Folder::new();
    folder.write("old.yaml", "old");
    let command = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.args(["--base-url", "http://127.0.0.1:1"]);
        command
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
        assert_refused(&mut command(&arguments), words);
    }
    // Nothing answers, so there is nothing to write.
    let output = command(&["explore", "--save", "new.yaml"]).output().unwrap();
    assert_eq!(code(&output), 6, "{}", stderr(&output));
    assert!(!folder.join("new.yaml").exists());
    assert_eq!(folder.read("old.yaml"), "old");
}
