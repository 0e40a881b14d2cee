//! Payouts: what an account is paid for a period, computed from the entries of one ledger.
//!
//! The interface shows a payout in two ways. To the *account* it is what the partner network pays:
//! commissions only, by publication. To the *partner profile* it is one sum of everything.

use std::collections::BTreeMap;

use crate::domain::dollars::Dollars;
use crate::domain::id::{PartnerPayoutId, PayoutId, PublicationId};
use crate::domain::timestamp::Timestamp;

/// A payment that was made, or is being prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payout {
    /// Identifies it among the payouts of the account.
    pub uuid: PayoutId,
    /// Identifies it among the payouts of the partner profile.
    pub partner_uuid: PartnerPayoutId,
    /// Where the period begins that it pays for.
    pub period_start: Timestamp,
    /// Where that period ends.
    pub period_end: Timestamp,
    /// When it was first prepared.
    pub created_at: Timestamp,
    /// When it was paid, if it was.
    pub paid_at: Option<Timestamp>,
    /// What was earned in the period, in the order of the ledger.
    pub entries: Vec<LedgerEntry>,
}

/// A line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// How much; below zero when it is taken back.
    pub amount: Dollars,
    /// For what.
    pub source: Source,
}

/// What a line of the ledger is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Subscribers brought to a partner of the network, and confirmed.
    Commission(Commission),
    /// A customer brought to the service itself.
    Affiliate,
    /// Something put right.
    Adjustment,
}

/// Subscribers brought to a partner of the network, and confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commission {
    /// The account's publication that brought them.
    pub publication: PublicationId,
    /// What readers call that publication.
    pub publication_name: String,
    /// How many were confirmed.
    pub confirmations: i64,
    /// Whether this payout pays for them, or a later one.
    pub due: Due,
}

/// Which payout pays for a commission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// The one of the period.
    Now,
    /// A later one, expected then, as far as that is known.
    Deferred(Option<Timestamp>),
}

/// What a payout pays for one publication, or leaves to a later one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detail {
    /// The publication.
    pub publication: PublicationId,
    /// What readers call it.
    pub publication_name: String,
    /// How much.
    pub amount: Dollars,
    /// For how many confirmations.
    pub confirmations: i64,
    /// When a later payout is expected to pay; for what is deferred only.
    pub expected_at: Option<Timestamp>,
}

impl Payout {
    /// What the partner network pays.
    pub fn network_amount(&self) -> Dollars {
        let due = self.commissions(|due| due == Due::Now);
        due.map(|(amount, _)| amount).sum()
    }

    /// What is paid in all.
    pub fn whole_amount(&self) -> Dollars {
        let paid = self.entries.iter().filter(|it| it.source.is_due());
        paid.map(|it| it.amount).sum()
    }

    /// What it pays for, by publication.
    pub fn details(&self) -> Vec<Detail> {
        gathered(self.commissions(|due| due == Due::Now))
    }

    /// What it leaves to a later payout, by publication and time.
    pub fn unpaid_details(&self) -> Vec<Detail> {
        gathered(self.commissions(|due| due != Due::Now))
    }

    /// The word for where it is, to the account.
    pub fn status(&self) -> &'static str {
        match self.paid_at {
            Some(_) => "paid",
            None => "preparing",
        }
    }

    /// Whether the partner network has a part in it; else the account is not shown it.
    pub fn is_of_network(&self) -> bool {
        self.commissions(|_| true).next().is_some()
    }

    fn commissions(&self, wanted: fn(Due) -> bool) -> impl Iterator<Item = (Dollars, &Commission)> {
        let lines = self.entries.iter();
        let all = lines.filter_map(|it| it.source.commission().map(|of| (it.amount, of)));
        all.filter(move |(_, it)| wanted(it.due))
    }
}

impl Source {
    /// The commission it is, if it is one.
    pub fn commission(&self) -> Option<&Commission> {
        match self {
            Source::Commission(commission) => Some(commission),
            Source::Affiliate | Source::Adjustment => None,
        }
    }

    fn is_due(&self) -> bool {
        self.commission().is_none_or(|it| it.due == Due::Now)
    }
}

/// One detail for each publication and time.
fn gathered<'c>(commissions: impl Iterator<Item = (Dollars, &'c Commission)>) -> Vec<Detail> {
    let mut details = BTreeMap::new();
    for (amount, commission) in commissions {
        let expected_at = match commission.due {
            Due::Now => None,
            Due::Deferred(at) => at,
        };
        let detail = details
            .entry((&commission.publication, expected_at))
            .or_insert_with(|| Detail {
                publication: commission.publication.clone(),
                publication_name: commission.publication_name.clone(),
                amount: Dollars::default(),
                confirmations: 0,
                expected_at,
            });
        detail.amount = [detail.amount, amount].into_iter().sum();
        detail.confirmations = detail
            .confirmations
            .saturating_add(commission.confirmations);
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
    fn each_view_adds_up_what_it_shows() {
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
        let shown = |details: Vec<Detail>| {
            let shown = details.into_iter();
            let shown =
                shown.map(|it| (it.publication_name, it.amount.to_string(), it.confirmations));
            shown.collect::<Vec<_>>()
        };
        let detail = |name: &str, amount: &str, count| (name.to_owned(), amount.to_owned(), count);
        assert_eq!(
            shown(payout.details()),
            [detail("A", "10", 4), detail("B", "7.50", 3)]
        );
        assert_eq!(
            shown(payout.unpaid_details()),
            [detail("A", "2", 2), detail("A", "100", 10)]
        );
    }

    #[test]
    fn without_a_commission_the_network_has_no_part() {
        let alien = payout(vec![
            other(Source::Affiliate, 100),
            other(Source::Adjustment, 1),
        ]);
        assert!(!alien.is_of_network());
        assert!(!payout(vec![]).is_of_network());
        let deferred = payout(vec![commission("a", 100, 1, Due::Deferred(None))]);
        assert!(deferred.is_of_network());
        assert_eq!(deferred.network_amount(), Dollars::default());
    }
}
