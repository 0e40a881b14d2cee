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
            return self.report(
                "useless-check",
                "this call changes nothing, so concurrent copies of it cannot conflict",
                "only writes can be sent concurrently",
            );
        }
        if let Expectation::Refused(case) = &self.step.expect {
            self.depends_on_earlier_writes(case);
        } else {
            self.report(
                "check-without-expectation",
                "`at_once` needs `refused: CASE`",
                "one of the requests is accepted; name the refusal of the others",
            );
        }
        self.report_if(
            self.has_other_expectations(),
            "check-without-clause",
            "concurrent requests can only show a refusal",
            "move other expectations to a separate call",
        );
    }

    /// The others can only be refused for a reason that depends on earlier writes.
    fn depends_on_earlier_writes(&mut self, case: &str) {
        use Condition::{InState, NotInState, Repeated, Taken};
        // An undocumented condition is reported by the check of the refusal itself.
        let condition = self.refusal().and_then(|case| case.when.stated());
        let depends = condition.is_none_or(|condition| {
            matches!(condition, Taken(_) | Repeated | InState { .. } | NotInState { .. })
        });
        if !depends {
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
        step.alternatives.len() + step.proves.len() + located > 0
            || step.all_pages
            || step.may_be_refused
            || step.same_as.is_some()
            || step.disproved_by.is_some()
    }
}
