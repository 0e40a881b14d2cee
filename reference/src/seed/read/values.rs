//! The values of a seed file: every scalar is read as its text.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use reader::quoted;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use strum::VariantNames;

use crate::domain::amount::Amount;
use crate::domain::country::Country;
use crate::domain::dollars::{Dollars, InvalidDollars};
use crate::domain::email::Email;
use crate::domain::partner_program::{Channel, ProgramStatus};
use crate::domain::publication::PublicationStatus;
use crate::domain::recommendation::{ArchivedBy, RecommendationStatus};
use crate::domain::status::{Acquisition, Status};
use crate::domain::text::{InvalidText, check};
use crate::domain::timestamp::Timestamp;
use crate::domain::upscribe::AfterSubmission;

/// The most names that an error lists.
const MAX_LISTED: usize = 16;

/// A text that the service accepts.
pub(super) struct Text(pub(super) String);

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.0
    }
}

/// A count, at least zero.
pub(super) struct Count(pub(super) i64);

/// An amount in dollars, at least zero.
pub(super) struct Price(pub(super) Dollars);

/// The word `generate`.
pub(super) struct Secret;

/// The name of a status of a recommendation.
pub(super) struct RecommendationWord(pub(super) &'static str);

/// Implements `Deserialize` by a function of the text, whose error says what to write instead.
macro_rules! read_from_text {
    ($($type:ty: $parse:expr;)+) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from_text(from, $parse)
            }
        }
    )+};
}

read_from_text! {
    Text: text;
    Count: count;
    Price: price;
    Dollars: dollars;
    Amount: |text| {
        Amount::parse(text).map_err(|error| wrong(text, error, "write it as 2.50"))
    };
    Email: |text| {
        let help = "write it as name@example.com, without white space around it";
        Email::parse(text).map_err(|error| wrong(text, error, help))
    };
    Timestamp: |text| {
        Timestamp::parse(text).map_err(|error| format!("{} is {error}", quoted(text)))
    };
    Country: |text| Country::parse(text).map_err(|error| wrong(text, error, "write it as DK"));
    Secret: |text| match text {
        "generate" => Ok(Secret),
        _ => Err("a seed holds no secret; write `generate`".to_owned()),
    };
    Acquisition: |text| word(text, "acquisition");
    Status: |text| word(text, "status");
    PublicationStatus: |text| word(text, "status");
    ProgramStatus: |text| word(text, "status");
    Channel: |text| word(text, "channel");
    AfterSubmission: |text| word(text, "behaviour");
    ArchivedBy: |text| word(text, "party");
    RecommendationWord: |text| {
        let known = RecommendationStatus::VARIANTS;
        let found = known.iter().find(|name| **name == text);
        found.map(|name| RecommendationWord(name)).ok_or_else(|| unknown(text, "status", known))
    };
}

fn text(text: &str) -> Result<Text, String> {
    match check(Some(text)) {
        Ok(()) => Ok(Text(text.to_owned())),
        Err(error @ InvalidText::Nul) => Err(format!("the text {error}; take the `\\0` out")),
        Err(error @ InvalidText::TooLong) => Err(format!("the text {error}; shorten it")),
    }
}

fn count(text: &str) -> Result<Count, String> {
    let count = text.parse().ok().filter(|count| *count >= 0);
    count.map(Count).ok_or_else(|| wrong(text, "not a whole number from 0 on", "write it as 30"))
}

fn price(text: &str) -> Result<Price, String> {
    let dollars = dollars(text)?;
    if dollars < Dollars::default() {
        return Err(wrong(text, "below zero", "write it as 2.50"));
    }
    Ok(Price(dollars))
}

/// An amount, which may be negative.
fn dollars(text: &str) -> Result<Dollars, String> {
    let dollars = Amount::parse(text).ok().and_then(|amount| Dollars::try_from(&amount).ok());
    dollars.ok_or_else(|| wrong(text, InvalidDollars, "write it as 2.50"))
}

fn word<T: FromStr + VariantNames>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| unknown(text, what, T::VARIANTS))
}

fn wrong(text: &str, why: impl fmt::Display, help: &str) -> String {
    format!("{} is {why}; {help}", quoted(text))
}

/// Why a name is not accepted, with the one that was probably meant, or all if they are few.
pub(super) fn unknown(text: &str, what: &str, known: &[&str]) -> String {
    let help = match reader::did_you_mean(text, known.iter().copied()) {
        Some(meant) => format!("did you mean {}?", quoted(meant)),
        None if known.is_empty() => format!("add a {what} first"),
        None if known.len() > MAX_LISTED => format!("write the name of a {what} of the file"),
        None => {
            let known: Vec<_> = known.iter().map(|name| quoted(name)).collect();
            format!("known are {}", known.join(", "))
        }
    };
    format!("there is no {what} {}; {help}", quoted(text))
}

/// Reads a scalar. The error is raised in the visitor, so that it gets the place. A newtype may be empty but not
/// missing, so that the two errors differ.
fn from_text<'de, D: Deserializer<'de>, T>(
    from: D,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    from.deserialize_newtype_struct("Text", TextVisitor(parse))
}

struct TextVisitor<F>(F);

impl<'de, T, F: FnOnce(&str) -> Result<T, String>> Visitor<'de> for TextVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a number")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        from.deserialize_option(self)
    }

    fn visit_none<E: Error>(self) -> Result<T, E> {
        Err(E::custom("a required value is empty; write one"))
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        from.deserialize_str(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

/// Reads a map whose keys are names, in its order.
pub(super) fn entries<'de, D, T>(from: D) -> Result<Vec<(String, T)>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_map(EntriesVisitor(PhantomData))
}

struct EntriesVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
    type Value = Vec<(String, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map with a name for each record")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut entries, mut names) = (Vec::new(), BTreeSet::new());
        while let Some((name, value)) = map.next_entry::<String, T>()? {
            if !names.insert(name.clone()) {
                let message = format!("two records have the name {}; rename one", quoted(&name));
                return Err(M::Error::custom(message));
            }
            entries.push((name, value));
        }
        Ok(entries)
    }
}
