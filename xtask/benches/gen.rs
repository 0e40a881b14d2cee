//! Measures `gen` as a whole process, for the contract and for contracts 10 and 100 times as large. The commands are
//! run in turns; the medians are printed.
//!
//! `-- --against PROGRAM` measures another generator, as `lab/benchmarks/progenitor`: `PROGRAM prepare OPENAPI INPUT`
//! runs once for each size, unmeasured, then `PROGRAM generate INPUT OUT` in each round. Ratios are relative to the
//! first row of a size: the other generator, if there is one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use spec::{ContractFile, load, read_folder};

#[path = "../../spec/benches/load/copies.rs"]
mod copies;

/// Copies of the contract, and rounds for each size.
const SIZES: [(usize, usize); 3] = [(1, 31), (10, 11), (100, 5)];

const XTASK: &str = env!("CARGO_BIN_EXE_xtask");

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--against");
    let against = arguments.nth(1);
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/contract");
    let (files, diagnostics) = read_folder(&contract);
    ensure!(!diagnostics.has_errors(), "the contract cannot be read");
    let contract = load(&files, None).contract.context("the contract has errors")?;
    let folder = tempfile::tempdir()?;
    println!("  times                     command     median       best       peak  ratio");
    for (times, rounds) in SIZES {
        let size = folder.path().join(times.to_string());
        write(&size.join("contract"), &copies::copied(&files, &contract, times))?;
        let commands = commands(&size, against.as_deref())?;
        let mut taken = vec![Vec::new(); commands.len()];
        for _ in 0..rounds {
            for (each, taken) in commands.iter().zip(&mut taken) {
                taken.push(each.run(&size)?);
            }
        }
        for taken in &mut taken {
            taken.sort();
        }
        let median = |of: &[Duration]| of.get(rounds / 2).map_or(0.0, Duration::as_secs_f64);
        let baseline = taken.first().map_or(0.0, |taken| median(taken));
        for (each, taken) in commands.iter().zip(&taken) {
            println!(
                "{times:>7}  {:>26}  {:>6.1} ms  {:>6.1} ms  {:>6} MB  {:>5.2}",
                each.name,
                median(taken) * 1e3,
                taken.first().map_or(0.0, Duration::as_secs_f64) * 1e3,
                each.peak(&size).map_or("?".to_owned(), |mb| mb.to_string()),
                median(taken) / baseline,
            );
        }
    }
    Ok(())
}

/// A command that is measured.
struct Measured {
    name: &'static str,
    program: String,
    arguments: Vec<String>,
    /// Whether the output folder is emptied first.
    empty: bool,
}

/// The commands for a size. Prepares the output folder and the input of the other generator.
fn commands(size: &Path, against: Option<&str>) -> anyhow::Result<Vec<Measured>> {
    let at = |name: &str| size.join(name).to_string_lossy().into_owned();
    let generate = |name, empty, flags: &[&str]| Measured {
        name,
        program: XTASK.to_owned(),
        arguments: ["gen", "--contract", &at("contract"), "--out", &at("out")]
            .iter()
            .chain(flags)
            .map(|&argument| argument.to_owned())
            .collect(),
        empty,
    };
    let mut commands = vec![
        generate("gen, into an empty folder", true, &[]),
        generate("gen, up to date", false, &[]),
        generate("gen --check, up to date", false, &["--check"]),
    ];
    for command in &commands {
        command.run(size)?;
    }
    if let Some(program) = against {
        let run = |name, arguments: &[&str]| Measured {
            name,
            program: program.to_owned(),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            empty: false,
        };
        let document = at("out/openapi/openapi.yaml");
        run("prepare", &["prepare", &document, &at("input.json")]).run(size)?;
        let generate = ["generate", &at("input.json"), &at("other.rs")];
        commands.insert(0, run("the other generator", &generate));
    }
    Ok(commands)
}

impl Measured {
    /// Duration of one run, from spawn to exit.
    fn run(&self, size: &Path) -> anyhow::Result<Duration> {
        self.make_ready(size)?;
        let start = Instant::now();
        let output = self.command(&self.program).output()?;
        let taken = start.elapsed();
        let stderr = String::from_utf8_lossy(&output.stderr);
        let error = stderr.lines().next().unwrap_or_default();
        ensure!(output.status.success(), "{} failed: {error}", self.name);
        Ok(taken)
    }

    /// Peak memory in MB, measured by GNU time; `None` if it is not installed.
    fn peak(&self, size: &Path) -> Option<u64> {
        self.make_ready(size).ok()?;
        let mut command = self.command("/usr/bin/time");
        let output = command.stdout(Stdio::null()).output().ok()?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let kilobytes: u64 = stderr.lines().last()?.parse().ok()?;
        Some(kilobytes.div_ceil(1024))
    }

    fn make_ready(&self, size: &Path) -> anyhow::Result<()> {
        let out = size.join("out");
        if self.empty && out.exists() {
            fs::remove_dir_all(out)?;
        }
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        if program != self.program {
            command.args(["-f", "%M", &self.program]);
        }
        command.args(&self.arguments);
        command
    }
}

fn write(folder: &Path, files: &[ContractFile]) -> anyhow::Result<()> {
    for file in files {
        let path = folder.join(&file.address);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, &file.text)?;
    }
    Ok(())
}
