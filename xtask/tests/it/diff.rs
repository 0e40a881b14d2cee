//! `cargo xtask diff` in a git repository with several versions of the library's contract.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::support::{copy, edit, root, stderr, stdout};

const FOLDER: &str = "spec/contract";

/// A branch, the file that it changes, the text that stands there once, what takes its place, and the version steps of
/// models, server, client and OpenAPI document.
type Branch = (&'static str, &'static str, &'static str, &'static str, [&'static str; 4]);

const BRANCHES: &[Branch] = &[
    (
        "optional-input",
        "books/add_book.yaml",
        "  isbn:",
        "  weight: { type: integer }\n  isbn:",
        ["minor", "none", "none", "minor"],
    ),
    (
        "required-input",
        "books/add_book.yaml",
        "  isbn:",
        "  weight: { type: integer, required: true }\n  isbn:",
        ["major", "major", "major", "major"],
    ),
    (
        "nullable-member",
        "books/resource.yaml",
        "title: { type: string, present: true, nullable: false }",
        "title: { type: string, present: true, nullable: true }",
        ["major", "major", "major", "major"],
    ),
    (
        "open-member",
        "loans/resource.yaml",
        "      renewals:",
        "      shelf: { type: string, present: false, nullable: false }\n      renewals:",
        ["minor", "none", "none", "minor"],
    ),
    // The member was raw JSON before.
    (
        "typed-member",
        "loans/resource.yaml",
        "fine: { type: not_shown,",
        "fine: { type: number,",
        ["major", "major", "major", "minor"],
    ),
    (
        "documented-state",
        "loans/resource.yaml",
        "complete: { not_shown: Whether a loan can be lost. }",
        "complete: true",
        ["patch", "none", "none", "minor"],
    ),
    // The same types, and another message.
    (
        "message",
        "books/add_book.yaml",
        "A book needs a title",
        "A book needs its title",
        ["major", "major", "major", "major"],
    ),
    (
        "description",
        "books/add_book.yaml",
        "Add a book to the branch.",
        "Add a book.",
        ["patch", "patch", "patch", "patch"],
    ),
    (
        "untestable",
        "loans/resource.yaml",
        "No run can lend that many books.",
        "No run lends them all.",
        ["none", "none", "none", "none"],
    ),
];

struct Repository(tempfile::TempDir);

impl Repository {
    /// A repository with the library's contract on `main`.
    fn new() -> Self {
        let repository = Self(tempfile::tempdir().unwrap());
        copy(&root().join("spec/tests/library/contract"), &repository.path(FOLDER));
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        repository.commit("Library");
        repository
    }

    fn with_branches() -> Self {
        let repository = Self::new();
        for (branch, file, from, to, _) in BRANCHES {
            repository.git(&["checkout", "--quiet", "-b", branch, "main"]);
            repository.edit(file, from, to);
            repository.commit(branch);
        }
        repository.git(&["checkout", "--quiet", "main"]);
        repository
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        edit(&self.path(FOLDER), file, from, to);
    }

    fn git(&self, arguments: &[&str]) {
        let settings = ["user.name=Test", "user.email=test@example.com", "commit.gpgsign=false"];
        let mut git = self.command("git");
        let git = git.args(settings.iter().flat_map(|setting| ["-c", setting])).args(arguments);
        let output = git.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "-m", message]);
    }

    fn diff(&self, arguments: &[&str]) -> Output {
        let mut xtask = self.command(env!("CARGO_BIN_EXE_xtask"));
        xtask.arg("diff").args(arguments).output().unwrap()
    }

    /// A command in the folder. In a hook, git's variables name the repository of the hook.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        for variable in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
            command.env_remove(variable);
        }
        command.current_dir(self.0.path());
        command
    }

    /// The entry for the changelog.
    fn entry(&self, arguments: &[&str]) -> String {
        stdout(&self.diff(arguments))
    }
}

#[test]
fn each_change_has_its_version_steps() {
    let repository = Repository::with_branches();
    let outputs = ["library-models", "library-server", "library-client", "the OpenAPI document"];
    for (branch, .., steps) in BRANCHES {
        let entry = repository.entry(&["main", branch]);
        for (output, step) in outputs.iter().zip(steps) {
            assert!(entry.contains(&format!("- {output} {step}")), "{branch}: {output}: {entry}");
        }
        assert!(!entry.contains("No change"), "{branch}");
    }
}

#[test]
fn an_entry_lists_changes_ids_and_steps() {
    let repository = Repository::with_branches();
    let entries =
        ["typed-member", "required-input"].map(|branch| repository.entry(&["main", branch]));
    insta::assert_snapshot!(entries.join("\n"));
}

#[test]
fn the_work_tree_is_compared_by_default() {
    let repository = Repository::new();
    assert!(repository.entry(&["main"]).starts_with("## Contract\n\nNo change.\n"));
    std::fs::remove_file(repository.path(FOLDER).join("branch/get_branch.yaml")).unwrap();
    let entry = repository.entry(&["HEAD"]);
    assert!(entry.contains("- `branch/get_branch`: removed: the operation"), "{entry}");
    assert_eq!(entry.matches("get_branch`:").count(), 1, "{entry}");
}

#[test]
fn breaking_changes_fail_if_asked_for() {
    let repository = Repository::with_branches();
    let code = |arguments: &[&str]| repository.diff(arguments).status.code();
    assert_eq!(code(&["main", "required-input"]), Some(0));
    assert_eq!(code(&["main", "required-input", "--fail-on", "breaking"]), Some(1));
    for branch in ["optional-input", "typed-member", "description", "main"] {
        assert_eq!(code(&["main", branch, "--fail-on", "breaking"]), Some(0), "{branch}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let repository = Repository::new();
    let fails = |arguments: &[&str]| {
        let output = repository.diff(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output)
    };
    assert!(fails(&["gone"]).contains("git has no revision `gone`; give a commit, a branch"));
    assert!(fails(&["main", "gone"]).contains("git has no revision `gone`"));
    assert!(fails(&["main", "--contract", "gone"]).contains("there is no folder `gone`"));

    repository.edit("books/add_book.yaml", "creates: Book", "creates: Boook");
    let broken = fails(&["main"]);
    assert!(broken.contains("unknown-record"), "{broken}");
    repository.commit("Broken");
    let broken = fails(&["HEAD", "main"]);
    assert!(broken.contains("HEAD:spec/contract/books/add_book.yaml:"), "{broken}");
    assert!(broken.contains("note: the contract of `HEAD`"), "{broken}");

    let book = repository.path(FOLDER).join("books/add_book.yaml");
    std::fs::rename(&book, book.with_extension("yml")).unwrap();
    repository.commit("Misnamed");
    let misnamed = fails(&["HEAD", "main"]);
    assert!(misnamed.contains("`books/add_book.yml` does not end in `.yaml`"), "{misnamed}");

    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("service.yaml"), "").unwrap();
    let outside = fails(&["main", "--contract", empty.path().to_str().unwrap()]);
    assert!(outside.contains("is not in a git repository"), "{outside}");
}
