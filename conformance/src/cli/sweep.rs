//! `sweep`: cleans up after killed runs, from their journals.

use super::connection::ConnectionArgs;
use super::interrupt;
use super::output::{print, print_error, print_message};
use super::target_args::{ServiceArgs, StateDirArgs};
use crate::exit::Exit;
use crate::report::sweep::render;
use crate::suite::Suite;
use crate::sweep::Sweeper;

/// Arguments of `sweep`.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    service: ServiceArgs,
    #[command(flatten)]
    state: StateDirArgs,
    #[command(flatten)]
    connection: ConnectionArgs,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let suite = &args.service.suite(suite)?;
    let folder = args.state.existing_folder()?;
    let service = args.service.resolve(suite)?;
    let connection = args.connection.connect(suite, &service)?;
    let (runtime, stop) = interrupt::runtime()?;
    let sweeper = Sweeper {
        suite,
        base_url: &service.base_url,
        keys: &service.keys,
        redactor: &connection.redactor,
        sender: connection.sender(&stop),
    };
    let mut sweep = runtime.block_on(sweeper.sweep(&folder))?;
    for (path, why) in &sweep.damaged {
        let path = path.display();
        print_message(&format!(
            "warning: `{path}`, {why}, so that something may be left; once it is cleaned up, delete the file\n"
        ));
    }
    let mut errors = std::mem::take(&mut sweep.errors);
    errors.extend(print(&render(&sweep, suite, sweeper.redactor)).err());
    errors.iter().for_each(print_error);
    let exit = if stop.is_interrupted() {
        Exit::Interrupted
    } else if sweep.is_clean() {
        Exit::Conforms
    } else {
        Exit::Leftovers
    };
    Ok(if errors.is_empty() { exit } else { exit.with_fault() })
}
