//! Many runs in a row: on fresh servers, and on one that stays; one scenario at a time, and many.

use super::database::Databases;
use super::reference::Reference;
use super::round;
use super::tally::Tally;

/// Scenarios at once.
const JOBS: [u32; 2] = [1, 16];

/// Plays all rounds and tells of each row when it is done.
pub(super) fn play(
    databases: &Databases,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<Vec<Tally>> {
    let mut tallies = Vec::new();
    for servers in ["fresh", "the same"] {
        for jobs in JOBS {
            let flags = [&["--jobs".to_owned(), jobs.to_string()], flags].concat();
            let mut tally = Tally::new(databases.engine(), servers, jobs);
            match servers {
                "fresh" => on_fresh_ones(&mut tally, databases, rounds, &flags)?,
                _ => on_one(&mut tally, databases, rounds, &flags)?,
            }
            eprintln!("{}", tally.line());
            tallies.push(tally);
        }
    }
    Ok(tallies)
}

fn on_fresh_ones(
    tally: &mut Tally,
    databases: &Databases,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<()> {
    // Refusing what was never used is a fault of the server then.
    let vouched = ["--fresh-fixtures", "--alone"].map(str::to_owned);
    let flags = [vouched.as_slice(), flags].concat();
    for _ in 0..rounds {
        let database = databases.fresh()?;
        let server = Reference::start(database.as_deref(), true, 1)?;
        tally.add(round::play(&server, "state", &flags)?);
        drop(server);
        databases.drop(database.as_deref())?;
    }
    Ok(())
}

fn on_one(
    tally: &mut Tally,
    databases: &Databases,
    rounds: u32,
    flags: &[String],
) -> anyhow::Result<()> {
    let database = databases.fresh()?;
    let server = Reference::start(database.as_deref(), true, rounds)?;
    for _ in 0..rounds {
        tally.add(round::play(&server, "state", flags)?);
    }
    drop(server);
    databases.drop(database.as_deref())
}
