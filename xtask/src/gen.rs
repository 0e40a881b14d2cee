//! `cargo xtask gen`: generates crates and documents from the contract.

mod license;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args as ClapArgs;
use codegen::{FileSet, License, Options, Outputs, RuntimeSource};
use license::{LicenseArgs, own_license};
use reader::Diagnostics;

use crate::contract::ContractArgs;
use crate::project;
use crate::sync::{FolderChanges, WriteArgs, sync_folders};
use crate::workspace;

/// The command as heads of files and messages name it.
const COMMAND: &str = "cargo xtask gen";

/// Flags of `gen`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    contract: ContractArgs,
    /// Generate with the answers of this overlay; requires `--out`
    #[arg(long, value_name = "FILE", requires = "out")]
    overlay: Option<PathBuf>,
    /// Generate into this folder instead of `generated`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    runtime: RuntimeArgs,
    #[command(flatten)]
    license: LicenseArgs,
    /// Generate again whenever a file of the contract or of an overlay changes, until Ctrl-C
    #[arg(long, conflicts_with = "check")]
    watch: bool,
}

/// The source of the runtime crates; by default their path in this repository.
#[derive(ClapArgs)]
#[group(multiple = false, requires = "out")]
struct RuntimeArgs {
    /// Depend on the runtime crates in this folder [default: this repository's `runtime`]; requires `--out`
    #[arg(long, value_name = "DIR")]
    runtime_path: Option<PathBuf>,
    /// Depend on the runtime crates of this git repository; requires `--out`
    #[arg(long, value_name = "URL")]
    runtime_git: Option<String>,
    /// Depend on this version of the runtime crates; requires `--out`
    #[arg(long, value_name = "VERSION")]
    runtime_version: Option<String>,
}

impl RuntimeArgs {
    /// The source as seen from the output folder.
    fn source(&self, out: &Path) -> RuntimeSource {
        if let Some(url) = &self.runtime_git {
            return RuntimeSource::Git(url.clone());
        }
        if let Some(version) = &self.runtime_version {
            return RuntimeSource::Version(version.clone());
        }
        let ours = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
        let folder = self.runtime_path.as_deref().unwrap_or(&ours);
        RuntimeSource::Path(project::relative_path(out, folder))
    }
}

/// The folder of generated files.
struct Product {
    out: PathBuf,
    license: Option<License>,
    /// Whether its crates can be published.
    publish: bool,
}

impl Args {
    fn product(&self) -> anyhow::Result<Product> {
        Ok(match &self.out {
            Some(out) => {
                let license = self.license.read()?;
                Product { out: out.clone(), publish: license.is_some(), license }
            }
            None => Product {
                out: workspace::at("generated"),
                license: Some(own_license()),
                publish: true,
            },
        })
    }
}

/// Runs the command. Exits with 0 if the files are up to date, 1 if they differ or an edited file blocks the run, 2 on
/// an error in the contract. Fails when a file cannot be read or written, when the folders of the contract and the
/// output overlap, and when a contract other than the one of this project has no output.
///
/// With `--watch`, exits with 0 at Ctrl-C.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    ensure!(
        args.out.is_some() || args.write.is_check() || args.contract.is_default(),
        "`generated` has the crates of the contract in `spec/contract`; for another one, name a folder with `--out DIR`"
    );
    let product = args.product()?;
    ensure_separate(&args.contract.contract, &product.out)?;
    if !args.watch {
        return write(args, &product);
    }
    watch::run(&args.contract.contract, args.overlay.as_slice(), || write(args, &product))
}

/// Generates the files, and writes those that differ.
fn write(args: &Args, product: &Product) -> anyhow::Result<ExitCode> {
    let Some(files) = generate(args, product)? else {
        return Ok(ExitCode::from(2));
    };
    let changes = FolderChanges::compare(files.iter(), &product.out)?;
    let is_up_to_date = sync_folders(&[changes], &args.write, &args.contract, COMMAND)?;
    Ok(ExitCode::from(if is_up_to_date { 0 } else { 1 }))
}

/// Generated files in the folder of the contract would break the contract, and the other way round.
fn ensure_separate(contract: &Path, out: &Path) -> anyhow::Result<()> {
    ensure!(
        !project::overlap(contract, out),
        "the contract in {} and the generated files in {} need separate folders; choose another `--out`",
        contract.display(),
        out.display()
    );
    Ok(())
}

/// The files by path; `None` on an error in the contract.
fn generate(args: &Args, product: &Product) -> anyhow::Result<Option<FileSet>> {
    let Some((contract, sources)) = args.contract.load(args.overlay.as_deref())? else {
        return Ok(None);
    };
    let folder = &args.contract.contract;
    let overlay = args.overlay.as_deref();
    let options = Options {
        outputs: Outputs::ALL,
        command: COMMAND.to_owned(),
        contract: project::contract_name(folder),
        overlay: overlay.map(|overlay| project::source_name(folder, overlay)),
        license: product.license.clone(),
        publish: product.publish,
        runtime: args.runtime.source(&product.out),
    };
    match codegen::generate(&contract, &options) {
        Ok(files) => Ok(Some(files)),
        Err(errors) => {
            let mut diagnostics = Diagnostics::default();
            diagnostics.extend(errors);
            args.contract.print_diagnostics(&sources, &diagnostics)?;
            Ok(None)
        }
    }
}
