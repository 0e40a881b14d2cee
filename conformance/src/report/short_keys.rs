//! Takes short keys out of what a report shows. Long ones were taken out before anything was judged.

use crate::exchange::{Exchange, ScenarioTrace};
use crate::finding::Failure;
use crate::redact::Redactor;
use crate::untested::Untested;

use super::Report;

impl Report<'_> {
    /// Replaces short keys in everything that came from a server or was sent to one.
    pub(crate) fn hide_short_keys(&mut self, redactor: &Redactor) {
        if !redactor.has_short() {
            return;
        }
        let hide = |text: &mut String| *text = redactor.shown(text);
        let failures = self.verdicts.iter_mut().flat_map(|it| &mut it.failures);
        failures.for_each(|blame| of_failure(&mut blame.failure, &hide));
        for observation in &mut self.observations {
            hide(&mut observation.value);
        }
        for left in &mut self.residue {
            hide(&mut left.known_by);
        }
        for repeated in self.repeated.to_mut() {
            repeated.fixtures.iter_mut().for_each(|(_, id)| hide(id));
            let doubts = repeated.flaky.iter_mut();
            doubts.for_each(|doubt| of_failure(&mut doubt.failure, &hide));
        }
        match &mut self.untested {
            Some(Untested::Unanswered { fault, .. }) => hide(fault),
            Some(Untested::KeyRefused(key)) => hide(&mut key.said),
            Some(Untested::NothingHeld(_)) | None => {}
        }
        self.traces
            .to_mut()
            .iter_mut()
            .for_each(|trace| of_trace(trace, &hide));
    }
}

fn of_failure(failure: &mut Failure, hide: &dyn Fn(&mut String)) {
    hide(&mut failure.pointer);
    hide(&mut failure.expected);
    hide(&mut failure.actual);
}

/// Of the exchanges only the requests are shown.
fn of_trace(trace: &mut ScenarioTrace, hide: &dyn Fn(&mut String)) {
    let steps = trace.steps.iter_mut().chain(&mut trace.finally);
    let ways = steps.flat_map(|step| &mut step.attempts);
    for Exchange { request, .. } in
        ways.flat_map(|way| way.exchanges.iter_mut().chain(&mut way.reread))
    {
        hide(&mut request.target);
        request.body.iter_mut().for_each(hide);
    }
}
