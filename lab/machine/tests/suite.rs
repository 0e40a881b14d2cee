//! The test that cargo-gamma runs for each Rust mutant of the reference: fails if the suite detects the mutant.
//!
//! Does nothing without the environment variable `MACHINE_MUTANTS`, a folder for the baseline and the records. The
//! variable `MACHINE_MUTANTS_DEPTH` sets the depth of the runs.

use std::fs;
use std::path::Path;

use anyhow::Context;
use machine_mutants::comparison::Baseline;
use machine_mutants::instrument::Instrument;
use machine_mutants::outcome::MutantRecord;
use referral_conformance::depth::Depth;

/// The number of the mutant that cargo-gamma selects; absent or 0 for none.
const ACTIVE: &str = "GAMMA_ACTIVE";

#[tokio::test]
async fn suite_does_not_detect_the_active_mutant() -> anyhow::Result<()> {
    let Some(folder) = std::env::var_os("MACHINE_MUTANTS") else {
        return Ok(());
    };
    let folder = Path::new(&folder);
    let depth = match std::env::var("MACHINE_MUTANTS_DEPTH") {
        Ok(depth) => depth.parse().ok().context("MACHINE_MUTANTS_DEPTH is not a depth")?,
        Err(_) => Depth::default(),
    };
    let mutant = std::env::var(ACTIVE).unwrap_or_default();
    if mutant.is_empty() || mutant == "0" {
        return write_baseline(folder, depth).await;
    }
    let record = run_mutant(folder, depth).await?;
    fs::write(folder.join(format!("{mutant}.json")), serde_json::to_string(&record)?)?;
    if record.outcome.is_detected() {
        println!("{record:#?}");
        // Not a panic: threads of the mutant may be in an endless loop.
        std::process::exit(101);
    }
    Ok(())
}

/// Writes the baseline, unless an earlier run without a mutant has.
async fn write_baseline(folder: &Path, depth: Depth) -> anyhow::Result<()> {
    let file = folder.join("baseline.json");
    if file.exists() {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let mut instrument = Instrument::seed(folder, depth).await?;
    let baseline = instrument.baseline().await?;
    Ok(fs::write(file, serde_json::to_string(&baseline)?)?)
}

async fn run_mutant(folder: &Path, depth: Depth) -> anyhow::Result<MutantRecord> {
    let instrument = Instrument::open(folder, depth)?;
    let baseline = fs::read_to_string(folder.join("baseline.json"))?;
    let baseline: Baseline = serde_json::from_str(&baseline)?;
    let run = instrument.run().await;
    Ok(instrument.classify(&baseline, run))
}
