//! Prints the rounds as a table.

use std::time::Duration;

use crate::ledger::Outcome;
use crate::round::{Report, Rounds};

/// Prints the headings.
pub fn head(name: &str, rounds: &Rounds) {
    let Rounds { number, clients, servers, seed } = rounds;
    println!("{name}: {number} rounds, {clients} clients, {servers} processes, seed {seed}");
    println!(
        "{:>5}  {:<8} {:>6} {:>8} {:>8} {:>7} {:>5} {:>8} {:>6} {:>7} {:>8}",
        "round",
        "killed",
        "done",
        "refused",
        "unknown",
        "lasted",
        "lost",
        "doubled",
        "undue",
        "broken",
        "back"
    );
}

/// Prints a round.
pub fn row(number: usize, report: &Report) {
    let found = &report.findings;
    println!(
        "{:>5}  {:<8} {:>6} {:>8} {:>8} {:>7} {:>5} {:>8} {:>6} {:>7} {:>5} ms",
        number + 1,
        format!("{:?}", report.victim).to_lowercase(),
        report.count(Outcome::Done),
        report.count(Outcome::Refused),
        report.unknown,
        report.lasted,
        found.lost.len(),
        found.doubled.len(),
        found.undue.len(),
        found.broken.len(),
        report.back.as_millis(),
    );
    for (what, list) in [
        ("lost", &found.lost),
        ("doubled", &found.doubled),
        ("undue", &found.undue),
        ("broken", &found.broken),
    ] {
        for one in list.iter().take(5) {
            println!("       {what}: {one}");
        }
    }
}

/// Prints the summary; returns whether there were no errors.
pub fn foot(reports: &[Report]) -> bool {
    let done: usize = reports.iter().map(|report| report.count(Outcome::Done)).sum();
    let bad = reports.iter().filter(|report| !report.findings.none()).count();
    let slowest = reports.iter().map(|report| report.back).max();
    let slowest = slowest.unwrap_or(Duration::ZERO).as_millis();
    match bad {
        0 => println!(
            "kept: all {done} writes that were answered as done; back after {slowest} ms at most\n"
        ),
        _ => println!("NOT KEPT in {bad} of {} rounds\n", reports.len()),
    }
    // A round without writes would show nothing.
    bad == 0 && reports.iter().all(|report| report.count(Outcome::Done) > 0)
}
