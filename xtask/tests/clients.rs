//! Clients that other tools make from the OpenAPI document, type-checked and run against the reference; editors with the
//! schemas; the documentation site and reports in a browser.
//!
//! `docs/PEERS.md` lists the tools. The programs of `docs/using-the-api.md` run as the page shows them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use projects::{Project, blocks, has, root, run};
use serde_json::{Value, json};
use servers::{Reference, binary};

#[path = "../src/cargo.rs"]
mod cargo;
#[path = "it/projects.rs"]
mod projects;
#[path = "it/servers.rs"]
mod servers;

/// The OpenAPI document.
fn openapi() -> std::path::PathBuf {
    root().join("generated/openapi/openapi.yaml")
}

/// The project with the tools of Node.js, if these programs are installed, too; `None` if the test is to be skipped.
fn node(programs: &[&str]) -> Option<Project> {
    if !has(&[&["node", "npm"], programs].concat()) {
        return None;
    }
    let project = Project::copy("xtask/tests/clients/node");
    let install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    project.install("package-lock.json", &[&install]).then_some(project)
}

impl Project {
    /// Runs a program in the folder. Panics with its output if it fails.
    pub fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = self.command(program);
        command.args(arguments);
        run(command);
    }
}

const GUIDE: &str = "docs/using-the-api.md";

/// The program of the guide in a language.
fn program(language: &str) -> String {
    let programs = blocks(GUIDE, language);
    let [program] = &programs[..] else { panic!("{} programs in {language}", programs.len()) };
    program.clone()
}

/// Runs a program of the guide, which lists all publications and records an event.
fn run_program(command: &mut Command, reference: &Reference) {
    command.env("BASE_URL", &reference.base_url).env("REFERRAL_API_KEY", reference.key());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.matches("pub_").count(), 7, "{text}");
    assert!(text.contains("@example.org"), "{text}");
}

impl Project {
    fn write_program(&self, file: &str, language: &str) {
        fs::write(self.path(file), program(language)).unwrap();
    }
}

#[test]
fn the_programs_of_the_guide_in_bash_and_rust_run() {
    let reference = Reference::start();
    run_program(&mut Command::new(binary("using-the-api")), &reference);
    if has(&["bash", "curl", "jq"]) {
        run_program(Command::new("bash").args(["-c", &program("bash")]), &reference);
    }
}

/// Types of openapi-typescript, calls of openapi-fetch. Redocly's rules, which come with the former, and Spectral's, also on
/// what openapi-down-convert makes of the documents for tools that know OpenAPI 3.0 only.
#[test]
fn openapi_typescript_and_openapi_fetch_make_a_working_client() {
    let Some(project) = node(&["curl"]) else {
        return;
    };
    let reference = Reference::start();
    // Its document answers every gap.
    let address = format!("{}/openapi.yaml", reference.base_url);
    project.run("curl", &["--fail", "--silent", "--output", "reference.yaml", &address]);
    let document = openapi();
    let document = document.to_str().unwrap();
    for document in [document, "reference.yaml"] {
        project.run("node", &["lint.js", document]);
        let converter = "node_modules/@apiture/openapi-down-convert/lib/src/cli.js";
        project.run("node", &[converter, "--allOf", "--input", document, "--output", "3.0.yaml"]);
        // OpenAPI 3.0 has no identifiers of licences.
        project.run("node", &["lint.js", "3.0.yaml", "info-license-strict"]);
    }
    let generate = "node_modules/openapi-typescript/bin/cli.js";
    project.run("node", &[generate, document, "--output", "api.d.ts"]);
    project.write_program("guide.ts", "ts");
    project.run("node", &["node_modules/typescript/bin/tsc"]);
    let mut guide = project.command("node");
    run_program(guide.arg("built/guide.js"), &reference);
    let mut client = project.command("node");
    client.args(["built/client.js", &reference.base_url]);
    client.env("REFERRAL_API_KEY", reference.key());
    run(client);
}

/// A package of openapi-python-client, checked by mypy.
#[test]
fn openapi_python_client_makes_a_working_client() {
    if !has(&["python3"]) {
        return;
    }
    let project = Project::copy("xtask/tests/clients/python");
    let path = |file: &str| project.path(file).to_str().unwrap().to_owned();
    let python = path("venv/bin/python");
    let pip = [&python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let install = [&pip[..], &["--requirement", "requirements.txt"]].concat();
    if !project.install("requirements.txt", &[&["python3", "-m", "venv", "venv"], &install]) {
        return;
    }
    let document = openapi();
    let document = document.to_str().unwrap();
    let generate = ["generate", "--path", document, "--output-path", "referral_client"];
    let options = ["--config", "generator.yaml", "--meta", "none", "--overwrite"];
    // A warning means that a response or parameter was left out.
    let strict = ["--fail-on-warning"];
    let arguments = [&generate[..], &options, &strict].concat();
    project.run(&path("venv/bin/openapi-python-client"), &arguments);
    project.write_program("guide.py", "python");
    project.run(&python, &["-m", "mypy", "--strict", "program.py", "guide.py", "referral_client"]);
    let reference = Reference::start();
    run_program(project.command(&python).arg("guide.py"), &reference);
    let mut program = project.command(&python);
    program.args(["program.py", &reference.base_url]);
    program.env("REFERRAL_API_KEY", reference.key());
    run(program);
}

/// The pages that are opened, in light and dark, on a wide and on a narrow screen.
const PAGES: [&str; 8] = [
    "operations/update_subscriber.html",
    "index.html",
    "records/Recommendation.html",
    "gaps.html",
    "gaps/subscribers.html",
    "guides/judging.html",
    "guides/QUESTIONS.html",
    "guides/STRENGTH.html",
];

/// The same of the site that the reference serves.
const SERVED: [&str; 3] =
    ["operations/update_subscriber.html", "index.html", "clauses/subscribers.html"];

/// The query of the search, and the address of its first result.
const SEARCH: &str =
    "value_missing.refused=operations/create_event.html#create_event.errors.value_missing.refused";

/// No error on the console, no request to another host, axe without violations; search, menu, folding, tabs.
#[test]
fn the_site_and_that_of_the_reference_work_in_chromium() {
    let Some(project) = node(&["chromium"]) else {
        return;
    };
    let site = tempfile::tempdir().unwrap();
    let mut docs = Command::new(env!("CARGO_BIN_EXE_xtask"));
    docs.current_dir(root()).args(["docs", "--site"]).arg(site.path());
    run(docs);
    let mut check = project.command("node");
    check.arg("check.js").arg(site.path()).args(PAGES).env("SEARCH", SEARCH);
    run(check);
    let reference = Reference::start();
    let mut check = project.command("node");
    let address = format!("{}/docs/", reference.base_url);
    check.arg("check.js").arg(address).args(SERVED).env("SEARCH", SEARCH);
    run(check);
}

/// Filters, search, folding and the map; no error on the console, no request, axe without violations.
#[test]
fn reports_in_html_work_in_chromium() {
    let Some(project) = node(&["chromium"]) else {
        return;
    };
    let pages = tempfile::tempdir().unwrap();
    for name in ["held", "violations", "incomplete"] {
        let report = root().join(format!("conformance/tests/reports/{name}.json"));
        let mut suite = Command::new(binary("referral-conformance"));
        let page = suite.arg("report").arg(report).args(["--format", "html"]).output().unwrap();
        assert!(page.status.success(), "{page:?}");
        fs::write(pages.path().join(format!("{name}.html")), page.stdout).unwrap();
    }
    let mut check = project.command("node");
    check.arg("report.js").arg(pages.path());
    run(check);
}

impl Project {
    /// Opens documents in yaml-language-server, which VS Code, Helix and Neovim use; returns the diagnostics and completions of each.
    fn edit(&self, documents: &Value) -> Vec<Value> {
        let mut command = self.command("node");
        let command = command.arg("edit.js").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut editor = command.spawn().unwrap();
        editor.stdin.take().unwrap().write_all(documents.to_string().as_bytes()).unwrap();
        let output = editor.wait_with_output().unwrap();
        assert!(output.status.success());
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

/// A document in a folder of the repository, which need not exist.
fn document(path: &str, text: &str, at: &str) -> Value {
    json!({ "path": root().join(path), "text": text, "at": at })
}

fn assert_marked(result: &Value, expected: &str) {
    let diagnostics = result["diagnostics"].as_array().unwrap();
    let texts: Vec<_> = diagnostics.iter().filter_map(Value::as_str).collect();
    assert!(texts.iter().any(|text| text.starts_with(expected)), "{expected}: {texts:?}");
}

fn assert_completed(result: &Value, expected: &[&str]) {
    let completions = result["completions"].as_array().unwrap();
    for name in expected {
        assert!(completions.iter().any(|known| known == name), "{name}: {completions:?}");
    }
}

#[test]
fn editors_check_and_complete_names_in_scenarios_and_overlays() {
    let Some(project) = node(&[]) else {
        return;
    };
    let head = "# yaml-language-server: $schema=../../../schema/scenario.schema.json\n\
                scenario: 1\ntitle: A subscriber\nsteps:\n";
    let path = "conformance/scenarios/subscribers/create_subscriber/new.yaml";
    let unknown = format!("{head}  - call: create_subscribr\n");
    let inputs = format!("{head}  - call: create_subscriber\n    body: {{ nam: Ada }}\n");
    let refused = format!("{head}  - call: create_subscriber\n    refused: email_takn\n");
    let overlay = "# yaml-language-server: $schema=../schema/names/overlay.schema.json\n\
                   overlay: ours\ncomplete: false\nanswers:\n  list_campaigns.ordr: {}\n";
    let results = project.edit(&json!([
        document(path, &unknown, "call: "),
        document(&path.replace("new", "inputs"), &inputs, "body: { "),
        document(&path.replace("new", "refused"), &refused, "refused: "),
        document("spec/overlays/ours.yaml", overlay, "answers:\n  "),
    ]));
    assert_marked(&results[0], "5: Value is not accepted");
    assert_completed(&results[0], &["create_subscriber", "list_payouts"]);
    assert_marked(&results[1], "6: Property nam is not allowed");
    assert_completed(&results[1], &["email", "utm_source"]);
    assert_marked(&results[2], "6: Value is not accepted");
    assert_completed(&results[2], &["email_taken", "any"]);
    assert_marked(&results[3], "5: Property list_campaigns.ordr is not allowed");
    assert_completed(&results[3], &["list_campaigns.order"]);
}

#[test]
fn editors_check_a_seeded_target_by_the_schema_that_it_names() {
    let Some(project) = node(&[]) else {
        return;
    };
    let reference = Reference::start();
    let target = reference.seeded("target.yaml");
    let folder = tempfile::tempdir().unwrap();
    let schema = Command::new(binary("referral-conformance")).args(["schema", "target"]).output();
    fs::write(folder.path().join("target.schema.json"), schema.unwrap().stdout).unwrap();
    let head = target.lines().next().unwrap();
    let new = format!("{head}\ntarget: 1\nfixtures:\n  \n");
    let wrong = target.replacen("  campaign:", "  campain:", 1);
    let results = project.edit(&json!([
        { "path": folder.path().join("target.yaml"), "text": target },
        { "path": folder.path().join("wrong.yaml"), "text": wrong },
        { "path": folder.path().join("new.yaml"), "text": new, "at": "fixtures:\n  " },
    ]));
    assert_eq!(results[0]["diagnostics"], json!([]));
    assert_completed(&results[2], &["confirmed_subscriber"]);
    let marked = results[1]["diagnostics"].to_string();
    assert!(marked.contains("Property campain is not allowed"), "{marked}");
}
