//! `export`: writes the scenarios of a run as files.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::output::print;
use crate::exit::Exit;
use crate::suite::Suite;
use crate::text::counted;

/// Arguments of `export`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    what: What,
}

/// What is exported.
#[derive(clap::Subcommand)]
enum What {
    /// Write the scenarios, also those that follow from the contract, as files for `--scenarios DIR`
    Scenarios {
        /// Folder for the files; it must be empty or not exist
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let What::Scenarios { out } = &args.what;
    let shown = out.display();
    if fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("the folder `{shown}` is not empty; name another one, or remove its files");
    }
    for scenario in suite.scenarios.iter() {
        let path = out.join(format!("{}.yaml", scenario.id));
        let folder = path.parent().unwrap_or(out);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, scenario.write(&suite.contract)))
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    print(&format!("wrote {} to {shown}\n", counted(suite.scenarios.len(), "scenario")))?;
    Ok(Exit::Conforms)
}
