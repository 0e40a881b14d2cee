//! Resolves references in scenario values: run id, clock, fixtures and earlier steps.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp, ToSpan};
use spec::{Identifier, TimestampForm, Type};

use super::Settings;
use crate::digest::{digest, uuid, word};
use crate::exchange::ResponseBody;
use crate::field_location::FieldLocation;
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::scenario::{ListEnd, Reference, ResponsePath, Template, TemplatePiece, Value};
use crate::target::TargetFixture;

/// Limit for a value that is taken from a response: requests and expected values are kept until the end of the run.
const MAX_VALUE_BYTES: usize = 2048;

/// The numbers of records that do not exist: the last ones of 32 bits with a sign.
const UNKNOWN_NUMBERS: u64 = 2_000_000_000;
const UNKNOWN_NUMBERS_COUNT: u64 = 147_483_648;

/// Values available to the steps of one execution of a scenario.
pub(super) struct Bindings<'a> {
    pub(super) settings: &'a Settings,
    label: &'a str,
    /// Unique to this scenario and run.
    pub(super) mark: String,
    /// The reference for relative times.
    now: Timestamp,
    fixtures: &'a BTreeMap<String, TargetFixture>,
    pub(super) sent: BTreeMap<String, SentInputs>,
    pub(super) responses: BTreeMap<String, ResponseBody>,
}

impl<'a> Bindings<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        label: &'a str,
        now: Timestamp,
        fixtures: &'a BTreeMap<String, TargetFixture>,
    ) -> Self {
        Self {
            settings,
            label,
            mark: format!("{}.{:06x}", settings.run_id, digest(&[label]) & 0xff_ffff),
            now,
            fixtures,
            sent: BTreeMap::new(),
            responses: BTreeMap::new(),
        }
    }

    /// Fills in a template for the step with this index; `None` if an earlier response lacks a referenced value.
    pub(super) fn fill(&self, text: &Template, step: usize) -> Option<String> {
        let pieces = text.pieces.iter().map(|piece| match piece {
            TemplatePiece::Literal(text) => Some(text.into()),
            TemplatePiece::Reference(reference) => self.value(reference, step),
        });
        pieces.collect()
    }

    /// Text unique to this step of this run. Letters, digits and dots only, so that an e-mail address made of
    /// it is valid under every grammar.
    pub(super) fn unique(&self, step: usize) -> String {
        format!("{}.{}", self.mark, step + 1)
    }

    /// E-mail address unique to this step of this run.
    pub(super) fn email(&self, name: &str, step: usize) -> String {
        format!("{name}.{}@{}", self.unique(step), self.settings.email_domain)
    }

    fn value(&self, reference: &Reference, step: usize) -> Option<Cow<'_, str>> {
        Some(match reference {
            Reference::Run => self.settings.run_id.as_str().into(),
            Reference::Scenario => self.mark.as_str().into(),
            Reference::Unique => self.unique(step).into(),
            Reference::UniqueWord => word(&[&self.unique(step)]).into(),
            Reference::EmailDomain => self.settings.email_domain.to_string().into(),
            Reference::Unknown(Identifier::Email) => self.email("unknown", step).into(),
            Reference::Unknown(Identifier::Uuid) => self.unknown_uuid(step).into(),
            Reference::Unknown(Identifier::String) => self.unknown_text(step).into(),
            Reference::Unknown(Identifier::Integer) => self.unknown_number(step).into(),
            Reference::Ago { seconds, form } => self.ago(*seconds, *form)?.into(),
            Reference::Fixture { need, fact, less } => {
                let fact = self.fixtures.get(need)?.fact(fact)?;
                match less {
                    0 => fact.into(),
                    less => (fact.parse::<i64>().ok()? - i64::from(*less)).to_string().into(),
                }
            }
            Reference::Item(_) => return None,
            Reference::Sent { .. } | Reference::Response { .. } => {
                // `null` has no text form.
                let value = self.earlier_value(reference, step);
                match value.filter(|value| **value != Json::Null)? {
                    Cow::Borrowed(value) => plain(value),
                    Cow::Owned(value) => plain(&value).into_owned().into(),
                }
            }
        })
    }

    /// Evaluates a value to JSON. References to sent or received values keep their JSON type; all other text
    /// becomes a string.
    pub(super) fn json(&self, value: &Value, step: usize) -> Option<Json> {
        match value {
            Value::Json(json) => Some(json.clone()),
            Value::Text(text) => match text.single_reference() {
                Some(reference @ (Reference::Sent { .. } | Reference::Response { .. })) => {
                    self.earlier_value(reference, step).map(Cow::into_owned)
                }
                _ => self.fill(text, step).map(Json::Text),
            },
        }
    }

    /// Like [`json`](Self::json), but converts text to `ty`: facts in a target file are strings even where the
    /// contract has a number.
    pub(super) fn typed(&self, value: &Value, ty: &Type, step: usize) -> Option<Json> {
        let json = self.json(value, step)?;
        let literal = value.text().is_none_or(|text| text.literal().is_some());
        let typed =
            matches!(ty, Type::Integer | Type::Number | Type::Boolean | Type::UnixTime) && !literal;
        let is_moment = matches!(
            value.text().and_then(Template::single_reference),
            Some(Reference::Ago { .. })
        );
        match &json {
            Json::Text(text) if is_moment => of_moment(text, ty).or(Some(json)),
            Json::Text(text) if typed => Json::parse(text.as_bytes()).or(Some(json)),
            _ => Some(json),
        }
    }

    /// Resolves a path into a response, including the template that selects a list item.
    pub(super) fn location(&self, path: &ResponsePath, step: usize) -> Option<FieldLocation> {
        let item = match path.item.as_deref() {
            Some(selector) => Some(self.value(selector, step)?.into_owned()),
            None => None,
        };
        Some(FieldLocation { member: path.member.clone(), item, field: path.field.clone() })
    }

    /// The value that an earlier step sent or received; `None` if it is too large to be sent or compared.
    pub(super) fn earlier_value(
        &self,
        reference: &Reference,
        step: usize,
    ) -> Option<Cow<'_, Json>> {
        let found = self.find_earlier(reference, step)?;
        let found = Some(found).filter(|value| value.is_smaller_than(MAX_VALUE_BYTES))?;
        match reference {
            Reference::Response { more, .. } if *more != 0 => moved(found, *more).map(Cow::Owned),
            _ => Some(Cow::Borrowed(found)),
        }
    }

    fn find_earlier(&self, reference: &Reference, step: usize) -> Option<&Json> {
        match reference {
            Reference::Sent { step, input } => self.sent.get(step)?.get(input),
            Reference::Response { step: name, place, .. } => {
                if let Some(Reference::Item(end)) = place.item.as_deref() {
                    let items = self.responses.get(name)?.json()?.member(&place.member)?.items()?;
                    let item = match end {
                        ListEnd::First => items.first(),
                        ListEnd::Last => items.last(),
                    };
                    return item?.get(&place.field);
                }
                self.location(place, step)?.find(self.responses.get(name)?.json()?)
            }
            _ => None,
        }
    }

    /// A valid version 4 UUID, so that the record being unknown is the only reason for a refusal.
    fn unknown_uuid(&self, step: usize) -> String {
        uuid(&[&self.settings.run_id, self.label, &step.to_string()])
    }

    /// A text of letters and digits, which no service refuses for its characters.
    fn unknown_text(&self, step: usize) -> String {
        format!("unknown{}", self.unknown_uuid(step).replace('-', ""))
    }

    /// A number that a service reaches last. It fits into 32 bits, so that no service refuses it for its size.
    fn unknown_number(&self, step: usize) -> String {
        let parts = [self.settings.run_id.as_str(), self.label, &step.to_string()];
        (UNKNOWN_NUMBERS + digest(&parts) % UNKNOWN_NUMBERS_COUNT).to_string()
    }

    pub(super) fn ago(&self, seconds: i64, form: TimestampForm) -> Option<String> {
        let at = self.now.checked_sub(SignedDuration::from_secs(seconds)).ok()?;
        // Offsets with minutes, to catch servers that ignore the minutes.
        let (minutes, pattern) = match form {
            TimestampForm::Utc => (0, "%Y-%m-%dT%H:%M:%SZ"),
            TimestampForm::Fraction => (0, "%Y-%m-%dT%H:%M:%S.250Z"),
            TimestampForm::OffsetAhead => (5 * 60 + 45, "%Y-%m-%dT%H:%M:%S+05:45"),
            TimestampForm::OffsetBehind => (-(3 * 60 + 30), "%Y-%m-%dT%H:%M:%S-03:30"),
        };
        let zone = TimeZone::fixed(Offset::from_seconds(minutes * 60).ok()?);
        Some(at.to_zoned(zone).strftime(pattern).to_string())
    }
}

/// The value that is so many numbers, seconds or days after another one.
fn moved(value: &Json, by: i64) -> Option<Json> {
    match value {
        Json::Number(digits) => {
            let number = digits.parse::<i64>().ok()?.checked_add(by)?;
            Some(Json::Number(number.to_string()))
        }
        Json::Text(text) => Some(Json::Text(match text.parse::<Timestamp>() {
            Ok(at) => at.checked_add(SignedDuration::from_secs(by)).ok()?.to_string(),
            Err(_) => text.parse::<Date>().ok()?.checked_add(by.days()).ok()?.to_string(),
        })),
        _ => None,
    }
}

/// A timestamp as a value of a type that holds points in time; `None` for other types.
pub(super) fn of_moment(timestamp: &str, ty: &Type) -> Option<Json> {
    let at: Timestamp = timestamp.parse().ok()?;
    match ty {
        Type::Date => Some(Json::Text(at.strftime("%Y-%m-%d").to_string())),
        Type::UnixTime => Some(Json::Number(at.as_second().to_string())),
        _ => None,
    }
}

/// A value as text without quotes.
pub(super) fn plain(value: &Json) -> Cow<'_, str> {
    value.text().map_or_else(|| value.to_string().into(), Cow::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(check: impl FnOnce(&Bindings<'_>)) {
        let settings = Settings {
            email_domain: "mail.example".parse().unwrap(),
            ..Settings::new("r1".to_owned(), "2026-01-31T00:30:00Z".parse().unwrap())
        };
        check(&Bindings::new(&settings, "books/lend", settings.now, &BTreeMap::new()));
    }

    #[test]
    fn timestamp_forms_denote_the_same_moment() {
        with(|bindings| {
            for (form, text) in [
                (TimestampForm::Utc, "2026-01-31T00:29:00Z"),
                (TimestampForm::Fraction, "2026-01-31T00:29:00.250Z"),
                (TimestampForm::OffsetAhead, "2026-01-31T06:14:00+05:45"),
                (TimestampForm::OffsetBehind, "2026-01-30T20:59:00-03:30"),
            ] {
                assert_eq!(bindings.ago(60, form).as_deref(), Some(text));
                assert!(text.parse::<Timestamp>().is_ok());
            }
        });
    }

    #[test]
    fn generated_emails_use_portable_characters() {
        with(|bindings| {
            let email = bindings.email("reader", 0);
            let (local, domain) = email.split_once('@').unwrap();
            let plain =
                |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '.';
            assert!(local.chars().all(plain), "{local}");
            assert!(!local.contains(".."), "{local}");
            assert_eq!(domain, "mail.example");
            assert_ne!(email, bindings.email("reader", 1));
        });
    }

    #[test]
    fn unknown_uuids_have_version_four() {
        with(|bindings| {
            let uuid = bindings.unknown_uuid(0);
            let parts: Vec<_> = uuid.split('-').map(str::len).collect();
            assert_eq!(parts, [8, 4, 4, 4, 12]);
            assert!(uuid.split('-').nth(2).unwrap().starts_with('4'));
            assert!(uuid.split('-').nth(3).unwrap().starts_with(['8', '9', 'a', 'b']));
            assert_ne!(uuid, bindings.unknown_uuid(1));
        });
    }
}
