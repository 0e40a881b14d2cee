//! Parses the partner programs of an account.

use reader::{Fields, Reader, quoted};

use crate::domain::country::Country;
use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::{Channel, GeoRestrictions, PartnerProgram, ProgramStatus};
use crate::domain::publication::Publication;
use crate::seed::read::{fields, wrong_value};
use crate::seed::tables::PARTNER_PROGRAM;

/// Default of the days before a referral counts.
const PENDING_DAYS: i64 = 30;

/// Parses the programs of the account, whose publications are parsed already.
pub(super) fn read(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
    publications: &[Publication],
) -> Vec<PartnerProgram> {
    let table = ("a list of partner programs", &PARTNER_PROGRAM);
    let maps = fields::tables(reader, account, "partner_programs", table, place);
    let programs = maps.iter();
    programs.filter_map(|(place, map)| program(reader, map, place, publications)).collect()
}

fn program(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    publications: &[Publication],
) -> Option<PartnerProgram> {
    let identity = (PartnerProgramId::new as fn(_) -> _, PartnerProgramId::generate as _);
    let uuid = fields::uuid(reader, map, place, identity);
    let publication = publication(reader, map, publications);
    let words = (&ProgramStatus::WORDS[..], ProgramStatus::from_word as fn(&str) -> _);
    let status = fields::word(reader, map, "status", words);
    let cpa = fields::price(reader, map, "cpa");
    let max_payout = fields::price(reader, map, "max_payout");
    let terms = fields::plain(reader, map, "terms");
    let pending = fields::count(reader, map, "referral_pending_duration");
    let geo = geo(reader, map);
    let channels = channels(reader, map);
    let requires_approval = fields::yes(reader, map, "requires_approval", false);
    let created_at = fields::time(reader, map, "created_at");
    let publication = publication?;
    Some(PartnerProgram {
        uuid,
        publication: publication.into(),
        status: status.unwrap_or(ProgramStatus::Active),
        cpa: cpa?,
        max_payout: max_payout?,
        terms,
        referral_pending_duration: pending.unwrap_or(PENDING_DAYS),
        geo,
        channels,
        requires_approval,
        created_at: created_at?,
    })
}

/// The publication of the account that a field names.
pub(super) fn publication<'p>(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    publications: &'p [Publication],
) -> Option<&'p Publication> {
    let names: Vec<_> = publications.iter().map(|publication| publication.name.as_str()).collect();
    let name = reader.word(map.get("publication")?, "publication", &names)?;
    publications.iter().find(|publication| publication.name == name.value)
}

/// The accepted countries. Reports a country that is both allowed and blocked.
fn geo(reader: &mut Reader<'_>, map: &Fields<'_>) -> GeoRestrictions {
    let allowed = countries(reader, map, "allowed_countries");
    let blocked = countries(reader, map, "blocked_countries");
    let both = blocked.iter().find(|country| allowed.contains(country));
    if let (Some(country), Some(node)) = (both, map.get("blocked_countries")) {
        let message = format!("{country} is allowed and blocked");
        let help = "leave it in one of `allowed_countries` and `blocked_countries`";
        wrong_value(reader, node.span, message, "allowed as well", help);
    }
    GeoRestrictions { worldwide: fields::yes(reader, map, "worldwide", false), allowed, blocked }
}

/// The countries of a list, sorted, without duplicates.
fn countries(reader: &mut Reader<'_>, map: &Fields<'_>, key: &str) -> Vec<Country> {
    let list = map.get(key);
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of countries"));
    let mut countries = Vec::new();
    for code in items.iter().filter_map(|item| reader.text(item)).collect::<Vec<_>>() {
        match Country::parse(&code) {
            Ok(country) => countries.push(country),
            Err(found) => {
                let message = format!("{} is {found}", quoted(&code));
                wrong_value(reader, code.span, message, "not a country", "write it as DK");
            }
        }
    }
    countries.sort();
    countries.dedup();
    countries
}

/// The channels of a program, sorted, without duplicates.
fn channels(reader: &mut Reader<'_>, map: &Fields<'_>) -> Vec<Channel> {
    let list = map.get("channels");
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of channels"));
    let words = items.iter();
    let words = words.filter_map(|item| reader.word(item, "channel", &Channel::WORDS));
    let mut channels: Vec<_> = words.filter_map(|word| Channel::from_word(word.value)).collect();
    channels.sort();
    channels.dedup();
    channels
}
