//! Repeated runs: on new servers and on one server, with one scenario at a time and with many.

use super::database::DatabaseSource;
use super::reference::Reference;
use super::suite_run::SuiteRun;
use super::summary::RunGroup;

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
            let flags = [&["--jobs".to_owned(), jobs.to_string()], flags].concat();
            let mut group = RunGroup::new(databases.engine(), servers, jobs);
            if servers == "new" {
                run_on_new_servers(&mut group, databases, rounds, &flags)?;
            } else {
                run_on_one_server(&mut group, databases, rounds, &flags)?;
            }
            eprintln!("{}", group.progress());
            groups.push(group);
        }
    }
    Ok(groups)
}

fn run_on_new_servers(
    group: &mut RunGroup,
    databases: &DatabaseSource,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<()> {
    // On a new server, refusing an unused fixture is a fault of the server.
    let flags = [&["--fresh-fixtures", "--alone"].map(str::to_owned), flags].concat();
    for _ in 0..rounds {
        let database = databases.create()?;
        let server = Reference::start(database.as_deref(), 1, true)?;
        group.add(SuiteRun::execute(&server, &flags)?);
        drop(server);
        databases.drop(database.as_deref())?;
    }
    Ok(())
}

fn run_on_one_server(
    group: &mut RunGroup,
    databases: &DatabaseSource,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<()> {
    let database = databases.create()?;
    let server = Reference::start(database.as_deref(), rounds, true)?;
    for _ in 0..rounds {
        group.add(SuiteRun::execute(&server, flags)?);
    }
    drop(server);
    databases.drop(database.as_deref())
}
