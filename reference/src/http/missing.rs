//! The words for a required member that was not sent, where nothing documents any.
//!
//! Such a request does not reach its operation: whoever reads it refuses it first.

use referral_reference_models::{InputError, InputPart, InputProblem};
use referral_reference_server::Refusal;

/// Without a reason no program is joined.
pub(super) const REASON: &str = "Reason for recommending can't be blank";
/// Without a code there is nothing to subscribe to.
pub(super) const RECOMMENDATIONS: &str = "Recommendations param is missing or empty.";
/// Without an address there is nobody to subscribe.
pub(super) const SUBSCRIBER_EMAIL: &str = "Subscriber email param is missing or empty.";
/// Without a subscriber nobody becomes a member.
pub(super) const SUBSCRIBER: &str = "You have to provide a subscriber";

/// The words for a refusal, if it is of a missing member that has some.
pub(super) fn words(refusal: &Refusal) -> Option<&'static str> {
    let missing: &InputError = refusal.cause.as_deref()?.downcast_ref()?;
    if missing.part != InputPart::Body || missing.problem != InputProblem::Missing {
        return None;
    }
    match (refusal.operation?.id, missing.name) {
        ("join_partner_program", "reason_for_recommending") => Some(REASON),
        ("subscribe_to_recommendations", "recommendations") => Some(RECOMMENDATIONS),
        ("subscribe_to_recommendations", "subscriber_email") => Some(SUBSCRIBER_EMAIL),
        ("create_campaign_membership", "subscriber_uuid") => Some(SUBSCRIBER),
        _ => None,
    }
}
