//! What many runs said, as a table with a row for each way to run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

use super::round::Round;

/// The runs of one row.
#[derive(Default)]
pub(super) struct Tally {
    engine: &'static str,
    servers: &'static str,
    jobs: u32,
    rounds: u32,
    /// How often each exit code came.
    codes: BTreeMap<Option<i32>, u32>,
    /// How often each other verdict came.
    odd: BTreeMap<String, u32>,
    in_the_way: BTreeSet<String>,
    verdicts: BTreeSet<usize>,
    took: Vec<Duration>,
}

impl Tally {
    pub(super) fn new(engine: &'static str, servers: &'static str, jobs: u32) -> Self {
        Self {
            engine,
            servers,
            jobs,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, round: Round) {
        self.rounds += 1;
        *self.codes.entry(round.code).or_default() += 1;
        for odd in round.odd {
            *self.odd.entry(odd).or_default() += 1;
        }
        self.in_the_way.extend(round.in_the_way);
        self.verdicts.insert(round.verdicts);
        self.took.push(round.took);
    }

    /// Whether every clause held that could be tested, but for what earlier runs were in the way
    /// of; and nothing is on a fresh server.
    pub(super) fn is_well(&self) -> bool {
        let stays = self.servers != "fresh";
        let expected = |code: &Option<i32>| *code == Some(0) || (stays && *code == Some(3));
        let one = self.verdicts.len() == 1;
        one && self.odd.is_empty() && self.codes.keys().all(expected)
    }

    fn times(&self, code: i32) -> u32 {
        self.codes.get(&Some(code)).copied().unwrap_or_default()
    }

    /// The row.
    pub(super) fn line(&self) -> String {
        let (zero, three) = (self.times(0), self.times(3));
        let others = self.rounds - zero - three;
        let mut took = self.took.clone();
        took.sort();
        let median = took.get(took.len() / 2).copied().unwrap_or_default();
        let longest = took.last().copied().unwrap_or_default();
        format!(
            "{:<10}  {:<8}  {:>4}  {:>6}  {zero:>6}  {three:>6}  {others:>5}  {:>4}  {:>5.2} s  {:>5.2} s",
            self.engine,
            self.servers,
            self.jobs,
            self.rounds,
            self.odd.len(),
            median.as_secs_f64(),
            longest.as_secs_f64(),
        )
    }
}

/// The table, what earlier runs were in the way of, and each verdict that should not be.
pub(super) fn render(tallies: &[Tally]) -> String {
    let mut text = String::from(
        "database    servers   jobs  rounds  exit 0  exit 3  other   odd   median  longest\n",
    );
    for tally in tallies {
        text.push_str(&tally.line());
        text.push('\n');
    }
    let in_the_way: BTreeSet<_> = tallies.iter().flat_map(|tally| &tally.in_the_way).collect();
    if !in_the_way.is_empty() {
        text.push_str("\nnot exercised where earlier runs were in the way (used up, or a first page full of theirs):\n");
        for clause in in_the_way {
            let _ = writeln!(text, "  {clause}");
        }
    }
    for tally in tallies.iter().filter(|tally| !tally.is_well()) {
        let Tally {
            engine,
            servers,
            jobs,
            ..
        } = tally;
        let _ = writeln!(
            text,
            "\nnot well on {engine}, {servers} servers, --jobs {jobs}:"
        );
        for (odd, times) in &tally.odd {
            let _ = writeln!(text, "  {odd}: {times} of {} rounds", tally.rounds);
        }
        if tally.verdicts.len() > 1 {
            let _ = writeln!(
                text,
                "  the number of verdicts differs: {:?}",
                tally.verdicts
            );
        }
    }
    let rounds: u32 = tallies.iter().map(|tally| tally.rounds).sum();
    let ill = tallies.iter().filter(|tally| !tally.is_well()).count();
    let _ = writeln!(
        text,
        "\n{rounds} rounds; {}",
        if ill == 0 {
            "all well".to_owned()
        } else {
            format!("not well in {ill} rows")
        }
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(code: i32, in_the_way: &[&str], odd: &[&str]) -> Round {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Round {
            code: Some(code),
            verdicts: 320,
            in_the_way: set(in_the_way),
            odd: set(odd),
            took: Duration::from_millis(250),
        }
    }

    fn tally(servers: &'static str, rounds: Vec<Round>) -> Tally {
        let mut tally = Tally::new("SQLite", servers, 16);
        rounds.into_iter().for_each(|round| tally.add(round));
        tally
    }

    #[test]
    fn only_a_server_that_stays_may_run_out_of_something() {
        let used = || round(3, &["return_loan.transition.done"], &[]);
        assert!(tally("fresh", vec![round(0, &[], &[])]).is_well());
        assert!(!tally("fresh", vec![used()]).is_well());
        assert!(tally("the same", vec![round(0, &[], &[]), used()]).is_well());
        let flake = "list_books.order is inconclusive (other_outcome)";
        assert!(!tally("the same", vec![round(3, &[], &[flake])]).is_well());
        assert!(!tally("the same", vec![round(1, &[], &[])]).is_well());
        let fewer = Round {
            verdicts: 319,
            ..round(0, &[], &[])
        };
        assert!(!tally("fresh", vec![round(0, &[], &[]), fewer]).is_well());
    }

    #[test]
    fn the_table_tells_what_was_odd_and_how_often() {
        let flake = "list_books.order is inconclusive (other_outcome)";
        let tallies = [
            tally("fresh", vec![round(0, &[], &[]), round(0, &[], &[])]),
            tally(
                "the same",
                vec![
                    round(0, &[], &[]),
                    round(3, &["return_loan.transition.done"], &[]),
                ],
            ),
            tally(
                "the same",
                vec![round(3, &[], &[flake]), round(1, &[], &[])],
            ),
        ];
        insta::assert_snapshot!(render(&tallies));
    }
}
