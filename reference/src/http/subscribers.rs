//! Operations on subscribers, and how one is shown.

mod create_subscriber;
mod get_subscriber;
mod list_subscribers;
mod reject_subscriber;
mod unsubscribe_subscriber;
mod update_subscriber;

use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::app::subscribers::Expanded;
use crate::domain::subscriber::Subscriber;
use crate::http::campaigns;
use crate::http::values::time;

/// A subscriber as callers see them.
fn shown<E>(subscriber: Subscriber) -> Result<models::Subscriber, Fault<E>> {
    let referred = subscriber.referred();
    let mut shown = models::Subscriber::new(
        subscriber.email.as_str(),
        time(subscriber.created_at)?,
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
    let cpa = subscriber.cpa.map(|it| it.as_str().parse()).transpose();
    shown.cpa = cpa.map_err(Fault::internal)?;
    Ok(shown)
}

/// A subscriber, with their campaigns when those were asked for.
fn shown_expanded<E>(expanded: Expanded) -> Result<models::Subscriber, Fault<E>> {
    let mut subscriber = shown(expanded.subscriber)?;
    let programs = expanded.campaigns.map(|it| it.into_iter());
    subscriber.referral_programs = programs.map(|it| it.map(campaigns::shown).collect());
    Ok(subscriber)
}

/// Whether `expand` asks for the campaigns. Several expansions are separated by commas.
fn names_campaigns(expand: &str) -> bool {
    expand.split(',').any(|it| it.trim() == "campaigns")
}
