//! `docs/IMPLEMENTING.md`, with the server in `examples/fastapi`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Stdio};

use crate::guide::{blocks, lines};
use crate::shell::{Output, Shell};
use crate::support::{Project, has};

const GUIDE: &str = "docs/IMPLEMENTING.md";
const ADDRESS: &str = "127.0.0.1:3000";

/// A server that is stopped when this is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the server and waits until it listens.
fn serve(shell: &Shell, script: &str) -> Server {
    // The shell becomes the server, so that the server is what is stopped.
    let script = script.replace("venv/bin/python server.py", "exec venv/bin/python server.py");
    let mut child = shell.command(&script).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server(child);
    assert!(line.starts_with("listening on "), "{line}");
    server
}

/// A free address. Systems do not give its port to those who ask for any, so that no other test takes it before the
/// server does.
fn free_address() -> String {
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
