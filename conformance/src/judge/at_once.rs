//! Whether of several like requests sent at the same moment one is accepted and the others are refused.
//!
//! Who is busy may turn away whoever comes at the same moment, in any way: only that more than one was let
//! in is a breach. That the others were refused for the documented reason is seen by its message alone.

use crate::reason::Reason;
use crate::scenario::Expectation;

use super::answer::{Answer, Standing};
use super::refusal::defect;
use super::scene::{Acceptance, Way};
use super::view::{View, nothing};
use super::{Grounds, Judged};

/// One is accepted, the others are refused.
pub(super) fn refused(view: &View<'_>) -> Judged {
    let ways = view.reading.ways;
    if ways.len() < view.step.at_once {
        return Judged::NotExercised(Reason::NoCapture);
    }
    let is_accepted = |way: &&Way| way.standing() == Standing::Accepted;
    let (accepted, others): (Vec<_>, Vec<_>) = ways.iter().partition(is_accepted);
    match accepted.len() {
        0 => unclear(&others).unwrap_or(Judged::Inconclusive(Reason::NoControl)),
        1 if others.iter().all(|way| is_as_documented(view, way)) => {
            Judged::held(Grounds::SEEN | Grounds::CONTROL)
        }
        1 => unclear(&others).unwrap_or(Judged::Inconclusive(Reason::OtherOutcome)),
        _ => several(view, &accepted),
    }
}

/// More than one was accepted. Where that means nothing, nobody is to blame.
fn several(view: &View<'_>, accepted: &[&Way]) -> Judged {
    let acceptance = |way: &Way| view.scene.acceptance_of(way, view.operation);
    let shown = accepted
        .iter()
        .filter(|way| acceptance(way) == Acceptance::Shown);
    let answers: Vec<&Answer> = shown.filter_map(|way| way.answers.first()).collect();
    let [_, second, ..] = answers.as_slice() else {
        let undocumented = |way: &&Way| acceptance(way) == Acceptance::Undocumented;
        return Judged::Inconclusive(match accepted.iter().any(undocumented) {
            true => Reason::NotAsDocumented,
            false => Reason::NotShownToDiscriminate,
        });
    };
    if !view.is_demonstrated() || !view.is_set_up() {
        return Judged::Inconclusive(Reason::NotDemonstrated);
    }
    let expected = format!(
        "one of {} requests sent at once is accepted, the others are refused: {}",
        view.step.at_once,
        defect(view)
    );
    let actual = format!("{} were accepted", answers.len());
    Judged::Breach(second.failure_at("", expected, actual))
}

fn is_as_documented(view: &View<'_>, way: &Way) -> bool {
    match &view.step.expect {
        Expectation::Refused(case) => view.scene.is_refused_as(view.index, way, case),
        _ => false,
    }
}

/// What the answers of those who were not accepted say, where they were not refused by a server that
/// could tell.
fn unclear(others: &[&Way]) -> Option<Judged> {
    let answers = || others.iter().flat_map(|way| &way.answers);
    let reason = answers().find_map(|answer| match answer.standing {
        Standing::Nothing(reason) => Some(reason),
        Standing::Accepted | Standing::Refused => None,
    });
    let failed = || answers().any(|answer| answer.status >= 500);
    let failed = || failed().then_some(Judged::Inconclusive(Reason::ServerError));
    reason.map(nothing).or_else(failed)
}
