//! The commands of the guides in `docs` in their order, with free ports in place of the written ones, and the health check
//! of `Dockerfile`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::projects::{Project, blocks, has};
use crate::servers::{Reference, Server, binary};
use crate::shell::{Output, Shell, lines};
use crate::support::root;

const GUIDE: &str = "docs/IMPLEMENTING.md";
const ADDRESS: &str = "127.0.0.1:3000";

/// Starts the server and waits until it listens.
pub fn serve(shell: &Shell, script: &str) -> Server {
    // The shell becomes the server, so that the server is what is stopped.
    let script = script.replace("venv/bin/python server.py", "exec venv/bin/python server.py");
    let script = script.replace("python3 examples/", "exec python3 examples/");
    Server::start(shell.command(&script)).0
}

/// A free address. Systems do not give its port to those who ask for any, so that no other test takes it before the
/// server does.
pub fn free_address() -> String {
    let first = 10_000 + std::process::id() % 20_000;
    let mut addresses = (first..32_000).map(|port| format!("127.0.0.1:{port}"));
    addresses.find(|address| TcpListener::bind(address).is_ok()).unwrap()
}

/// A run ends with the exit code, and prints the lines that the guide shows.
fn expect(run: &Output, code: i32, shown: &str) {
    assert_eq!(run.code, Some(code), "{}", run.text);
    for line in shown.lines() {
        assert!(run.text.contains(line), "no `{line}` in\n{}", run.text);
    }
}

#[test]
fn the_fastapi_server_is_certified_by_the_commands_of_the_guide() {
    if !has(&["python3", "bash", "curl"]) {
        return;
    }
    let project = Project::copy("examples/fastapi");
    let root = project.path("../..");
    let scripts = blocks(GUIDE, "sh");
    let [start, certify, explain, ci] = &scripts[..] else { panic!("{scripts:?}") };

    let is_install = |line: &str| line.contains("venv venv") || line.contains("pip install");
    let install = lines(start, is_install);
    let install = ["bash", "-euc", &install];
    if !project.install("requirements.txt", &[&install]) {
        return;
    }
    // Picked after the installation, which takes long.
    let address = free_address();
    let shell = Shell::new(&root, &[(ADDRESS, &address)]);
    let start = lines(start, |line| !is_install(line));
    let (keys, target) = (lines(&start, |line| line.starts_with("export")), "target.yaml");
    let written = fs::read_to_string(project.path(target)).unwrap();
    assert_eq!(blocks(GUIDE, "yaml")[0], written, "{target} is another one than in {GUIDE}");
    fs::write(project.path(target), shell.replace(&written)).unwrap();

    let shown = blocks(GUIDE, "text");
    let server = serve(&shell, &start);
    expect(&shell.run(certify), 0, &shown[0]);
    expect(&shell.run(explain), 0, "");
    drop(server);
    expect(&shell.run(&format!("{keys}{ci}")), 0, &shown[0]);
    assert!(root.join("report.xml").exists());

    // The defect that the guide proposes.
    let source = fs::read_to_string(project.path("server.py")).unwrap();
    let defective = source.replace("Email is invalid", "Email is malformed");
    fs::write(project.path("server.py"), defective).unwrap();
    let _server = serve(&shell, &start);
    let certify = format!("{} --depth quick", certify.trim_end());
    expect(&shell.run(&certify), 1, &shown[1]);
}

const CERTIFYING: &str = "docs/CERTIFYING.md";
const TARGET: &str = "target-staging.yaml";

/// The draft with what the guide says about level and keys.
fn complete(draft: &str) -> String {
    let written = &blocks(CERTIFYING, "yaml")[0];
    let (level, keys) = written.split_once('\n').unwrap();
    let (head, rest) = draft.split_once("level: read").unwrap();
    let (between, rest) = rest.split_once("keys:\n").unwrap();
    let (_, fixtures) = rest.split_once("fixtures:").unwrap();
    format!("{head}{level}{between}{keys}fixtures:{fixtures}")
}

#[test]
fn the_reference_is_certified_by_the_commands_of_the_guide() {
    if !has(&["bash", "jq"]) {
        return;
    }
    let reference = Reference::start();
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).unwrap();
    write("main.key", &reference.key());
    write("other.key", &reference.seeded("target.other_account.key"));
    let programs = binary("referral-conformance").parent().unwrap().display().to_string();
    let shell = Shell::new(
        folder.path(),
        &[
            ("https://staging.example/api", &reference.base_url),
            ("$PWD/target/release", &programs),
            // The program is built already.
            ("cargo build --release --package referral-conformance", "true"),
        ],
    );

    let scripts = blocks(CERTIFYING, "sh");
    let path = scripts[0].clone();
    for script in &scripts {
        if script.contains("--report human") {
            // An operator knows the fixtures; here, seeding does.
            let known = reference.seeded("target.yaml").replace("{ file: \"target.", "{ file: \"");
            write(TARGET, &known.replacen("keys:", "level: full\nkeys:", 1));
            write("other_account.key", &reference.seeded("target.other_account.key"));
            write("userless.key", &reference.seeded("target.userless.key"));
        }
        let output = shell.run(&format!("{path}{script}"));
        let expected: &[i32] = match script {
            _ if script.contains(" run ") && script.contains("--level read") => &[3],
            // What a run cannot restore stays in its journal.
            _ if script.contains("sweep") => &[0, 4],
            _ => &[0],
        };
        let is_expected = output.code.is_some_and(|code| expected.contains(&code));
        assert!(is_expected, "{script}\n{:?}\n{}", output.code, output.text);
        if script.contains("discover") {
            let draft = fs::read_to_string(folder.path().join(TARGET)).unwrap();
            write(TARGET, &complete(&draft));
        }
    }
    assert!(scripts.len() > 8, "{CERTIFYING} has lost its commands");
}

const EDITORS: &str = "docs/EDITORS.md";

#[test]
fn the_commands_for_editors_print_schemas_and_load_files() {
    if !has(&["bash"]) {
        return;
    }
    let reference = Reference::start();
    let folder = reference.folder.path();
    let at = |path: &str| root().join(path).display().to_string();
    let suite = format!("'{}'", binary("referral-conformance").display());
    let contract = format!("--contract '{}'", at("spec/tests/library/contract"));
    let scenarios = format!("--scenarios '{}'", at("conformance/scenarios"));
    let shell = Shell::new(
        folder,
        &[
            ("referral-conformance", &suite),
            ("--contract DIR", &contract),
            ("--scenarios DIR", &scenarios),
            ("--target FILE", "--target target.yaml"),
        ],
    );
    let scripts = blocks(EDITORS, "sh");
    assert_eq!(scripts.len(), 2, "{EDITORS} has lost its commands");
    for script in &scripts {
        let output = shell.run(script);
        assert_eq!(output.code, Some(0), "{script}\n{}", output.text);
    }
    for (kind, name) in [("target", "referral"), ("scenario", "library")] {
        let schema = fs::read(folder.join(format!("{kind}.schema.json"))).unwrap();
        let schema: serde_json::Value = serde_json::from_slice(&schema).unwrap();
        assert!(schema.to_string().contains(name), "{kind}");
    }
}

/// Whether the health check of the image succeeds, for this address of the admin listener.
fn is_healthy(admin: &str) -> bool {
    let image = fs::read_to_string(root().join("Dockerfile")).unwrap();
    let check = image.lines().find_map(|line| line.strip_prefix("HEALTHCHECK ")).unwrap();
    let (_, command) = check.split_once("CMD ").unwrap();
    let command: Vec<String> = serde_json::from_str(command).unwrap();
    let mut check = Command::new(&command[0]);
    check.args(&command[1..]).env("REFERRAL_ADMIN_LISTEN", admin).stderr(Stdio::null());
    check.status().unwrap().success()
}

#[test]
fn the_image_of_the_reference_reports_its_health() {
    if !has(&["bash"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut serve = Command::new(binary("referral-reference"));
    serve.arg("serve").env("REFERRAL_LISTEN", "127.0.0.1:0");
    serve.env("REFERRAL_ADMIN_LISTEN", "127.0.0.1:0");
    let database = folder.path().join("referral.db");
    serve.env("REFERRAL_DATABASE", format!("sqlite://{}", database.display()));
    let child = serve.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut server = Server(child);
    let log = BufReader::new(server.0.stderr.take().unwrap());
    let mut lines = log.lines().map(Result::unwrap);
    let admin = lines.find(|line| line.contains("admin is listening")).unwrap();
    let (_, admin) = admin.split_once("http://").unwrap();
    let end = admin.find(|rest: char| !rest.is_ascii_digit() && !".:".contains(rest));
    let admin = &admin[..end.unwrap_or(admin.len())];
    assert!(is_healthy(admin));
    server.0.kill().unwrap();
    server.0.wait().unwrap();
    assert!(!is_healthy(admin));
}
