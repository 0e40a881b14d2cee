//! Removes short keys from a report. Long ones are removed before judging.

use crate::exchange::{Exchange, ScenarioTrace};
use crate::finding::Failure;
use crate::redact::Redactor;
use crate::untested::Untested;

use super::Report;

impl Report<'_> {
    /// Replaces short keys in all data of requests and answers.
    pub(crate) fn hide_short_keys(&mut self, redactor: &Redactor) {
        if !redactor.has_short() {
            return;
        }
        let hide = |text: &mut String| *text = redactor.shown(text);
        let failures = self.verdicts.iter_mut().flat_map(|verdict| &mut verdict.failures);
        failures.for_each(|clause_failure| of_failure(&mut clause_failure.failure, &hide));
        for observation in &mut self.observations {
            hide(&mut observation.value);
        }
        for left in &mut self.residue {
            hide(&mut left.known_by);
        }
        for repeated in self.repeated.to_mut() {
            repeated.fixtures.iter_mut().for_each(|(_, id)| hide(id));
            let flaky = repeated.flaky.iter_mut();
            flaky.for_each(|finding| of_failure(&mut finding.failure, &hide));
        }
        self.refused_keys.iter_mut().for_each(|key| hide(&mut key.said));
        match &mut self.untested {
            Some(Untested::Unanswered { fault, .. }) => hide(fault),
            Some(Untested::KeyRefused(key)) => hide(&mut key.said),
            Some(Untested::NothingHeld(_)) | None => {}
        }
        self.traces.to_mut().iter_mut().for_each(|trace| of_trace(&mut trace.bodiless, &hide));
    }
}

fn of_failure(failure: &mut Failure, hide: &dyn Fn(&mut String)) {
    hide(&mut failure.pointer);
    hide(&mut failure.expected);
    hide(&mut failure.actual);
}

/// Reports only contain the requests of exchanges.
fn of_trace(trace: &mut ScenarioTrace, hide: &dyn Fn(&mut String)) {
    let steps = trace.steps.iter_mut().chain(&mut trace.finally);
    let attempts = steps.flat_map(|step| &mut step.attempts);
    let exchanges =
        attempts.flat_map(|attempt| attempt.exchanges.iter_mut().chain(&mut attempt.reread));
    for Exchange { request, .. } in exchanges {
        hide(&mut request.target);
        request.body.iter_mut().for_each(hide);
    }
}
