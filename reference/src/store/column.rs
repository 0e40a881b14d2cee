//! Domain values in single columns: text, an integer or a boolean.
//!
//! Times are stored in microseconds, dollars in cents, lists as JSON, and enumerations by name.

use std::borrow::Cow;

use rusqlite::types::{FromSql, ToSqlOutput, ValueRef};
use sqlx::{Decode, Postgres, Type};

use crate::domain::amount::Amount;
use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::email::Email;
use crate::domain::id::{
    AccountId, CampaignId, EventId, KeyId, MembershipId, PartnerPayoutId, PartnerProfileId,
    PartnerProgramId, PayoutId, PublicationId, RecommendationCode, RecommendationId, RefCode,
    SubscriberId, UpscribeId, UserId,
};
use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::publication::PublicationStatus;
use crate::domain::recommendation::{ArchivedBy, ReactivatedStatus};
use crate::domain::status::{Acquisition, Status};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::AfterSubmission;

/// A parameter value, which may be null.
#[derive(Debug, Clone)]
pub(crate) enum Value<'v> {
    Text(Option<Cow<'v, str>>),
    Integer(Option<i64>),
    Boolean(Option<bool>),
}

/// A type of columns.
pub(super) trait Primitive: Send + 'static
where
    Self: FromSql + Type<Postgres> + for<'p> Decode<'p, Postgres>,
{
    /// PostgreSQL requires the type of a null.
    const NULL: Value<'static>;
}

impl Primitive for String {
    const NULL: Value<'static> = Value::Text(None);
}

impl Primitive for i64 {
    const NULL: Value<'static> = Value::Integer(None);
}

impl Primitive for bool {
    const NULL: Value<'static> = Value::Boolean(None);
}

/// A value that one column stores.
pub(super) trait Column: Sized + Send + 'static {
    /// The type of the column.
    type Stored: Primitive;
    /// The kind of value, for errors.
    const KIND: &'static str;

    /// The value; `None` if this version cannot read it.
    fn from_stored(stored: Self::Stored) -> Option<Self>;

    /// The value as a parameter.
    fn to_value(&self) -> Value<'_>;
}

macro_rules! columns {
    ($($type:ty as $stored:ty, $kind:literal: |$column:ident| $from:expr, |$value:ident| $to:expr;)+) => {$(
        impl Column for $type {
            type Stored = $stored;
            const KIND: &'static str = $kind;

            fn from_stored($column: $stored) -> Option<Self> {
                $from
            }

            fn to_value(&self) -> Value<'_> {
                let $value = self;
                Value::from($to)
            }
        }
    )+};
}

columns! {
    String as String, "text": |text| Some(text), |text| text.as_str();
    i64 as i64, "number": |number| Some(number), |number| *number;
    bool as bool, "boolean": |boolean| Some(boolean), |boolean| *boolean;
    Timestamp as i64, "time": |micros| Timestamp::from_micros(micros), |time| time.as_micros();
    Dollars as i64, "amount": |cents| Some(Dollars::from_cents(cents)), |amount| amount.as_cents();
    Amount as String, "amount": |text| Amount::parse(&text).ok(), |amount| amount.as_str();
    Email as String, "e-mail address": |text| Email::parse(&text).ok(), |email| email.as_str();
    Country as String, "country": |code| Country::parse(&code).ok(), |country| country.as_str();
    Vec<String> as String, "list of texts":
        |json| serde_json::from_str(&json).ok(), |list| serde_json::Value::from(list.as_slice()).to_string();
}

macro_rules! identifiers {
    ($($id:ident)+) => {
        columns! { $($id as String, "identifier": |text| Some($id::new(text)), |id| id.as_str();)+ }
    };
}

identifiers! {
    AccountId CampaignId EventId KeyId MembershipId PartnerPayoutId PartnerProfileId PartnerProgramId PayoutId
    PublicationId RecommendationCode RecommendationId RefCode SubscriberId UpscribeId UserId
}

macro_rules! names {
    ($($type:ident $kind:literal)+) => {
        columns! { $($type as String, $kind: |name| name.parse().ok(), |value| value.as_ref();)+ }
    };
}

names! {
    Acquisition "acquisition"
    AfterSubmission "behaviour of a widget"
    ArchivedBy "status of a recommendation"
    Channel "channel"
    ProgramStatus "status of a partner program"
    PublicationStatus "status of a publication"
    ReactivatedStatus "status of a recommendation"
    Status "status of a subscriber"
}

impl<'v, T: Column> From<&'v T> for Value<'v> {
    fn from(value: &'v T) -> Self {
        value.to_value()
    }
}

impl<'v, T: Column> From<&'v Option<T>> for Value<'v> {
    fn from(value: &'v Option<T>) -> Self {
        value.as_ref().map_or(T::Stored::NULL, T::to_value)
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(Some(text.into()))
    }
}

impl<'v> From<Option<&'v str>> for Value<'v> {
    fn from(text: Option<&'v str>) -> Self {
        Value::Text(text.map(Cow::from))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Some(text.into()))
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(Some(number))
    }
}

impl From<bool> for Value<'_> {
    fn from(truth: bool) -> Self {
        Value::Boolean(Some(truth))
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Value::Integer(Some(number)) => ValueRef::Integer(*number),
            Value::Boolean(Some(truth)) => ValueRef::Integer((*truth).into()),
            Value::Text(None) | Value::Integer(None) | Value::Boolean(None) => ValueRef::Null,
        }))
    }
}
