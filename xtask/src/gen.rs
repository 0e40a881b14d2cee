//! `cargo xtask gen`: what is generated, made or checked.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args as ClapArgs;
use codegen::{FileSet, Options, Outputs};
use reader::Diagnostics;

use crate::contract::Location;
use crate::drift::{Drift, Writing, bring_up_to_date};
use crate::folder::Found;
use crate::project;
use crate::stamp::Stamp;

/// How this command is called in the heads of files and in messages.
const COMMAND: &str = "cargo xtask gen";

/// Flags of `gen`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    location: Location,
    /// Generate with this overlay's answers; needs `--out`.
    #[arg(long, value_name = "FILE", requires = "out")]
    overlay: Option<PathBuf>,
    /// Generate into this folder alone, instead of `generated` and `reference/generated`.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// One folder of generated files.
struct Product {
    overlay: Option<PathBuf>,
    out: PathBuf,
    outputs: Outputs,
}

impl Args {
    fn products(&self) -> Vec<Product> {
        match &self.out {
            Some(out) => vec![Product {
                overlay: self.overlay.clone(),
                out: out.clone(),
                outputs: Outputs::ALL,
            }],
            None => vec![
                Product {
                    overlay: None,
                    out: "generated".into(),
                    outputs: Outputs::ALL,
                },
                // A server needs neither a client nor documents of its own.
                Product {
                    overlay: Some("spec/overlays/reference.yaml".into()),
                    out: "reference/generated".into(),
                    outputs: Outputs {
                        client: false,
                        openapi: false,
                        schemas: false,
                        ..Outputs::ALL
                    },
                },
            ],
        }
    }
}

/// Runs the command: 0 when all is as it should be, 1 on drift or when a hand's work is in the way, 2 on a mistake in
/// the contract.
///
/// # Errors
/// When a file cannot be read or written, and when files would be made among those they are made from.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut drifts = Vec::new();
    let mut stamps = Vec::new();
    for product in args.products() {
        refuse_overlap(&args.location.contract, &product.out)?;
        let stamp = Stamp::of(
            &args.location.contract,
            product.overlay.as_deref(),
            &product.out,
        );
        let known = stamp.as_ref().filter(|_| !args.writing.is_forced());
        if let Some(total) = known.and_then(Stamp::unchanged) {
            drifts.push(Drift::none(&product.out, total));
            stamps.push(None);
            continue;
        }
        // What is there is read while the contract is.
        let (stamp, files, found) = std::thread::scope(|scope| {
            let found = scope.spawn(|| Found::read(&product.out));
            // What is read later than this is looked at again by the next run.
            let stamp = stamp.and_then(Stamp::with_inputs);
            (stamp, generate(args, &product), found.join())
        });
        let Some(files) = files? else {
            return Ok(ExitCode::from(2));
        };
        let found = found.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        drifts.push(Drift::between(files.iter(), found));
        stamps.push(stamp);
    }
    let right = bring_up_to_date(&drifts, &args.writing, &args.location, COMMAND)?;
    if right {
        for (drift, stamp) in drifts.into_iter().zip(stamps) {
            if let (Some(outputs), Some(stamp)) = (drift.into_clean(), stamp) {
                stamp.keep(outputs);
            }
        }
    }
    Ok(ExitCode::from(if right { 0 } else { 1 }))
}

/// The contract would not load any more with generated files in its folder, nor would it be left alone in theirs.
fn refuse_overlap(contract: &Path, out: &Path) -> anyhow::Result<()> {
    ensure!(
        !project::overlap(contract, out),
        "the contract in {} and the generated files in {} need folders of their own; give another `--out`",
        contract.display(),
        out.display()
    );
    Ok(())
}

fn generate(args: &Args, product: &Product) -> anyhow::Result<Option<FileSet>> {
    let Some((contract, sources)) = args.location.open(product.overlay.as_deref())? else {
        return Ok(None);
    };
    let folder = &args.location.contract;
    let overlay = product.overlay.as_deref();
    let options = Options {
        outputs: product.outputs,
        command: COMMAND.to_owned(),
        contract: project::name_of_contract(folder),
        overlay: overlay.map(|overlay| project::name_beside(folder, overlay)),
    };
    match codegen::generate(&contract, &options) {
        Ok(files) => Ok(Some(files)),
        Err(findings) => {
            let mut all = Diagnostics::default();
            all.extend(findings);
            args.location.show(&sources, &all)?;
            Ok(None)
        }
    }
}
