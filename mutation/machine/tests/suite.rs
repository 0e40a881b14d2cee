//! The test that cargo-gamma runs for each Rust mutant of the reference: fails if the suite detects the mutant.
//!
//! Does nothing without the environment variable `MACHINE_MUTANTS`, a folder for the baseline and the records.

use std::fs;
use std::path::Path;

use machine_mutants::comparison::Baseline;
use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::MutantRecord;
use referral_conformance::depth::Depth;

/// The variable with which cargo-gamma selects a mutant.
const ACTIVE: &str = "GAMMA_ACTIVE";

#[tokio::test]
async fn suite_does_not_detect_the_active_mutant() {
    let Some(folder) = std::env::var_os("MACHINE_MUTANTS") else {
        return;
    };
    let depth = std::env::var("MACHINE_MUTANTS_DEPTH")
        .map_or(Depth::Standard, |depth| depth.parse().unwrap());
    let folder = Path::new(&folder);
    let mutant = std::env::var(ACTIVE).unwrap_or_default();
    if mutant.is_empty() || mutant == "0" {
        write_baseline(folder, depth).await;
    } else {
        let record = run_mutant(folder, depth).await;
        let text = serde_json::to_string(&record).unwrap();
        fs::write(folder.join(format!("{mutant}.json")), text).unwrap();
        if record.outcome.is_detected() {
            println!("{record:#?}");
            // Not a panic: threads of the mutant may be in an endless loop.
            std::process::exit(101);
        }
    }
}

/// The baseline is written by the unmutated program, before any mutant runs.
async fn write_baseline(folder: &Path, depth: Depth) {
    let file = folder.join("baseline.json");
    if file.exists() {
        return;
    }
    fs::create_dir_all(folder).unwrap();
    let mut instrument = Instrument::seed(folder, depth).await.unwrap();
    let baseline = instrument.baseline().await.unwrap();
    fs::write(file, serde_json::to_string(&baseline).unwrap()).unwrap();
}

async fn run_mutant(folder: &Path, depth: Depth) -> MutantRecord {
    let instrument = Instrument::open(folder, depth).unwrap();
    let baseline = fs::read_to_string(folder.join("baseline.json")).unwrap();
    let baseline: Baseline = serde_json::from_str(&baseline).unwrap();
    let run = instrument.run().await;
    instrument.classify(&baseline, run)
}
