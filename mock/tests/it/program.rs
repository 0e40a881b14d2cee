//! The program: its output, the target file, and errors.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::service::folder;

/// A process that is stopped when this is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn program(arguments: &[&str]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_contract-mock"));
    program.args(arguments).stdin(Stdio::null());
    program
}

#[test]
fn it_prints_its_address_and_writes_a_target_file() {
    let written = tempfile::tempdir().unwrap();
    let target = written.path().join("target.yaml");
    let contract = folder("tracker").display().to_string();
    let mut program = program(&["--contract", &contract, "--target", target.to_str().unwrap()]);
    let mut server = Running(program.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("listening on ").unwrap();
    let text = fs::read_to_string(&target).unwrap();
    let expected = "level: full\nparameters:\n  project: \"mock\"\n";
    assert_eq!(
        text,
        format!("# Written by contract-mock\ntarget: 1\nbase_url: \"{url}\"\n{expected}")
    );

    let address = url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /issues HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200 ") && response.ends_with("[]"), "{response}");
}

#[test]
fn keys_are_beside_the_target_file_and_not_in_it() {
    let written = tempfile::tempdir().unwrap();
    let target = written.path().join("mine.yaml");
    let contract = folder("library").display().to_string();
    let mut program = program(&["--contract", &contract, "--target", target.to_str().unwrap()]);
    let mut server = Running(program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let text = fs::read_to_string(&target).unwrap();
    assert!(text.contains("  main: { file: \"mine.main.key\" }\n"), "{text}");
    let key = fs::read_to_string(written.path().join("mine.main.key")).unwrap();
    assert!(key.starts_with("mock-main-") && !text.contains(key.trim()), "{text}");
}

#[test]
fn mistakes_are_reported() {
    let missing = program(&["--contract", "no-such-folder"]).output().unwrap();
    let text = String::from_utf8_lossy(&missing.stderr);
    assert_eq!(missing.status.code(), Some(2), "{text}");
    assert!(text.contains("no-such-folder"), "{text}");

    let contract = folder("tracker").display().to_string();
    let overlay = folder("tracker").join("service.yaml").display().to_string();
    let other = program(&["--contract", &contract, "--overlay", &overlay]).output().unwrap();
    let text = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(2), "{text}");
    assert!(text.contains("error["), "{text}");

    let target = "no-such-folder/target.yaml";
    let unwritten = program(&["--contract", &contract, "--target", target]).output().unwrap();
    let text = String::from_utf8_lossy(&unwritten.stderr);
    assert_eq!(unwritten.status.code(), Some(2), "{text}");
    assert!(text.contains("failed to write"), "{text}");

    let written = tempfile::tempdir().unwrap();
    let target = written.path().join("target.yaml");
    fs::write(&target, "target: 1\n").unwrap();
    let target = target.to_str().unwrap();
    let foreign = program(&["--contract", &contract, "--target", target]).output().unwrap();
    let text = String::from_utf8_lossy(&foreign.stderr);
    assert_eq!(foreign.status.code(), Some(2), "{text}");
    assert!(text.contains("is not replaced"), "{text}");
    assert_eq!(fs::read_to_string(target).unwrap(), "target: 1\n");
}
