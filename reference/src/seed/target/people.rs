//! The subscribers of a target file.
//!
//! A pending subscriber is a fixture of its own kind only, because runs consume it. A plain `subscriber` is not in
//! the campaign, because a run may add it.

use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::Subscriber;
use crate::seed::target::{Fact, Kind, each};
use crate::seed::{Seed, SeedAccount};

/// The kinds of fixtures that are subscribers.
pub(super) fn fixtures(seed: &Seed) -> Vec<Kind> {
    let fitting = |fits: fn(&SeedAccount, &Subscriber) -> bool,
                   facts: fn(&Subscriber) -> Vec<Fact>| {
        each(seed, move |account| {
            let fitting = account.subscribers.iter().filter(move |subscriber| {
                // An address with upper-case letters may be stored in another form.
                !subscriber.email.as_str().contains(char::is_uppercase) && fits(account, subscriber)
            });
            fitting.map(move |subscriber| (subscriber.uuid.to_string(), facts(subscriber)))
        })
    };
    vec![
        ("subscriber", fitting(is_free, email)),
        (
            "subscriber_pending_by_partner_program",
            fitting(|_, subscriber| is_pending_by(subscriber, Acquisition::PartnerProgram), email),
        ),
        (
            "subscriber_pending_by_referral",
            fitting(|_, subscriber| is_pending_by(subscriber, Acquisition::ReferralProgram), email),
        ),
        ("confirmed_subscriber", fitting(is_confirmed, email_and_status)),
        ("referrer", fitting(is_confirmed, ref_code_and_time)),
    ]
}

/// Whether the subscriber is neither pending, rejected nor in the campaign.
fn is_free(account: &SeedAccount, subscriber: &Subscriber) -> bool {
    let mut members = account.memberships.iter().map(|membership| &membership.subscriber);
    let is_open = !matches!(subscriber.status, Status::Pending | Status::Rejected);
    is_open && !members.any(|member| *member == subscriber.uuid)
}

fn is_pending_by(subscriber: &Subscriber, acquisition: Acquisition) -> bool {
    subscriber.status == Status::Pending && subscriber.acquisition == acquisition
}

fn is_confirmed(_: &SeedAccount, subscriber: &Subscriber) -> bool {
    subscriber.status == Status::Confirmed
}

fn email(subscriber: &Subscriber) -> Vec<Fact> {
    vec![("email", subscriber.email.as_str().to_owned())]
}

fn email_and_status(subscriber: &Subscriber) -> Vec<Fact> {
    let status = ("status", subscriber.status.as_ref().to_owned());
    email(subscriber).into_iter().chain([status]).collect()
}

fn ref_code_and_time(subscriber: &Subscriber) -> Vec<Fact> {
    let created_at = ("created_at", subscriber.created_at.to_string());
    vec![("ref_code", subscriber.ref_code.to_string()), created_at]
}
