//! Folders with the tools of a client, and commands in them.

use std::fs::{self, File};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The contents of the blocks of a guide in one language, such as `sh`, in their order.
pub fn blocks(guide: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(guide)).unwrap();
    let start = format!("```{language}\n");
    let found = text.split(&start).skip(1);
    found.map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

/// A copy of a folder of the repository, outside the sources. It is kept, so that its tools are installed once.
pub struct Project {
    folder: PathBuf,
}

impl Project {
    /// Copies the files of a folder that differ: another test may be using them.
    pub fn copy(path: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects").join(path);
        fs::create_dir_all(&folder).unwrap();
        let project = Self { folder };
        let _lock = project.lock();
        for entry in fs::read_dir(root().join(path)).unwrap() {
            let entry = entry.unwrap();
            let copied = project.folder.join(entry.file_name());
            if entry.file_type().unwrap().is_file() {
                let content = fs::read(entry.path()).unwrap();
                if fs::read(&copied).ok().as_ref() != Some(&content) {
                    fs::write(copied, content).unwrap();
                }
            }
        }
        project
    }

    /// Waits until no other test copies or installs here. Ends when the value is dropped.
    fn lock(&self) -> File {
        let lock = File::create(self.path("lock")).unwrap();
        lock.lock().unwrap();
        lock
    }

    /// The path of a file.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Installs the tools that a lock file names with these commands, unless they are installed. False if the test is to
    /// be skipped, since they cannot be installed.
    #[must_use]
    pub fn install(&self, lock: &str, commands: &[&[&str]]) -> bool {
        let _lock = self.lock();
        let stamp = self.path("installed");
        let wanted = fs::read_to_string(self.path(lock)).unwrap();
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return true;
        }
        for arguments in commands {
            let attempt = || {
                let mut command = self.command(arguments[0]);
                command.args(&arguments[1..]);
                try_run(command)
            };
            // Packages come over the network.
            if let Err(error) = attempt().or_else(|_| attempt()).or_else(|_| attempt()) {
                skip(&format!("the tools of {lock}, which cannot be installed: {error}"));
                return false;
            }
        }
        fs::write(stamp, wanted).unwrap();
        true
    }

    /// A command in the folder.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        command
    }
}

/// Runs a command. Panics with its output if it fails.
pub fn run(command: Command) {
    try_run(command).unwrap_or_else(|error| panic!("{error}"));
}

/// Runs a command. Fails with its output.
fn try_run(mut command: Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(());
    }
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    Err(format!("{command:?}: {}\n{stdout}\n{stderr}", output.status))
}

/// Whether the programs are installed. False if the test is to be skipped, since one is not.
pub fn has(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| {
        let version = Command::new(program).arg("--version").output();
        !version.is_ok_and(|output| output.status.success())
    });
    if let Some(missing) = missing {
        skip(missing);
    }
    missing.is_none()
}

/// Says what a skipped test needs. Panics where `CI` is set: there, no test is skipped.
fn skip(needed: &str) {
    assert!(std::env::var_os("CI").is_none(), "needs {needed}");
    // `eprintln` is captured in a passing test.
    let _ = writeln!(stderr(), "skipped: needs {needed}");
}
