//! What was seen at a gap: an answer, or the reason why the gap stays open.

use crate::json::Json;

use super::shape::{Place, Seen};

/// What was seen at a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The answer in the form of a contract, or the reason why the gap stays open.
    pub answer: Result<Json, Why>,
    /// Each value that was seen and how often, the most frequent first.
    pub seen: Vec<(String, u32)>,
    /// The number of exchanges or records that show it.
    pub witnesses: u32,
    /// For each value, an exchange that shows it.
    pub samples: Vec<Place>,
}

/// Why a gap stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    NoExchange,
    Differ,
    TooFew,
    OnlyNull,
    Prose,
    NotTried,
    NotVisible,
    NotSayable,
}

impl Why {
    pub const ALL: [Self; 8] = [
        Self::NoExchange,
        Self::Differ,
        Self::TooFew,
        Self::OnlyNull,
        Self::Prose,
        Self::NotTried,
        Self::NotVisible,
        Self::NotSayable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::NoExchange => "no_exchange",
            Self::Differ => "contradicting_exchanges",
            Self::TooFew => "too_few_exchanges",
            Self::OnlyNull => "only_null",
            Self::Prose => "prose",
            Self::NotTried => "not_tried",
            Self::NotVisible => "not_visible",
            Self::NotSayable => "not_sayable",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Self::NoExchange => "no exchange shows it",
            Self::Differ => "the exchanges differ",
            Self::TooFew => "too few exchanges show it",
            Self::OnlyNull => "the value was always null",
            Self::Prose => "the question is prose, and what was seen decides no interpretation",
            Self::NotTried => "this program does not look for it",
            Self::NotVisible => "it is not visible over HTTP",
            Self::NotSayable => "the contract language cannot say it",
        }
    }
}

impl Found {
    pub fn open(why: Why) -> Self {
        Self { answer: Err(why), seen: Vec::new(), witnesses: 0, samples: Vec::new() }
    }

    pub fn new(answer: Result<Json, Why>, seen: Seen) -> Self {
        let samples = seen.first.into_iter().collect();
        Self { answer, seen: Vec::new(), witnesses: seen.count, samples }
    }
}
