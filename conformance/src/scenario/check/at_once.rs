//! Checks steps with concurrent requests: all they can show is one refusal.

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
                "this call changes nothing, so concurrent copies of it cannot conflict",
                "only writes can be sent concurrently",
            );
            return;
        }
        if let Expectation::Refused(case) = &self.step.expect {
            self.is_brought_about(case);
        } else {
            self.report(
                "check-without-expectation",
                "`at_once` needs `refused: CASE`",
                "one of the requests is accepted; name the refusal of the others",
            );
        }
        if self.has_other_expectations() {
            self.report(
                "check-without-clause",
                "concurrent requests can only show a refusal",
                "move other expectations to a separate call",
            );
        }
    }

    /// The others can only be refused for a reason that depends on earlier writes.
    fn is_brought_about(&mut self, case: &str) {
        let case_of = self.contract.error_case(self.operation, case);
        let follows = match case_of.and_then(|case| case.when.stated()) {
            Some(
                Condition::Taken(_)
                | Condition::Repeated
                | Condition::InState { .. }
                | Condition::NotInState { .. },
            ) => true,
            // Reported by the check of the refusal itself.
            None => true,
            Some(_) => false,
        };
        if !follows {
            self.report(
                "check-without-clause",
                format!("an accepted request does not cause `{case}` for the others"),
                "name the refusal of a value that is taken, a repetition, or a wrong state",
            );
        }
    }

    /// Whether the step has other expectations than a refusal.
    fn has_other_expectations(&self) -> bool {
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
