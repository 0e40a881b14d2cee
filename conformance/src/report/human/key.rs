//! That a key is no good, said once: else each thing that could not be shown would have to be read for it.

use spec::{ErrorCase, Operation};

use super::Paint;
use super::paint::Tone;
use crate::contract;
use crate::exchange::Exchange;
use crate::judge;
use crate::report::Report;
use crate::scenario::Expectation;

/// A line for each key with which nothing was accepted that should have been, each call refused for the key's sake.
pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let kinds = report.suite.contract.service.keys.iter();
    let refused = kinds.filter_map(|kind| Some((&kind.name, refusal(report, &kind.name)?)));
    let line = |(kind, case): (&String, &ErrorCase)| {
        let said = format!(
            "the key `{kind}` was refused in all calls: `{}`",
            case.message
        );
        format!("{}\n\n", paint.text(Tone::Bad, &said))
    };
    refused.map(line).collect()
}

/// The one refusal of the key that all calls got which were to be accepted.
fn refusal<'r>(report: &Report<'r>, kind: &str) -> Option<&'r ErrorCase> {
    let mut cases =
        calls(report, kind).map(|(operation, exchange)| case(report, operation, exchange));
    let first = cases.next()??;
    let alike = |case: Option<&ErrorCase>| case.is_some_and(|case| case.id == first.id);
    cases.all(alike).then_some(first)
}

/// What was to be accepted with a key, and was answered.
fn calls<'r>(
    report: &Report<'r>,
    kind: &str,
) -> impl Iterator<Item = (&'r Operation, &'r Exchange)> {
    let plays = report.plays.iter();
    let played = plays.filter_map(|play| Some((report.suite.scenario(&play.scenario)?, play)));
    let steps = played.flat_map(|(scenario, play)| scenario.steps.iter().zip(&play.steps));
    let wanted = steps.filter(move |(step, _)| {
        step.expect == Expectation::Accepted && step.key.kind() == Some(kind)
    });
    wanted
        .filter_map(|(step, played)| Some((report.suite.contract.operation(&step.call)?, played)))
        .flat_map(|(operation, played)| {
            let exchanges = played.ways.iter().flat_map(|way| &way.exchanges);
            exchanges.map(move |exchange| (operation, exchange))
        })
        .filter(|(_, exchange)| exchange.outcome.is_ok())
}

/// The documented refusal of the key that an answer is.
fn case<'r>(
    report: &Report<'r>,
    operation: &'r Operation,
    exchange: &Exchange,
) -> Option<&'r ErrorCase> {
    let contract = &report.suite.contract;
    let message = judge::told(contract, operation, exchange).message?;
    contract::case_of(contract, operation, &message).filter(|case| contract::is_about_key(case))
}
