//! Takes short keys out of what a report shows. Long ones were taken out before anything was judged.

use crate::exchange::{Exchange, Play};
use crate::judge::Failure;
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
            repeated.things.iter_mut().for_each(|(_, id)| hide(id));
            let doubts = repeated.doubts.iter_mut();
            doubts.for_each(|doubt| of_failure(&mut doubt.failure, &hide));
        }
        match &mut self.untested {
            Some(Untested::Unanswered { fault, .. }) => hide(fault),
            Some(Untested::KeyRefused(key)) => hide(&mut key.said),
            Some(Untested::NothingHeld(_)) | None => {}
        }
        self.plays
            .to_mut()
            .iter_mut()
            .for_each(|play| of_play(play, &hide));
    }
}

fn of_failure(failure: &mut Failure, hide: &dyn Fn(&mut String)) {
    hide(&mut failure.pointer);
    hide(&mut failure.expected);
    hide(&mut failure.actual);
}

/// Of the exchanges only the requests are shown.
fn of_play(play: &mut Play, hide: &dyn Fn(&mut String)) {
    let steps = play.steps.iter_mut().chain(&mut play.finally);
    let ways = steps.flat_map(|step| &mut step.ways);
    for Exchange { request, .. } in
        ways.flat_map(|way| way.exchanges.iter_mut().chain(&mut way.again))
    {
        hide(&mut request.target);
        request.body.iter_mut().for_each(hide);
    }
}
