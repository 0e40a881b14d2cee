//! The case of the key header's name does not matter.

use spec::Condition;

use crate::reason::Reason;
use crate::scenario::Expectation;

use super::Judged;
use super::scene::{Acceptance, Refusal};
use super::view::View;

/// A call with the name in lower case is accepted like one with the documented spelling. Shown only
/// where a call without the key is refused: else nobody may have looked at the header.
pub(super) fn case(view: &View<'_>) -> Judged {
    match view.acceptance() {
        Acceptance::Shown if is_key_looked_at(view) => Judged::HELD,
        Acceptance::Shown => Judged::Inconclusive(Reason::NotShownToDiscriminate),
        Acceptance::Refused if view.has_control() => {
            view.breach("accepted: only the case of the header's name differs")
        }
        Acceptance::Refused => Judged::Inconclusive(Reason::NoControl),
        _ => view.without_acceptance(),
    }
}

fn is_key_looked_at(view: &View<'_>) -> bool {
    view.scene.calls(&view.operation.id).any(|index| {
        let expected = view.scene.step(index).map(|step| &step.expect);
        let Some(Expectation::Refused(case)) = expected else {
            return false;
        };
        let case = view.scene.contract.error_case(view.operation, case);
        case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
            && matches!(view.scene.refusal(index), Refusal::Matched | Refusal::Other)
    })
}
