//! Requests at the same moment: of all that can be said of a step, they show one refusal.

use spec::Condition;

use super::Check;
use crate::scenario::Expectation;

impl Check<'_> {
    pub(super) fn at_once_shows_a_refusal(&mut self) {
        if self.step.at_once == 1 {
            return;
        }
        if self.operation.method.is_safe() {
            self.report(
                "useless-check",
                "this call changes nothing that another could come too late for",
                "only writes are sent at the same moment",
            );
            return;
        }
        if let Expectation::Refused(case) = &self.step.expect {
            self.is_brought_about(case);
        } else {
            self.report(
                "check-without-expectation",
                "`at_once` needs `refused: CASE`",
                "one of the requests is accepted: say which refusal that brings about for the others",
            );
        }
        if self.looks_further() {
            self.report(
                "check-without-clause",
                "requests at the same moment show nothing but a refusal",
                "leave out what else is asked of them, or ask it of a call of its own",
            );
        }
    }

    /// Only what depends on earlier writes can become of the others because one was accepted.
    fn is_brought_about(&mut self, case: &str) {
        let case_of = self.contract.error_case(self.operation, case);
        let follows = match case_of.and_then(|case| case.when.stated()) {
            Some(
                Condition::Taken(_)
                | Condition::Repeated
                | Condition::InState { .. }
                | Condition::NotInState { .. },
            ) => true,
            // Reported where the refusal itself is looked at.
            None => true,
            Some(_) => false,
        };
        if !follows {
            self.report(
                "check-without-clause",
                format!("no accepted request brings about `{case}` for the others"),
                "name the refusal of what is taken, repeated, or not in its state any more",
            );
        }
    }

    /// Whether the step says more than what is sent and which refusal is expected.
    fn looks_further(&self) -> bool {
        let step = self.step;
        let located = step.shows.len() + step.hides.len() + step.order.len();
        let named = step.alternatives.len() + step.proves.len() + located;
        named > 0
            || step.all_pages
            || step.perhaps
            || step.same_as.is_some()
            || step.disproved_by.is_some()
    }
}
