//! The generated crates work in a separate workspace: the README example of the client calls a server of three operations
//! over a socket.

#![expect(clippy::unwrap_used, reason = "tests panic on failure")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const README: &str = include_str!("../../generated/client/README.md");
const SERVER: &str = include_str!("../../examples/three-operations/src/main.rs");

const SERVER_DEPENDENCIES: &str = r#"[dependencies]
referral-server = { path = "path/to/server" }
axum = { version = "0.8.9", default-features = false, features = ["http1", "tokio"] }
jiff = "0.2.43"
tokio = { version = "1.54", features = ["macros", "net", "rt-multi-thread"] }
"#;

/// The development profile of the workspace: with equal settings, built dependencies are reused.
const PROFILE: &str = "[profile.dev]\ndebug = 0\n";

/// Builds a program in a separate workspace, kept between runs, with this workspace's target folder.
///
/// `generated` are the generated crates among its dependencies. They are not optimized, for a faster build.
fn build(name: &str, dependencies: &str, generated: [&str; 2], program: &str) -> PathBuf {
    assert!(include_str!("../../Cargo.toml").contains(PROFILE));
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = here.join("../generated").canonicalize().unwrap();
    let dependencies = dependencies.replace("path/to", path.to_str().unwrap());
    let folder = tmp.join("separate-workspace").join(name);
    let put = |path: &str, text: &str| {
        let path = folder.join(path);
        // Unchanged files are not written, so that they are not compiled again.
        if fs::read_to_string(&path).ok().as_deref() != Some(text) {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    };
    let package = format!("name = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"");
    let mut manifest = format!("[workspace]\n\n[package]\n{package}\n\n{dependencies}\n{PROFILE}");
    for package in generated {
        manifest.push_str(&format!("[profile.dev.package.{package}]\nopt-level = 0\n"));
    }
    put("Cargo.toml", &manifest);
    put("src/main.rs", program);
    // The versions of this workspace's lock file are available offline.
    put("Cargo.lock", include_str!("../../Cargo.lock"));
    let target = tmp.parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    // Remove cargo's variables for this test: they would make ring's build script run again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name);
        }
    }
    let cargo = cargo.args(["build", "--offline", "--quiet"]);
    let cargo = cargo.current_dir(&folder).env("CARGO_TARGET_DIR", target);
    let built = cargo.output().unwrap();
    let stderr = String::from_utf8_lossy(&built.stderr);
    // Neither the program nor the generated crates may cause warnings.
    assert!(built.status.success() && stderr.is_empty(), "{stderr}");
    target.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The first code block of the README with this start.
fn block(begin: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("```{begin}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

/// A server that is stopped when it goes out of scope.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// A server on a free port, and its address.
fn start(program: &Path) -> (Running, String) {
    let mut command = Command::new(program);
    let command = command.arg("127.0.0.1:0").stdout(Stdio::piped());
    let mut running = Running(command.spawn().unwrap());
    let mut line = String::new();
    let stdout = running.0.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").unwrap();
    (running, address.to_owned())
}

#[test]
fn readme_example_and_small_server_work_outside_the_workspace() {
    assert!(SERVER.lines().count() < 125);
    let server =
        build("short-server", SERVER_DEPENDENCIES, ["referral-models", "referral-server"], SERVER);
    let program = block("rust,no_run");
    assert!(program.contains(r#""https://host/api""#), "{program}");
    let program = program.replace(r#""https://host/api""#, r#"std::env::var("BASE")?"#);
    let crates = ["referral-client", "referral-models"];
    let caller = build("readme-caller", block("toml"), crates, &program);

    let (_running, base) = start(&server);
    let call = |key: &str| {
        let mut command = Command::new(&caller);
        let command = command.env("BASE", &base).env("KEY", key);
        let output = command.env("NO_PROXY", "127.0.0.1").output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let (success, stdout) = call("demo");
    assert!(success && stdout.contains("ann@example.com"), "{stdout}");
    assert_eq!(call("demo"), (true, "Email has already been taken\n".to_owned()));
    assert_eq!(call("another"), (false, String::new()));
}
