//! What must be refused, with whichever message: what another account has, what is hidden, a request
//! without something that is required.
//!
//! That something was refused shows nothing by itself: a like request must have been accepted.

use spec::ClauseKind;

use crate::contract;
use crate::judge::refusal::has_failed;
use crate::judge::scene::Refusal;
use crate::judge::view::{View, nothing};
use crate::judge::{Grounds, Judged};
use crate::reason::Reason;

pub(in crate::judge) fn judge(kind: &ClauseKind, view: &View<'_>) -> Judged {
    match view.refusal() {
        Refusal::Matched | Refusal::Other => match () {
            () if has_failed(view) => Judged::Inconclusive(Reason::ServerError),
            () if !view.has_control() => Judged::Inconclusive(Reason::WrongReason),
            () if !view.is_demonstrated() => Judged::Inconclusive(Reason::NotDemonstrated),
            () => Judged::held(shown_by(kind)),
        },
        Refusal::Accepted => accepted(kind, view),
        Refusal::Nothing(reason) => nothing(reason),
    }
}

/// What a refusal beside a control shows of a clause.
pub(super) fn shown_by(kind: &ClauseKind) -> Grounds {
    match kind {
        ClauseKind::Scope | ClauseKind::Hidden { .. } => Grounds::INCLUDED | Grounds::EXCLUDED,
        _ => Grounds::SEEN | Grounds::CONTROL,
    }
}

/// The finding where it was accepted instead.
pub(super) fn accepted(kind: &ClauseKind, view: &View<'_>) -> Judged {
    if !view.is_demonstrated() {
        return Judged::Inconclusive(Reason::NotDemonstrated);
    }
    match kind {
        ClauseKind::InputRequired { field } if view.has_control() => {
            view.breach(format!("refused: `{field}` is required"))
        }
        ClauseKind::InputRequired { .. } => Judged::Inconclusive(Reason::NoControl),
        ClauseKind::Scope if shows_what_was_asked(view) => {
            view.breach("refused: it is of another account")
        }
        ClauseKind::Hidden { .. } if shows_what_was_asked(view) => {
            view.breach("refused: it is never shown")
        }
        ClauseKind::Refusal { .. } if view.has_control() => {
            view.breach("refused: what was asked for does not exist")
        }
        // Accepted may still mean that nothing was shown and nothing done.
        _ => Judged::Inconclusive(Reason::OtherOutcome),
    }
}

/// Whether the answer names what the request asked for: of its addresses those that no accepted
/// request has, or else all.
pub(super) fn shows_what_was_asked(view: &View<'_>) -> bool {
    let Some(way) = view.way() else { return false };
    let addressing = way
        .sent
        .iter()
        .filter(|(input, _)| !contract::addressing(view.operation, input).is_empty());
    let (shared, own): (Vec<_>, Vec<_>) = addressing.partition(|(input, value)| {
        let mut controls = view.controls().filter_map(|index| view.scene.way(index));
        controls.any(|control| control.sent.get(input) == Some(value))
    });
    let asked = if own.is_empty() { shared } else { own };
    let mut texts = asked.iter().filter_map(|(_, value)| value.text());
    texts.any(|text| way.holds(text))
}
