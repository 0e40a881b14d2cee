//! The types within types of the caller, and in other formats than JSON.

use referral_client::models::{
    Campaign, CampaignUuid, CreateEventSuccess, Event, Number, RawJson, Timestamp,
};
use serde::de::DeserializeOwned;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Serialize};

const CAMPAIGN: &str = r#"{"uuid":"c","name":"Spring","new":[1.5,null]}"#;

fn campaign() -> Campaign {
    serde_json::from_str(CAMPAIGN).unwrap()
}

fn event(value: &str) -> Event {
    let text = format!(
        r#"{{"value":{value},"campaign_uuid":"c","subscriber_uuid":"s","created_at":"2026-01-31T12:00:00Z"}}"#
    );
    serde_json::from_str(&text).unwrap()
}

/// Written and read again.
fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> (String, T) {
    let text = serde_json::to_string(value).unwrap();
    let read = serde_json::from_str(&text).unwrap();
    (text, read)
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: u32,
    #[serde(flatten)]
    campaign: Campaign,
}

#[test]
fn record_can_be_flattened() {
    let row = Row { id: 7, campaign: campaign() };
    let (text, read) = round_trip(&row);
    assert_eq!(text, r#"{"id":7,"uuid":"c","name":"Spring","new":[1.5,null]}"#);
    assert_eq!(read, row);
    let error = serde_json::from_str::<Row>(r#"{"id":7,"uuid":"c","name":5}"#).unwrap_err();
    let message = "/name: expected a string, got a number";
    assert!(error.to_string().contains(message), "{error}");
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Hook {
    Campaign { campaign: Campaign },
    Known(Campaign),
    Event { event: Event, at: Timestamp },
}

#[test]
fn records_can_be_tagged_variants() {
    let at = Timestamp::new("2026-01-31T12:00:00Z").unwrap();
    for hook in [
        Hook::Campaign { campaign: campaign() },
        Hook::Known(campaign()),
        Hook::Event { event: event("12.50"), at },
    ] {
        assert_eq!(round_trip(&hook).1, hook);
    }
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(Number),
    Campaign(Campaign),
    Identifier(CampaignUuid),
    Other(RawJson),
}

#[test]
fn untagged_enum_selects_the_matching_type() {
    let either = |text: &str| serde_json::from_str::<Either>(text).unwrap();
    for number in ["5", "-5", "12.50", "18446744073709551615"] {
        assert_eq!(either(number), Either::Number(number.parse().unwrap()));
    }
    assert_eq!(either(CAMPAIGN), Either::Campaign(campaign()));
    assert_eq!(either("\"c\""), Either::Identifier("c".into()));
    assert_eq!(either("[1]"), Either::Other("[1]".parse().unwrap()));
}

/// A campaign, or only its identifier.
#[derive(Debug, PartialEq)]
struct Lenient(Campaign);

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> serde::de::Visitor<'de> for Either {
            type Value = Lenient;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a campaign or its identifier")
            }

            fn visit_str<E>(self, text: &str) -> Result<Lenient, E> {
                Ok(Lenient(Campaign::new().uuid(text)))
            }

            fn visit_map<M: serde::de::MapAccess<'de>>(self, map: M) -> Result<Lenient, M::Error> {
                Campaign::deserialize(MapAccessDeserializer::new(map)).map(Lenient)
            }
        }

        deserializer.deserialize_any(Either)
    }
}

#[test]
fn visitor_can_continue_a_started_object() {
    let lenient = |text: &str| serde_json::from_str::<Lenient>(text).unwrap().0;
    assert_eq!(lenient(CAMPAIGN), campaign());
    assert_eq!(lenient("\"c\""), Campaign::new().uuid("c"));
}

#[test]
fn other_formats_use_plain_values() {
    let success = CreateEventSuccess::new(event("12.5"));
    let text = serde_yaml::to_string(&success).unwrap();
    assert!(text.contains("value: 12.5\n"), "{text}");
    let read: CreateEventSuccess = serde_yaml::from_str(&text).unwrap();
    assert_eq!(read, success);

    let text = serde_yaml::to_string(&campaign()).unwrap();
    assert_eq!(text, "uuid: c\nname: Spring\nnew:\n- 1.5\n- null\n");
    assert_eq!(serde_yaml::from_str::<Campaign>(&text).unwrap(), campaign());
    let uuid: CampaignUuid = serde_yaml::from_str("c").unwrap();
    assert_eq!(uuid, CampaignUuid::from("c"));
}

#[test]
fn digits_are_lost_only_in_formats_without_arbitrary_precision() {
    let exact = "12345678901234567.89";
    let number: Number = exact.parse().unwrap();
    assert_eq!(round_trip(&number).0, exact);
    let value = serde_json::to_value(&number).unwrap();
    assert_eq!(value, serde_json::json!(12345678901234567.89));
    let text = serde_yaml::to_string(&number).unwrap();
    assert_eq!(text.trim().parse(), Ok(number.as_f64()));
    #[derive(Serialize)]
    struct Flat {
        #[serde(flatten)]
        event: Event,
    }
    let event = event(exact);
    let text = serde_json::to_string(&Flat { event }).unwrap();
    assert!(text.contains(exact), "{text}");
}
