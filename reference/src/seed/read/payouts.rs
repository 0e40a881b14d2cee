//! Parses the payouts of an account.

use crate::domain::id::{PartnerPayoutId, PayoutId};
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::domain::publication::Publication;
use crate::domain::timestamp::Timestamp;
use crate::seed::read::partner_programs;
use crate::seed::read::record::{Record, dollars};
use crate::seed::tables::{COMMISSION, PAYOUT};

/// Parses the payouts of the account, whose publications are parsed already.
pub(super) fn read(account: &mut Record<'_, '_, '_>, publications: &[Publication]) -> Vec<Payout> {
    account.records("payouts", "a list of payouts", &PAYOUT, |record| {
        let period_start: Option<Timestamp> = record.get("period_start");
        let period_end = record.get("period_end");
        if let (Some(start), Some(end)) = (period_start, period_end)
            && end < start
        {
            let message = "the period ends before it begins";
            let help = "put `period_start` and `period_end` in order";
            record.report("period_end", message, "before `period_start`", help);
        }
        let created_at = record.get("created_at");
        Some(Payout {
            uuid: record.id("uuid", PayoutId::generate),
            partner_uuid: record.id("partner_uuid", PartnerPayoutId::generate),
            paid_at: record.get("paid_at"),
            entries: entries(record, publications),
            period_start: period_start?,
            period_end: period_end?,
            created_at: created_at?,
        })
    })
}

fn entries(record: &mut Record<'_, '_, '_>, publications: &[Publication]) -> Vec<LedgerEntry> {
    let mut entries =
        record.records("commissions", "a list of commissions", &COMMISSION, |record| {
            commission(record, publications)
        });
    for (key, source) in
        [("affiliate_commissions", Source::Affiliate), ("adjustments", Source::Adjustment)]
    {
        for node in record.list(key, "a list of amounts") {
            let amount = dollars(record.reader, node);
            entries.extend(amount.map(|amount| LedgerEntry { amount, source: source.clone() }));
        }
    }
    entries
}

fn commission(
    record: &mut Record<'_, '_, '_>,
    publications: &[Publication],
) -> Option<LedgerEntry> {
    let publication = partner_programs::publication(record, publications);
    let amount = record.get("amount");
    let confirmations = record.get("confirmations");
    let deferred = record.is_set("deferred");
    let expected_at = record.get("expected_at");
    if record.fields.get("expected_at").is_some() && !deferred {
        let message = "only what is deferred is expected at another time";
        let help = "add `deferred: true`, or take `expected_at` out";
        record.report("expected_at", message, "this payout pays for it", help);
    }
    let publication = publication?;
    Some(LedgerEntry {
        amount: amount?,
        source: Source::Commission(Commission {
            publication: publication.uuid.clone(),
            publication_name: publication.name.clone(),
            confirmations: confirmations?,
            due: if deferred { Due::Deferred(expected_at) } else { Due::Now },
        }),
    })
}
