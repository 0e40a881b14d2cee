//! Repeated runs: on new servers and on one server, with one scenario at a time and with many.

use super::database::DatabaseSource;
use super::reference::Reference;
use super::summary::{RunGroup, SuiteRun};

/// Numbers of scenarios that run concurrently.
const JOBS: [u32; 2] = [1, 16];

/// Runs all rounds, and prints a line for each group of runs when it is complete.
pub(super) fn run(
    databases: &DatabaseSource,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<Vec<RunGroup>> {
    let mut groups = Vec::new();
    for servers in ["new", "same"] {
        for jobs in JOBS {
            let mut flags = [&["--jobs".to_owned(), jobs.to_string()], flags].concat();
            let mut runs = Vec::new();
            if servers == "new" {
                // On a new server, refusing an unused fixture is a fault of the server.
                flags.extend(["--fresh-fixtures", "--alone"].map(str::to_owned));
                for _ in 0..rounds {
                    runs.extend(run_on_new_server(databases, 1, &flags)?);
                }
            } else {
                runs = run_on_new_server(databases, rounds, &flags)?;
            }
            let group = RunGroup { engine: databases.engine(), servers, jobs, runs };
            eprintln!("{}", group.progress());
            groups.push(group);
        }
    }
    Ok(groups)
}

/// Runs the suite repeatedly against one new server.
fn run_on_new_server(
    databases: &DatabaseSource,
    runs: u32,
    flags: &[String],
) -> anyhow::Result<Vec<SuiteRun>> {
    let database = databases.create()?;
    let server = Reference::start(database.as_deref(), runs, true)?;
    let results = (0..runs).map(|_| SuiteRun::execute(&server, flags)).collect();
    drop(server);
    databases.drop(database.as_deref())?;
    results
}
