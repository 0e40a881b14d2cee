//! Payouts of an account for a period, computed from ledger entries.
//!
//! The API has two views of a payout. The view of the *account* contains the commissions of the partner network, by
//! publication. The view of the *partner profile* contains the sum of all entries.

use std::collections::BTreeMap;

use crate::domain::dollars::Dollars;
use crate::domain::id::{PartnerPayoutId, PayoutId, PublicationId};
use crate::domain::timestamp::Timestamp;

/// A payout, made or pending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// Identifier in the view of the account.
    pub uuid: PayoutId,
    /// Identifier in the view of the partner profile.
    pub partner_uuid: PartnerPayoutId,
    /// Start of the period.
    pub period_start: Timestamp,
    /// End of the period.
    pub period_end: Timestamp,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of payment; `None` while the payout is pending.
    pub paid_at: Option<Timestamp>,
    /// Ledger entries of the period, in order.
    pub entries: Vec<LedgerEntry>,
}

/// A ledger entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Amount; negative for a correction.
    pub amount: Dollars,
    /// Reason of the payment.
    pub source: Source,
}

/// The reason of a ledger entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Confirmed subscribers that a partner referred.
    Commission(Commission),
    /// A customer referred to the service itself.
    Affiliate,
    /// A correction.
    Adjustment,
}

/// A commission for confirmed subscribers that a partner referred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commission {
    /// Publication of the account that referred them.
    pub publication: PublicationId,
    /// Name of the publication.
    pub publication_name: String,
    /// Number of confirmed subscribers.
    pub confirmations: i64,
    /// Whether this payout or a later one pays the commission.
    pub due: Due,
}

/// When a commission is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// With the payout of its period.
    Now,
    /// With a later payout, expected at the given time if it is known.
    Deferred(Option<Timestamp>),
}

/// The part of a payout for one publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The publication.
    pub publication: PublicationId,
    /// Name of the publication.
    pub publication_name: String,
    /// Amount.
    pub amount: Dollars,
    /// Number of confirmed subscribers.
    pub confirmations: i64,
    /// Expected time of payment of a deferred part.
    pub expected_at: Option<Timestamp>,
}

impl Payout {
    /// Sum of the commissions that are due.
    pub fn network_amount(&self) -> Dollars {
        let due = self.commissions(|due| due == Due::Now);
        due.map(|(amount, _)| amount).sum()
    }

    /// Sum of all entries that are due.
    pub fn whole_amount(&self) -> Dollars {
        let paid = self.entries.iter().filter(|entry| entry.source.is_due());
        paid.map(|entry| entry.amount).sum()
    }

    /// The parts that are due, by publication.
    pub fn details(&self) -> Vec<Detail> {
        gathered(self.commissions(|due| due == Due::Now))
    }

    /// The deferred parts, by publication and time.
    pub fn unpaid_details(&self) -> Vec<Detail> {
        gathered(self.commissions(|due| due != Due::Now))
    }

    /// Name of the status in the view of the account.
    pub fn status(&self) -> &'static str {
        match self.paid_at {
            Some(_) => "paid",
            None => "preparing",
        }
    }

    /// Whether the payout has a commission. The account's view leaves other payouts out.
    pub fn is_of_network(&self) -> bool {
        self.commissions(|_| true).next().is_some()
    }

    fn commissions(&self, wanted: fn(Due) -> bool) -> impl Iterator<Item = (Dollars, &Commission)> {
        let lines = self.entries.iter();
        let all = lines.filter_map(|entry| entry.source.commission().map(|of| (entry.amount, of)));
        all.filter(move |(_, commission)| wanted(commission.due))
    }
}

impl Source {
    /// The commission of a ledger entry.
    pub fn commission(&self) -> Option<&Commission> {
        match self {
            Source::Commission(commission) => Some(commission),
            Source::Affiliate | Source::Adjustment => None,
        }
    }

    fn is_due(&self) -> bool {
        self.commission().is_none_or(|commission| commission.due == Due::Now)
    }
}

/// Adds the commissions up, by publication and time.
fn gathered<'c>(commissions: impl Iterator<Item = (Dollars, &'c Commission)>) -> Vec<Detail> {
    let mut details = BTreeMap::new();
    for (amount, commission) in commissions {
        let expected_at = match commission.due {
            Due::Now => None,
            Due::Deferred(at) => at,
        };
        let detail =
            details.entry((&commission.publication, expected_at)).or_insert_with(|| Detail {
                publication: commission.publication.clone(),
                publication_name: commission.publication_name.clone(),
                amount: Dollars::default(),
                confirmations: 0,
                expected_at,
            });
        detail.amount = [detail.amount, amount].into_iter().sum();
        detail.confirmations = detail.confirmations.saturating_add(commission.confirmations);
    }
    details.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commission(publication: &str, cents: i64, confirmations: i64, due: Due) -> LedgerEntry {
        LedgerEntry {
            amount: Dollars::from_cents(cents),
            source: Source::Commission(Commission {
                publication: PublicationId::new(publication),
                publication_name: publication.to_uppercase(),
                confirmations,
                due,
            }),
        }
    }

    fn payout(entries: Vec<LedgerEntry>) -> Payout {
        let at = |text| Timestamp::parse(text).unwrap();
        Payout {
            uuid: PayoutId::new("payout_1"),
            partner_uuid: PartnerPayoutId::new("partner_payout_1"),
            period_start: at("2024-01-01T00:00:00Z"),
            period_end: at("2024-02-01T00:00:00Z"),
            created_at: at("2024-02-03T00:00:00Z"),
            paid_at: None,
            entries,
        }
    }

    fn other(source: Source, cents: i64) -> LedgerEntry {
        let amount = Dollars::from_cents(cents);
        LedgerEntry { amount, source }
    }

    #[test]
    fn amounts_are_sums_of_the_entries_of_a_view() {
        let later = Due::Deferred(Some(Timestamp::parse("2024-03-03T00:00:00Z").unwrap()));
        let payout = payout(vec![
            commission("b", 250, 1, Due::Now),
            commission("a", 1000, 4, Due::Now),
            commission("b", 500, 2, Due::Now),
            commission("a", 9900, 9, later),
            commission("a", 100, 1, later),
            commission("a", 200, 2, Due::Deferred(None)),
            other(Source::Affiliate, 3000),
            other(Source::Adjustment, -75),
        ]);
        assert_eq!(payout.network_amount().to_string(), "17.50");
        assert_eq!(payout.whole_amount().to_string(), "46.75");
        let rows = |details: Vec<Detail>| {
            let rows = details.into_iter();
            let rows = rows.map(|detail| {
                (detail.publication_name, detail.amount.to_string(), detail.confirmations)
            });
            rows.collect::<Vec<_>>()
        };
        let detail = |name: &str, amount: &str, count| (name.to_owned(), amount.to_owned(), count);
        assert_eq!(rows(payout.details()), [detail("A", "10", 4), detail("B", "7.50", 3)]);
        assert_eq!(rows(payout.unpaid_details()), [detail("A", "2", 2), detail("A", "100", 10)]);
    }

    #[test]
    fn payout_without_commission_is_not_of_the_network() {
        let alien = payout(vec![other(Source::Affiliate, 100), other(Source::Adjustment, 1)]);
        assert!(!alien.is_of_network());
        assert!(!payout(vec![]).is_of_network());
        let deferred = payout(vec![commission("a", 100, 1, Due::Deferred(None))]);
        assert!(deferred.is_of_network());
        assert_eq!(deferred.network_amount(), Dollars::default());
    }
}
