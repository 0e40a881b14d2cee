//! Time to load and check the contract, and contracts ten and a hundred times as large. Prints medians; asserts only
//! that every copy is valid.

use std::path::Path;
use std::time::{Duration, Instant};

use reader::Style;
use spec::{Contract, ContractFile, Loaded, load, read_folder};

#[path = "load/copies.rs"]
mod copies;

use copies::copied;

/// Number of measurements of each size.
const SIZES: [(usize, usize); 3] = [(1, 50), (10, 15), (100, 5)];

fn main() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("contract");
    let (files, found) = read_folder(&folder);
    if !found.is_empty() {
        return Err(format!("the contract cannot be read: {found:?}"));
    }
    let contract = loaded(&files)?;
    println!(
        "{:>5}  {:>10}  {:>9}  {:>9}  {:>9}  {:>5}",
        "times", "operations", "bytes", "load", "clauses", "ratio"
    );
    let mut each = None;
    for (times, rounds) in SIZES {
        let files = copied(&files, &contract, times);
        let many = loaded(&files)?;
        let load = median(rounds, || load(&files, None));
        let clauses = median(rounds, || many.clauses());
        let one = *each.get_or_insert(load);
        println!(
            "{times:>5}  {:>10}  {:>9}  {:>9}  {:>9}  {:>5.2}",
            many.operations().count(),
            files.iter().map(|file| file.text.len()).sum::<usize>(),
            format_duration(load),
            format_duration(clauses),
            load.as_secs_f64() / one.as_secs_f64() / times as f64,
        );
    }
    Ok(())
}

fn loaded(files: &[ContractFile]) -> Result<Contract, String> {
    let Loaded { sources, diagnostics, contract } = load(files, None);
    contract.ok_or_else(|| reader::render(&sources, &diagnostics, Style::Plain))
}

fn median<T>(rounds: usize, work: impl Fn() -> T) -> Duration {
    let mut all: Vec<_> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed()
        })
        .collect();
    all.sort();
    all.get(rounds / 2).copied().unwrap_or_default()
}

fn format_duration(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
