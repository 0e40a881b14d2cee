//! Parses the partner programs of an account.

use reader::quoted;
use strum::VariantNames as _;

use crate::domain::country::Country;
use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::{Channel, GeoRestrictions, PartnerProgram, ProgramStatus};
use crate::domain::publication::Publication;
use crate::seed::read::record::{Record, wrong_value};
use crate::seed::tables::PARTNER_PROGRAM;

/// Default of the days before a referral counts.
const PENDING_DAYS: i64 = 30;

/// Parses the programs of the account, whose publications are parsed already.
pub(super) fn read(
    account: &mut Record<'_, '_, '_>,
    publications: &[Publication],
) -> Vec<PartnerProgram> {
    let what = "a list of partner programs";
    account.records("partner_programs", what, &PARTNER_PROGRAM, |record| {
        let publication = publication(record, publications);
        let cpa = record.get("cpa");
        let max_payout = record.get("max_payout");
        let created_at = record.get("created_at");
        let pending = record.get("referral_pending_duration");
        Some(PartnerProgram {
            uuid: record.id("uuid", PartnerProgramId::generate),
            status: record.word("status").unwrap_or(ProgramStatus::Active),
            terms: record.get("terms"),
            referral_pending_duration: pending.unwrap_or(PENDING_DAYS),
            geo: geo(record),
            channels: channels(record),
            requires_approval: record.is_set("requires_approval"),
            publication: publication?.into(),
            cpa: cpa?,
            max_payout: max_payout?,
            created_at: created_at?,
        })
    })
}

/// The publication of the account that a record names.
pub(super) fn publication<'p>(
    record: &mut Record<'_, '_, '_>,
    publications: &'p [Publication],
) -> Option<&'p Publication> {
    let names: Vec<_> = publications.iter().map(|publication| publication.name.as_str()).collect();
    let name = record.one_of("publication", "publication", &names)?;
    publications.iter().find(|publication| publication.name == name)
}

/// The accepted countries. Reports a country that is both allowed and blocked.
fn geo(record: &mut Record<'_, '_, '_>) -> GeoRestrictions {
    let allowed = countries(record, "allowed_countries");
    let blocked = countries(record, "blocked_countries");
    if let Some(country) = blocked.iter().find(|country| allowed.contains(country)) {
        let message = format!("{country} is allowed and blocked");
        let help = "leave it in one of `allowed_countries` and `blocked_countries`";
        record.report("blocked_countries", &message, "allowed as well", help);
    }
    GeoRestrictions { worldwide: record.is_set("worldwide"), allowed, blocked }
}

/// The countries of a list, sorted, without duplicates.
fn countries(record: &mut Record<'_, '_, '_>, key: &str) -> Vec<Country> {
    let mut countries = Vec::new();
    for node in record.list(key, "a list of countries") {
        let Some(code) = record.reader.text(node) else {
            continue;
        };
        match Country::parse(&code) {
            Ok(country) => countries.push(country),
            Err(invalid) => {
                let message = format!("{} is {invalid}", quoted(&code));
                wrong_value(record.reader, code.span, message, "not a country", "write it as DK");
            }
        }
    }
    countries.sort();
    countries.dedup();
    countries
}

/// The channels of a program, sorted, without duplicates.
fn channels(record: &mut Record<'_, '_, '_>) -> Vec<Channel> {
    let nodes = record.list("channels", "a list of channels").iter();
    let names = nodes.filter_map(|node| record.reader.word(node, "channel", Channel::VARIANTS));
    let mut channels: Vec<Channel> = names.filter_map(|name| name.parse().ok()).collect();
    channels.sort();
    channels.dedup();
    channels
}
