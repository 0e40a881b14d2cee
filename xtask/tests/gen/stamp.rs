//! A run with nothing to do believes its stamp, and whatever changed since is noticed all the same.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{all_files, assert_code, change, copy, root, stderr, xtask};

/// A contract with an overlay, copied, and generated twice, so that there is a stamp.
struct Stamped {
    folder: tempfile::TempDir,
}

impl Stamped {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(
            &root().join("spec/contract"),
            &folder.path().join("contract"),
        );
        let overlay = root().join("spec/overlays/reference.yaml");
        fs::copy(overlay, folder.path().join("overlay.yaml")).unwrap();
        let stamped = Self { folder };
        assert_code(&stamped.generate(&[]), 0);
        assert!(stamped.place().exists());
        stamped
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn generate(&self, more: &[&str]) -> std::process::Output {
        let [contract, overlay, out] =
            ["contract", "overlay.yaml", "out"].map(|path| self.at(path));
        let mut arguments = vec!["gen", "--contract", contract.to_str().unwrap()];
        arguments.extend(["--overlay", overlay.to_str().unwrap()]);
        arguments.extend(["--out", out.to_str().unwrap()]);
        arguments.extend(more);
        xtask(&arguments)
    }

    /// Where the stamp lies: beside the program.
    fn place(&self) -> PathBuf {
        let program = Path::new(env!("CARGO_BIN_EXE_xtask"));
        let out = self.at("out");
        let is_ours = |stamp: &PathBuf| {
            let text = fs::read_to_string(stamp).unwrap_or_default();
            text.lines().nth(1) == out.to_str()
        };
        let stamps = all_files(&program.with_file_name("gen-stamps"));
        stamps.into_iter().find(is_ours).unwrap()
    }

    /// Makes the stamp say that 7 files are made, and perhaps that another time began it.
    fn mark(&self, began: Option<&str>) {
        let place = self.place();
        let text = fs::read_to_string(&place).unwrap();
        let line = text.lines().nth(3).unwrap();
        let (then, _) = line.split_once(' ').unwrap();
        let marked = format!("{} 7", began.unwrap_or(then));
        fs::write(&place, text.replacen(line, &marked, 1)).unwrap();
    }

    /// Whether the last stamp was believed: it says so many files as it was marked with.
    fn believes(&self, more: &[&str]) -> bool {
        let output = self.generate(more);
        assert_code(&output, 0);
        stderr(&output).contains(": 7 files, all fresh")
    }
}

/// As if the run had begun long after everything was written.
const LATE: &str = "9999999999999999999";

#[test]
fn a_run_with_nothing_to_do_believes_its_stamp_unless_forced() {
    let stamped = Stamped::new();
    stamped.mark(None);
    assert!(stamped.believes(&[]) && stamped.believes(&["--check"]));
    assert!(!stamped.believes(&["--force"]));
    assert!(!stamped.believes(&[]));
}

#[test]
fn a_file_is_read_again_when_its_look_cannot_be_trusted() {
    let stamped = Stamped::new();
    let event = stamped.at("out/models/src/events/create_event.rs");
    let forge = || {
        let text = fs::read_to_string(stamped.place()).unwrap();
        let line = text
            .lines()
            .find(|line| line.ends_with(event.to_str().unwrap()))
            .unwrap();
        let (_, look) = line.split_once(' ').unwrap();
        fs::write(stamped.place(), text.replace(line, &format!("5 {look}"))).unwrap();
    };
    // Touched long before the run: the wrong digest is not looked at.
    stamped.mark(Some(LATE));
    forge();
    assert!(stamped.believes(&[]));
    // Touched about the time of the run.
    stamped.mark(Some("5"));
    assert!(!stamped.believes(&[]));
    // Touched since, and the same.
    stamped.mark(Some(LATE));
    let text = fs::read(&event).unwrap();
    fs::write(&event, text).unwrap();
    assert!(stamped.believes(&[]));
}

#[test]
fn whatever_changed_since_is_noticed() {
    let event = "out/models/src/events/create_event.rs";
    let as_old_as = |path: PathBuf, change: &dyn Fn(&Path)| {
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        change(&path);
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(modified).unwrap();
    };
    type Change<'c> = (&'c str, i32, &'c dyn Fn(&Stamped));
    let changes: [Change<'_>; 9] = [
        ("an input of the same length", 1, &|stamped| {
            change(
                &stamped.at("contract/events/create_event.yaml"),
                "status: 404",
                "status: 410",
            );
        }),
        ("an input that is gone", 2, &|stamped| {
            fs::remove_file(stamped.at("contract/service.yaml")).unwrap();
        }),
        ("an input more", 2, &|stamped| {
            fs::write(stamped.at("contract/events/other.yaml"), "mine\n").unwrap();
        }),
        ("the overlay", 2, &|stamped| {
            change(&stamped.at("overlay.yaml"), "reason:", "raeson:");
        }),
        ("an output of the same length", 1, &|stamped| {
            change(&stamped.at(event), "pub struct", "pub strukt");
        }),
        (
            "an output of the same length, made to look as old",
            1,
            &|stamped| {
                as_old_as(stamped.at(event), &|path| {
                    change(path, "pub struct", "pub strukt")
                });
            },
        ),
        ("an output that is gone", 1, &|stamped| {
            fs::remove_file(stamped.at(event)).unwrap();
        }),
        ("a foreign file", 1, &|stamped| {
            fs::write(stamped.at("out/models/src/events/mine.rs"), "mine\n").unwrap();
        }),
        ("a foreign file instead of an output", 1, &|stamped| {
            fs::rename(
                stamped.at(event),
                stamped.at("out/models/src/events/other.rs"),
            )
            .unwrap();
        }),
    ];
    for (what, code, change) in changes {
        let stamped = Stamped::new();
        assert_code(&stamped.generate(&["--check"]), 0);
        change(&stamped);
        let noticed = stamped.generate(&["--check"]);
        assert_eq!(
            noticed.status.code(),
            Some(code),
            "{what}: {}",
            stderr(&noticed)
        );
        // What is not right leaves no stamp that says so.
        let noticed = stamped.generate(&["--check"]);
        assert_eq!(
            noticed.status.code(),
            Some(code),
            "{what}: {}",
            stderr(&noticed)
        );
    }
}

#[test]
fn a_stamp_of_something_else_is_as_none() {
    let stamped = Stamped::new();
    let place = stamped.place();
    stamped.mark(Some(LATE));
    let text = fs::read_to_string(&place).unwrap();
    let last = text.lines().last().unwrap();
    let key = text.lines().nth(2).unwrap();
    for other in [
        String::new(),
        "garbage\0".to_owned(),
        text.replacen("gen-stamp 1", "gen-stamp 0", 1),
        text.replacen(key, "(another program)", 1),
        text.replacen(last, "", 1),
    ] {
        fs::write(&place, other).unwrap();
        assert!(!stamped.believes(&["--check"]));
    }
    fs::remove_file(&place).unwrap();
    fs::create_dir(&place).unwrap();
    assert!(!stamped.believes(&["--check"]) && !stamped.believes(&[]));
    fs::remove_dir(&place).unwrap();
}
