//! Operations on subscribers, and how one is shown.

mod create_subscriber;
mod list_subscribers;
mod reject_subscriber;

use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::domain::subscriber::Subscriber;

/// A subscriber as callers see them.
fn shown<E>(subscriber: Subscriber) -> Result<models::Subscriber, Fault<E>> {
    let referred = subscriber.referred();
    let created_at = models::Timestamp::new(subscriber.created_at.to_string());
    let mut shown = models::Subscriber::new(
        subscriber.email.as_str(),
        created_at.map_err(Fault::internal)?,
        subscriber.uuid.as_str(),
        subscriber.ref_code.as_str(),
        referred,
        subscriber.status.referral_status(),
        subscriber.status.as_str(),
        subscriber.origin,
    );
    shown.name = subscriber.name;
    shown.referrer_code = subscriber.referrer_code;
    shown.ip_address = subscriber.ip_address;
    shown.user_agent = subscriber.user_agent;
    shown.utm_source = subscriber.utm_source;
    shown.utm_campaign = subscriber.utm_campaign;
    shown.country_code = subscriber.country_code;
    Ok(shown)
}
