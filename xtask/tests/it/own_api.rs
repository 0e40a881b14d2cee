//! `docs/your-own-api.md`: its commands in their order, its files, and what it says that the language cannot say.

use std::fs;
use std::path::Path;

use crate::guides::{free_address, serve};
use crate::projects::has;
use crate::servers::{Server, binary};
use crate::shell::{Output, Shell, lines};
use crate::support::{replace_in_file, root, stderr, xtask};

const GUIDE: &str = "docs/your-own-api.md";
const ADDRESS: &str = "127.0.0.1:3000";
const SERVER: &str = "examples/sightings/server.py";

/// A block of the guide.
struct Block {
    /// The file that the line before it names.
    file: Option<String>,
    language: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let guide = fs::read_to_string(root().join(GUIDE)).unwrap();
    let mut parts = guide.split("\n```");
    let mut before = parts.next().unwrap();
    let mut blocks = Vec::new();
    while let (Some(block), Some(after)) = (parts.next(), parts.next()) {
        let (language, text) = block.split_once('\n').unwrap();
        let line = before.trim_end().lines().next_back().unwrap_or_default();
        let file = line.strip_prefix('`').and_then(|line| line.strip_suffix("`:"));
        let (file, language) = (file.map(str::to_owned), language.to_owned());
        blocks.push(Block { file, language, text: format!("{text}\n") });
        before = after;
    }
    blocks
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The folder and the processes of a reader who follows the guide.
struct Reader<'f> {
    folder: &'f Path,
    shell: Shell,
    /// The script that starts the server, and the server.
    start: String,
    server: Option<Server>,
    /// The last run and what it printed.
    run: String,
    output: Option<Output>,
}

impl Reader<'_> {
    fn script(&mut self, script: &str) {
        if script.contains("xtask mock") {
            self.server = Some(serve(&self.shell, script));
            return;
        }
        if script.contains(SERVER) {
            // One of them has the address.
            self.server = None;
            script.clone_into(&mut self.start);
            self.server = Some(serve(&self.shell, script));
            return;
        }
        let keys = lines(&self.start, |line| line.starts_with("export"));
        let output = self.shell.run(&format!("{keys}{script}"));
        if script.contains("cargo conformance run") {
            script.clone_into(&mut self.run);
        } else {
            assert_eq!(output.code, Some(0), "{script}\n{}", output.text);
        }
        self.output = Some(output);
    }

    /// Asserts that the last run printed these lines. If they show a violation, the server first gets the defect that
    /// the guide proposes, and the run is repeated.
    fn shown(&mut self, text: &str) {
        let mut code = text.split_once("(exit ").map_or(1, |(_, code)| code[..1].parse().unwrap());
        if text.starts_with("VIOLATED") {
            replace_in_file(&self.folder.join(SERVER), "No sighting", "Nothing at");
            self.server = None;
            self.server = Some(serve(&self.shell, &self.start));
            let run = self.run.clone();
            self.script(&run);
            code = 1;
        }
        let output = self.output.as_ref().unwrap();
        assert_eq!(output.code, Some(code), "{}", output.text);
        for line in text.lines() {
            assert!(output.text.contains(line), "no `{line}` in\n{}", output.text);
        }
    }
}

#[test]
fn the_commands_of_the_guide_lead_to_a_certified_server() {
    if !has(&["bash", "curl", "python3"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), SERVER, &fs::read_to_string(root().join(SERVER)).unwrap());
    // It builds nothing: the folder is not in the workspace.
    binary("contract-mock");
    let xtask = format!("env XTASK_PREBUILT=1 '{}'", env!("CARGO_BIN_EXE_xtask"));
    let address = free_address();
    let port = format!("--port {}", address.rsplit(':').next().unwrap());
    let replaced = [
        ("cargo xtask mock", format!("exec {xtask} mock")),
        ("cargo xtask", xtask.clone()),
        ("--port 3000", port),
        (ADDRESS, address),
    ];
    let replaced = replaced.each_ref().map(|(old, new)| (*old, new.as_str()));
    let shell = Shell::new(folder.path(), &replaced);
    let mut reader = Reader {
        folder: folder.path(),
        shell,
        start: String::new(),
        server: None,
        run: String::new(),
        output: None,
    };
    let (mut files, mut scripts) = (0, 0);
    for Block { file, language, text } in blocks() {
        match (file, language.as_str()) {
            (Some(file), "yaml") => {
                files += 1;
                write(folder.path(), &file, &reader.shell.replace(&text));
            }
            (None, "sh") => {
                scripts += 1;
                reader.script(&text);
            }
            (None, "text") => reader.shown(&text),
            (file, language) => panic!("{GUIDE}: {file:?} in {language} is not tested"),
        }
    }
    assert!(files > 8 && scripts > 7, "{GUIDE} has lost its files or its commands");
}

/// What the language cannot say, as edits of the contract in the guide: the entry of the list, the file, the text that is
/// replaced, and what replaces it.
const UNSAID: [(&str, &str, &str, &str); 9] = [
    (
        "A message in each entry of a list of errors",
        "service.yaml",
        "member: error",
        "member: \"errors[].message\"",
    ),
    (
        "Headers of requests, besides keys",
        "sightings/list_sightings.yaml",
        "key:",
        "headers: { Accept-Language: { type: string } }\nkey:",
    ),
    (
        "Methods besides GET, POST, PUT, PATCH and DELETE",
        "sightings/get_sighting.yaml",
        "http: GET",
        "http: HEAD",
    ),
    (
        "A path parameter that is a part of a segment",
        "sightings/get_sighting.yaml",
        "/{sighting}",
        "/{sighting}.json",
    ),
    (
        "A request body that is a list, a form or a file",
        "sightings/record_sighting.yaml",
        "body:\n",
        "body: [Sighting]\nquery:\n",
    ),
    (
        "Another body with a further status of success",
        "sightings/record_sighting.yaml",
        "status: 201",
        "status: 201\n  further_statuses: { queued: { status: 202, body: empty } }",
    ),
    (
        "A response that is not JSON, or one plain value",
        "sightings/get_sighting.yaml",
        "body: Sighting",
        "body: string",
    ),
    (
        "One of several types",
        "sightings/resource.yaml",
        "place: { type: string,",
        "place: { type: [string, integer],",
    ),
    (
        "Objects with any names as keys and records as values",
        "sightings/resource.yaml",
        "place: { type: string,",
        "place: { type: { map: Sighting },",
    ),
];

#[test]
fn what_the_guide_calls_unsaid_is_refused() {
    let guide = fs::read_to_string(root().join(GUIDE)).unwrap();
    let (_, list) = guide.split_once("## What the language cannot say\n").unwrap();
    let entries: Vec<_> = list.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    assert_eq!(entries.len(), UNSAID.len(), "an entry without a test, or a test without an entry");
    for (entry, (what, file, from, to)) in entries.iter().zip(UNSAID) {
        let (named, code) = entry.split_once(": `").unwrap();
        assert_eq!(named, what);
        let folder = tempfile::tempdir().unwrap();
        for Block { file, text, .. } in blocks() {
            if let Some(file) =
                file.and_then(|file| Some(file.strip_prefix("sightings/contract/")?.to_owned()))
            {
                write(folder.path(), &file, &text);
            }
        }
        replace_in_file(&folder.path().join(file), from, to);
        let output = xtask(&["clauses", "--contract", folder.path().to_str().unwrap()]);
        let found = format!("error[{}]", code.trim_end_matches('`'));
        let message =
            "the language can say it now, or refuses it otherwise: correct the entry of the guide";
        assert!(stderr(&output).contains(&found), "{entry}: {message}\n{}", stderr(&output));
    }
}
