//! The rules of creating and addressing a subscriber.

use super::*;
use crate::ids::IdGenerator;

fn sent(email: &str) -> NewSubscriber {
    NewSubscriber { email: Some(email.to_owned()), ..NewSubscriber::default() }
}

fn admitted(new: NewSubscriber, referrer: Option<SubscriberId>) -> Subscriber {
    let ids = IdGenerator::from_seed("subscriber");
    let now = Timestamp::parse("2024-01-01T00:00:00Z").unwrap();
    new.check().unwrap().admit(SubscriberId::generate(&ids), RefCode::generate(&ids), referrer, now)
}

#[test]
fn the_address_is_checked_before_anything_else() {
    let odd =
        NewSubscriber { created_at: Some("yesterday".to_owned()), ..NewSubscriber::default() };
    assert_eq!(odd.clone().check(), Err(InvalidSubscriber::EmailMissing));
    assert_eq!(sent("  ").check(), Err(InvalidSubscriber::EmailMissing));
    let odd = NewSubscriber { email: Some("ada".to_owned()), ..odd };
    assert_eq!(odd.check(), Err(InvalidSubscriber::EmailInvalid));
}

#[test]
fn the_field_that_is_malformed_is_named() {
    let ada = sent("ada@example.com");
    let text = |text: &str| Some(text.to_owned());
    for (field, new) in [
        ("created_at", NewSubscriber { created_at: text("2024-01-01"), ..ada.clone() }),
        ("country_code", NewSubscriber { country_code: text("DEU"), ..ada.clone() }),
        ("country_code", NewSubscriber { country_code: text("é"), ..ada.clone() }),
    ] {
        assert_eq!(new.check(), Err(InvalidSubscriber::Field { field }));
    }
    for (field, new) in [
        ("name", NewSubscriber { name: text("A\0da"), ..ada.clone() }),
        ("utm_campaign", NewSubscriber { utm_campaign: text("\0"), ..ada }),
    ] {
        let error = InvalidText::Nul;
        assert_eq!(new.check(), Err(InvalidSubscriber::Text { field, error }));
    }
}

#[test]
fn referred_subscribers_are_pending() {
    let ada = admitted(sent("ada@example.com"), Some(SubscriberId::new("sub_1")));
    assert_eq!(ada.status, Status::Pending);
    assert_eq!(ada.acquisition, Acquisition::ReferralProgram);
    assert!(ada.referred());
    assert_eq!(ada.created_at.to_string(), "2024-01-01T00:00:00.000Z");
}

#[test]
fn identifiers_with_an_at_sign_are_addresses() {
    assert_eq!(
        SubscriberIdentifier::parse("Ada@Example.com"),
        SubscriberIdentifier::Email("ada@example.com".to_owned())
    );
    assert_eq!(
        SubscriberIdentifier::parse("sub_ABC"),
        SubscriberIdentifier::Uuid(SubscriberId::new("sub_ABC"))
    );
}

#[test]
fn requested_unsubscription_applies_on_creation() {
    for referrer in [None, Some(SubscriberId::new("sub_1"))] {
        let new = NewSubscriber {
            email: Some("ada@example.com".to_owned()),
            unsubscribed: true,
            ..NewSubscriber::default()
        };
        assert_eq!(admitted(new, referrer).status, Status::Unsubscribed);
    }
}
