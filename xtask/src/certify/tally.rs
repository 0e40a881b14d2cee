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
        self.verdicts.insert(round.verdicts);
        self.took.push(round.took);
    }

    /// Whether every clause held that could be tested, in each round.
    pub(super) fn is_well(&self) -> bool {
        let one = self.verdicts.len() == 1;
        one && self.odd.is_empty() && self.codes.keys().all(|code| *code == Some(0))
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

/// The table, and each verdict that should not be.
pub(super) fn render(tallies: &[Tally]) -> String {
    let mut text = String::from(
        "database    servers   jobs  rounds  exit 0  exit 3  other   odd   median  longest\n",
    );
    for tally in tallies {
        text.push_str(&tally.line());
        text.push('\n');
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

    fn round(code: i32, odd: &[&str]) -> Round {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Round {
            code: Some(code),
            verdicts: 320,
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
    fn every_clause_holds_in_each_round() {
        let flake = "list_books.order is inconclusive (other_outcome)";
        for servers in ["fresh", "the same"] {
            assert!(tally(servers, vec![round(0, &[]), round(0, &[])]).is_well());
            assert!(!tally(servers, vec![round(0, &[]), round(3, &[flake])]).is_well());
            assert!(!tally(servers, vec![round(1, &[])]).is_well());
            let fewer = Round {
                verdicts: 319,
                ..round(0, &[])
            };
            assert!(!tally(servers, vec![round(0, &[]), fewer]).is_well());
        }
    }

    #[test]
    fn the_table_tells_what_was_odd_and_how_often() {
        let used_up = "return_loan.transition.done is not_exercised (used_up)";
        let flake = "list_books.order is inconclusive (other_outcome)";
        let tallies = [
            tally("fresh", vec![round(0, &[]), round(0, &[])]),
            tally("the same", vec![round(0, &[]), round(3, &[used_up])]),
            tally("the same", vec![round(3, &[flake]), round(1, &[])]),
        ];
        insta::assert_snapshot!(render(&tallies));
    }
}
