//! Messages for a required member that is missing, where the document has none.
//!
//! The generated input check refuses such a request before the operation runs.

use crate::api::models::{InputError, InputPart, InputProblem};
use crate::api::server::Refusal;

pub(super) const REASON: &str = "Reason for recommending can't be blank";
pub(super) const RECOMMENDATIONS: &str = "Recommendations param is missing or empty.";
pub(super) const SUBSCRIBER_EMAIL: &str = "Subscriber email param is missing or empty.";
pub(super) const SUBSCRIBER: &str = "You have to provide a subscriber";

/// The message for a refusal, if it is of a missing member listed here.
pub(super) fn message(refusal: &Refusal) -> Option<&'static str> {
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
