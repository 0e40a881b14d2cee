//! Exception of a transition: a transition is done although its guard forbids it.

use referral_conformance::parsed::SentInputs;
use spec::Type;

use super::parts::*;

/// No mutations if no field is known to show the state.
pub(super) fn mutations(target: ClauseContext<'_>, transition: Option<&str>) -> Vec<Mutation> {
    let Some(ignore) = IgnoreGuard::new(target, transition) else {
        return Vec::new();
    };
    let refused = IgnoreGuard { refuses: true, ..ignore.clone() };
    let later = IgnoreGuard { after_other_transition: true, ..ignore.clone() };
    [
        ("done", "the transition is done despite its guard", ignore),
        ("refused_and_done", "the transition is refused but done", refused),
        ("done_after_another", "the guard is ignored after a transition of another record", later),
    ]
    .map(|(name, statement, ignore)| ignore.named(name, statement).in_all_operations())
    .into()
}

/// Shows a record in the new state from a guarded call on.
///
/// The response of a guarded call is not documented: the call is refused with an undocumented error, or accepted
/// without effect. The latter can only be recognized if the new state is known.
#[derive(Clone)]
struct IgnoreGuard {
    transition: TransitionRef,
    state_field: String,
    /// The new state, if known.
    to: Option<String>,
    /// Whether the call is still refused.
    refuses: bool,
    /// Whether the guard is ignored only after a transition of another record.
    after_other_transition: bool,
}

/// A value that is not a documented state, used if the new state is not known.
const OTHER_STATE: &str = "moved";

impl IgnoreGuard {
    fn new(target: ClauseContext<'_>, name: Option<&str>) -> Option<Self> {
        let operation = target.operation?;
        let transition = operation.transition(name)?;
        let record = target.contract.record(&transition.record)?;
        let shown_in = record.lifecycle.as_ref().and_then(|lifecycle| lifecycle.shown_in.value());
        // The first enumeration probably shows the state.
        let enumeration = || {
            let mut fields = record.fields.iter();
            let field = fields.find(|field| matches!(field.ty, Type::Enumeration(_)))?;
            Some(&field.wire)
        };
        Some(Self {
            transition: TransitionRef::new(operation, name),
            state_field: shown_in.or_else(enumeration)?.clone(),
            to: transition.to.value().cloned(),
            refuses: false,
            after_other_transition: false,
        })
    }

    /// Whether a call requested the transition and the guard prevented it, as its outcome shows.
    fn is_guarded(
        &self,
        cx: &InterceptContext<'_>,
        operation: &str,
        sent: &SentInputs,
        outcome: CallOutcome,
    ) -> bool {
        let may_be_guarded = match outcome {
            CallOutcome::Accepted => self.to.is_some(),
            CallOutcome::DocumentedRefusal => false,
            CallOutcome::OtherRefusal => true,
        };
        may_be_guarded && self.transition.is_requested_by(cx.contract, operation, sent)
    }

    /// Whether the last transition requested for the record was prevented by the guard.
    fn is_shown_as_moved(&self, cx: &InterceptContext<'_>, id: &str) -> bool {
        let mut earlier = cx.history.newest_first();
        let last = earlier.find(|past| {
            past.outcome != CallOutcome::DocumentedRefusal
                && past.path.iter().any(|text| text == id)
                && requests_any(cx.contract, past)
        });
        last.is_some_and(|last| {
            self.is_guarded(cx, &last.operation, &last.sent, last.outcome)
                && self.applies(cx, &last.path, earlier)
        })
    }

    fn applies<'p>(
        &self,
        cx: &InterceptContext<'_>,
        path: &[String],
        mut earlier: impl Iterator<Item = &'p PastExchange>,
    ) -> bool {
        !self.after_other_transition
            || earlier
                .any(|past| past.path != path && self.transition.was_made_by(cx.contract, past))
    }
}

impl Intercept for IgnoreGuard {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let outcome = cx.outcome(&upstream.main);
        let path = cx.call.path_values();
        let moves_now = cx.is_about_known_records()
            && self.is_guarded(cx, &cx.call.operation.id, &cx.call.sent, outcome)
            && self.applies(cx, &path, cx.history.newest_first());
        let response = if moves_now && outcome == CallOutcome::OtherRefusal && !self.refuses {
            synthetic::acceptance_without_effect(cx)
        } else {
            upstream.main
        };
        let to = Json::Text(self.to.as_deref().unwrap_or(OTHER_STATE).to_owned());
        answer::edit_body(response, |body| {
            json::each_object(body, &mut |members| {
                let shows_state = members.iter().any(|(name, _)| *name == self.state_field);
                let mut texts = members.iter().filter_map(|(_, value)| value.text());
                let is_moved = |text: &str| {
                    (moves_now && path.iter().any(|id| id == text))
                        || self.is_shown_as_moved(cx, text)
                };
                if shows_state && texts.any(is_moved) {
                    json::replace(members, &self.state_field, &to);
                }
            });
        })
    }
}
