//! What it costs to generate everything, whole process: from the contract, and from contracts ten and a hundred times
//! as large. Prints medians of rounds in which all commands take turns; asserts nothing but that they end well.
//!
//! `-- --against PROGRAM` lets another generator take its turns: `PROGRAM prepare OPENAPI INPUT` once for each size,
//! unmeasured, then `PROGRAM generate INPUT OUT` in each round. `benchmarks/progenitor` is one. Ratios are to the first
//! row of a size: the other generator, if there is one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use spec::{ContractFile, load, read_folder};

#[path = "../../spec/benches/load/copies.rs"]
mod copies;

/// How many times each size is measured.
const SIZES: [(usize, usize); 3] = [(1, 31), (10, 11), (100, 5)];

const XTASK: &str = env!("CARGO_BIN_EXE_xtask");

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--against");
    let against = arguments.nth(1);
    let contract = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/contract");
    let (files, found) = read_folder(&contract);
    ensure!(!found.has_errors(), "the contract cannot be read");
    let contract = load(&files, None).contract.context("a mistake in it")?;
    let folder = tempfile::tempdir()?;
    println!("  times                     command     median       best       peak  ratio");
    for (times, rounds) in SIZES {
        let size = folder.path().join(times.to_string());
        write(
            &size.join("contract"),
            &copies::copied(&files, &contract, times),
        )?;
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
    /// Whether it finds the folder it writes to empty.
    anew: bool,
}

/// What takes turns at a size; the output folder is up to date afterwards, and what the other program reads is there.
fn commands(size: &Path, against: Option<&str>) -> anyhow::Result<Vec<Measured>> {
    let at = |name: &str| size.join(name).to_string_lossy().into_owned();
    let generate = |name, anew, check: &[&str]| Measured {
        name,
        program: XTASK.to_owned(),
        arguments: ["gen", "--contract", &at("contract"), "--out", &at("out")]
            .iter()
            .chain(check)
            .map(|&argument| argument.to_owned())
            .collect(),
        anew,
    };
    let mut commands = vec![
        generate("gen, every file written", true, &[]),
        generate("gen --force, compared", false, &["--force"]),
        generate("gen, nothing changed", false, &[]),
        generate("gen --check, nothing changed", false, &["--check"]),
    ];
    for command in &commands {
        command.run(size)?;
    }
    if let Some(program) = against {
        let run = |name, arguments: &[&str]| Measured {
            name,
            program: program.to_owned(),
            arguments: arguments
                .iter()
                .map(|&argument| argument.to_owned())
                .collect(),
            anew: false,
        };
        let document = at("out/openapi/openapi.yaml");
        run("prepare", &["prepare", &document, &at("input.json")]).run(size)?;
        let generate = ["generate", &at("input.json"), &at("other.rs")];
        commands.insert(0, run("the other generator", &generate));
    }
    Ok(commands)
}

impl Measured {
    /// One run, from spawn to exit.
    fn run(&self, size: &Path) -> anyhow::Result<Duration> {
        self.make_ready(size)?;
        let start = Instant::now();
        let output = self.command(&self.program).output()?;
        let taken = start.elapsed();
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or_default();
        ensure!(output.status.success(), "{} failed: {said}", self.name);
        Ok(taken)
    }

    /// The most memory it takes, in MB, as GNU time says it; `None` where that is not installed.
    fn peak(&self, size: &Path) -> Option<u64> {
        self.make_ready(size).ok()?;
        let mut command = self.command("/usr/bin/time");
        let output = command.stdout(Stdio::null()).output().ok()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let kilobytes: u64 = said.lines().last()?.parse().ok()?;
        Some(kilobytes.div_ceil(1024))
    }

    fn make_ready(&self, size: &Path) -> anyhow::Result<()> {
        let out = size.join("out");
        if self.anew && out.exists() {
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
