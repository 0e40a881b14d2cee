//! Parses the recommendations of an account. They refer to programs of any account, so all accounts are parsed first.

use std::collections::BTreeMap;

use reader::{Fields, Node, Reader, Spanned};

use crate::domain::id::{RecommendationCode, RecommendationId};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::recommendation::{
    ArchivedBy, NewRecommendation, ReactivatedStatus, Recommendation, RecommendationStatus,
};
use crate::ids::IdGenerator;
use crate::seed::SeedAccount;
use crate::seed::read::{fields, partner_programs, referrals, wrong_value};
use crate::seed::tables::RECOMMENDATION;

/// The programs of all accounts, by identifier.
pub(super) type Programs = BTreeMap<String, PartnerProgram>;

/// Parses a list of recommendations, with their referrals, into the account.
pub(super) fn read(
    reader: &mut Reader<'_>,
    list: &Node,
    account: &mut SeedAccount,
    programs: &Programs,
) {
    let items = reader.list(list, "a list of recommendations");
    for (index, item) in items.iter().enumerate() {
        let Some(map) = reader.table(item, &RECOMMENDATION) else {
            continue;
        };
        let place = format!("{}/recommendations/{index}", account.label);
        let referrals = referrals::read(reader, &map, account);
        let Some(mut read) = recommendation(reader, &map, &place, account, programs) else {
            continue;
        };
        read.referrals = i64::try_from(referrals.len()).unwrap_or(i64::MAX);
        let of_this = referrals.into_iter().map(|referral| (read.uuid.clone(), referral));
        account.referrals.extend(of_this);
        account.recommendations.push(read);
    }
}

fn recommendation(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    account: &SeedAccount,
    programs: &Programs,
) -> Option<Recommendation> {
    let identity = (RecommendationId::new as fn(_) -> _, RecommendationId::generate as _);
    let uuid = fields::uuid(reader, map, place, identity);
    let ref_code = match fields::plain(reader, map, "ref_code") {
        Some(code) => RecommendationCode::new(code),
        None => RecommendationCode::generate(&IdGenerator::from_seed(&format!("{place}/ref_code"))),
    };
    let known: Vec<_> = programs.keys().map(String::as_str).collect();
    let program = map.get("program");
    let program = program.and_then(|node| reader.word(node, "partner program", &known));
    let publication = partner_programs::publication(reader, map, &account.publications);
    let created_at = fields::time(reader, map, "created_at");
    let status = status(reader, map);
    let name = fields::plain(reader, map, "name");
    let cpa = fields::price(reader, map, "cpa");
    let max_payout = fields::price(reader, map, "max_payout");
    let thankyou_page_url = fields::plain(reader, map, "thankyou_page_url");
    let accepted_terms_at = fields::time(reader, map, "accepted_terms_at");
    let reason = fields::plain(reader, map, "reason");

    let program = programs.get(program?.value)?.clone();
    let joining = NewRecommendation {
        uuid,
        ref_code,
        publication: publication?.uuid.clone(),
        partner_profile: account.partner_profile.clone(),
        reason: String::new(),
        now: created_at?,
    };
    let joined = Recommendation::join(program, joining);
    Some(Recommendation {
        status,
        name: name.unwrap_or(joined.name),
        cpa: cpa.unwrap_or(joined.cpa),
        max_payout: max_payout.unwrap_or(joined.max_payout),
        thankyou_page_url,
        accepted_terms_at: accepted_terms_at.or(joined.accepted_terms_at),
        reason,
        ..joined
    })
}

/// The status, with who archived it.
fn status(reader: &mut Reader<'_>, map: &Fields<'_>) -> RecommendationStatus {
    let words = (&ArchivedBy::WORDS[..], ArchivedBy::from_word as fn(&str) -> _);
    let by = fields::word(reader, map, "archived_by", words).unwrap_or(ArchivedBy::Owner);
    let status = map.get("status");
    let word = status.and_then(|node| reader.word(node, "status", &RecommendationStatus::WORDS));
    let word = word.map_or("active", |Spanned { value, .. }| value);
    // An archived recommendation of a seed was active.
    let away = (by, ReactivatedStatus::Active);
    let archived = word == "archived";
    if let Some(node) = map.get("archived_by")
        && !archived
    {
        let message = "`archived_by` requires `status: archived`".to_owned();
        let help = "add `status: archived`, or remove `archived_by`";
        wrong_value(reader, node.span, message, "not archived", help);
    }
    RecommendationStatus::from_words(word, archived.then_some(away))
        .unwrap_or(RecommendationStatus::Active)
}
