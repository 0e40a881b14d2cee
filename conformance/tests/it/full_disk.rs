//! A disk that takes no more of the journal, simulated by a limit on the size of files: the run ends, cleans up, and
//! blames itself.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, program_with, stderr};
use crate::server::serve_library;
use crate::session::card_request;
use crate::sweep;

const SCENARIO: &str = "scenario: 1
title: A book that was there is renamed
needs: { found: book_elsewhere }
steps:
  - call: add_book
    as: one
  - call: update_book
    as: change
    path: { book: '{found.id}' }
    body: { title: 'New {unique}' }
  - call: add_book
    as: two
  - call: get_book
    path: { book: '{found.id}' }
    equals: { 'book.title': '{change.body.title}' }
    proves: [update_book.updates.title]
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: 'Newer {unique}' }
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: '{found.title}' }
  - call: remove_book
    path: { book: '{one.response.book.uuid}' }
  - call: remove_book
    path: { book: '{two.response.book.uuid}' }
";

/// Reads what the scenario changes. It would be a violation if the title was not restored.
const READS: &str = "scenario: 1
title: A book that was there has its title
needs: { found: book_elsewhere }
steps:
  - call: get_book
    path: { book: '{found.id}' }
    equals: { 'book.title': '{found.title}' }
    proves: [success.book.title.value]
";

/// The program with this limit, and the signal for too large files ignored.
fn limited(command: &Command, blocks: u32) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
    limited.arg(command.get_program()).args(command.get_args()).env_clear();
    limited.current_dir(command.get_current_dir().unwrap());
    limited.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    limited
}

fn folder(base_url: &str) -> Folder {
    let fixture = "fixtures:\n  book_elsewhere: [{ id: stacks, facts: { title: d } }]\n";
    let folder = Folder::with_target(base_url, &format!("level: full\n{fixture}"));
    folder.write("scenarios/books/update_book/renamed.yaml", SCENARIO);
    folder.write("scenarios/books/update_book/renamed_again.yaml", SCENARIO);
    folder.write("scenarios/books/update_book/title.yaml", READS);
    folder
}

fn command(folder: &Path) -> Command {
    let mut command = program_with(folder, "scenarios");
    command.args(["run", "--target", "target.yaml", "--state-dir", "state", "--alone"]);
    command.args(["--jobs", "1"]).env("LIBRARY_API_KEY", "card-main");
    command
}

fn title(library: &Library) -> String {
    let response = library.answer(&card_request(Method::Get, "/books/stacks", None));
    let shown: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    shown["book"]["title"].as_str().unwrap().to_owned()
}

fn assert_journal_failed(output: &Output) {
    assert_eq!(code(output), 5, "{}", output_text(output));
    assert!(stderr(output).contains("cannot be written"), "{}", output_text(output));
}

#[test]
fn run_whose_journal_cannot_be_written_restores_and_blames_itself() {
    let mut failed = 0;
    // In blocks of 512 or 1024 bytes.
    for blocks in [1, 2, 3, 4, 6, 8, 1000] {
        let library = Arc::new(Library::new(Broken::StacksShown));
        let base_url = serve_library(Arc::clone(&library)).base_url();
        let folder = folder(&base_url);
        let output = limited(&command(folder.path()), blocks).output().unwrap();
        if code(&output) == 5 {
            assert_journal_failed(&output);
            failed += 1;
        } else {
            assert!([0, 3].contains(&code(&output)), "{blocks}: {}", output_text(&output));
        }
        assert_eq!(title(&library), "d", "{blocks}: {}", output_text(&output));
    }
    assert!(failed > 4, "{failed}");
}

#[test]
fn unwritten_journal_comes_before_violations() {
    let library = Arc::new(Library::new(Broken::NotAdded));
    let base_url = serve_library(library).base_url();
    let folder = folder(&base_url);
    let whole = command(folder.path()).output().unwrap();
    let list = "scenario: 1\ntitle: Books are added\nsteps:\n  - { call: add_book, as: one }\n  - call: get_book\n    path: { book: '{one.response.book.uuid}' }\n    shows: ['{one.body.isbn}']\n    proves: [add_book.creates]\n";
    folder.write("scenarios/books/update_book/added.yaml", list);
    let violated = command(folder.path()).output().unwrap();
    assert_eq!(code(&violated), 1, "{} {}", output_text(&whole), output_text(&violated));
    let limited =
        (2..12).step_by(2).map(|blocks| limited(&command(folder.path()), blocks).output().unwrap());
    for output in limited {
        if code(&output) != 1 {
            assert_journal_failed(&output);
        } else {
            assert!(!stderr(&output).contains("cannot be written"), "{}", output_text(&output));
        }
    }
}

#[test]
fn sweep_cleans_up_although_its_journal_cannot_be_written() {
    let library = Arc::new(Library::new(Broken::StacksShown));
    let base_url = serve_library(Arc::clone(&library)).base_url();
    let folder = folder(&base_url);
    let began = include_str!("sweep/killed.jsonl").lines().next().unwrap();
    let write = |title: &str| {
        serde_json::json!({
            "operation": "update_book", "key": "main", "method": "PATCH", "target": "/books/stacks",
            "body": format!("{{\"title\":\"{title}\"}}"),
        })
    };
    let promised = serde_json::json!({ "event": "promised", "scenario": "s", "write": write("d") });
    let intended = serde_json::json!({
        "event": "intended", "scenario": "s", "exchange": 1, "write": write("New"), "last": false,
    });
    let mut journal = format!("{}\n{promised}\n{intended}\n", began.replace("BASE", &base_url));
    // The file is longer than the limit already.
    journal.push_str(&"\n".repeat(2048));
    folder.write("state/9.jsonl", journal);
    library.answer(&card_request(Method::Patch, "/books/stacks", Some(r#"{"title":"New"}"#)));
    let sweep = sweep::command(folder.path(), "sweep", &base_url);
    assert_journal_failed(&limited(&sweep, 1).output().unwrap());
    assert_eq!(title(&library), "d");
}
