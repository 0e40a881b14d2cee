//! Parses the payouts of an account.

use reader::{Fields, Reader};

use crate::domain::id::{PartnerPayoutId, PayoutId};
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::domain::publication::Publication;
use crate::ids::IdGenerator;
use crate::seed::read::{fields, partner_programs, wrong_value};
use crate::seed::tables::{COMMISSION, PAYOUT};

/// Parses the payouts of the account, whose publications are parsed already.
pub(super) fn read(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
    publications: &[Publication],
) -> Vec<Payout> {
    let table = ("a list of payouts", &PAYOUT);
    let maps = fields::tables(reader, account, "payouts", table, place);
    let payouts = maps.iter();
    payouts.filter_map(|(place, map)| payout(reader, map, place, publications)).collect()
}

fn payout(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    publications: &[Publication],
) -> Option<Payout> {
    let identity = (PayoutId::new as fn(_) -> _, PayoutId::generate as _);
    let uuid = fields::uuid(reader, map, place, identity);
    let partner_uuid = match fields::plain(reader, map, "partner_uuid") {
        Some(text) => PartnerPayoutId::new(text),
        None => {
            PartnerPayoutId::generate(&IdGenerator::from_seed(&format!("{place}/partner_uuid")))
        }
    };
    let period_start = fields::time(reader, map, "period_start");
    let period_end = fields::time(reader, map, "period_end");
    if let (Some(start), Some(end), Some(node)) = (period_start, period_end, map.get("period_end"))
        && end < start
    {
        let message = "the period ends before it begins".to_owned();
        let help = "put `period_start` and `period_end` in order";
        wrong_value(reader, node.span, message, "before `period_start`", help);
    }
    let created_at = fields::time(reader, map, "created_at");
    let paid_at = fields::time(reader, map, "paid_at");
    let entries = entries(reader, map, place, publications);
    Some(Payout {
        uuid,
        partner_uuid,
        period_start: period_start?,
        period_end: period_end?,
        created_at: created_at?,
        paid_at,
        entries,
    })
}

fn entries(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    publications: &[Publication],
) -> Vec<LedgerEntry> {
    let table = ("a list of commissions", &COMMISSION);
    let maps = fields::tables(reader, map, "commissions", table, place);
    let mut entries = Vec::new();
    for (_, map) in &maps {
        entries.extend(commission(reader, map, publications));
    }
    for (key, source) in
        [("affiliate_commissions", Source::Affiliate), ("adjustments", Source::Adjustment)]
    {
        let list = map.get(key);
        let amounts = list.map_or(&[][..], |list| reader.list(list, "a list of amounts"));
        for node in amounts {
            let amount = fields::dollars(reader, node);
            entries.extend(amount.map(|amount| LedgerEntry { amount, source: source.clone() }));
        }
    }
    entries
}

fn commission(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    publications: &[Publication],
) -> Option<LedgerEntry> {
    let publication = partner_programs::publication(reader, map, publications);
    let amount = fields::price(reader, map, "amount");
    let confirmations = fields::count(reader, map, "confirmations");
    let deferred = fields::yes(reader, map, "deferred", false);
    let expected_at = fields::time(reader, map, "expected_at");
    if let Some(node) = map.get("expected_at")
        && !deferred
    {
        let message = "only what is deferred is expected at another time".to_owned();
        let help = "add `deferred: true`, or take `expected_at` out";
        wrong_value(reader, node.span, message, "this payout pays for it", help);
    }
    let due = if deferred { Due::Deferred(expected_at) } else { Due::Now };
    let publication = publication?;
    Some(LedgerEntry {
        amount: amount?,
        source: Source::Commission(Commission {
            publication: publication.uuid.clone(),
            publication_name: publication.name.clone(),
            confirmations: confirmations?,
            due,
        }),
    })
}
