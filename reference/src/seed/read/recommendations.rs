//! Parses the recommendations of an account, with their referrals.

use std::collections::BTreeMap;

use reader::{Span, Spanned, quoted};
use strum::VariantNames as _;

use crate::domain::email::Email;
use crate::domain::id::{RecommendationCode, RecommendationId, UpscribeId};
use crate::domain::partner_program::PartnerProgram;
use crate::domain::recommendation::{
    ArchivedBy, NewRecommendation, ReactivatedStatus, Recommendation, RecommendationStatus,
};
use crate::domain::referral::Referral;
use crate::seed::SeedAccount;
use crate::seed::read::partner_programs;
use crate::seed::read::record::{Record, report_repeated_email, wrong_value};
use crate::seed::tables::{RECOMMENDATION, REFERRAL};

/// The programs of all accounts, by identifier.
pub(super) type Programs = BTreeMap<String, PartnerProgram>;

/// Parses the recommendations, with their referrals, into the account.
pub(super) fn read(
    record: &mut Record<'_, '_, '_>,
    account: &mut SeedAccount,
    programs: &Programs,
) {
    let what = "a list of recommendations";
    let read = record.records("recommendations", what, &RECOMMENDATION, |record| {
        let referrals = referrals(record, account);
        Some((recommendation(record, account, programs)?, referrals))
    });
    for (mut recommendation, referrals) in read {
        recommendation.referrals = i64::try_from(referrals.len()).unwrap_or(i64::MAX);
        let of_this = |referral| (recommendation.uuid.clone(), referral);
        account.referrals.extend(referrals.into_iter().map(of_this));
        account.recommendations.push(recommendation);
    }
}

fn recommendation(
    record: &mut Record<'_, '_, '_>,
    account: &SeedAccount,
    programs: &Programs,
) -> Option<Recommendation> {
    let known: Vec<_> = programs.keys().map(String::as_str).collect();
    let program = record.one_of("program", "partner program", &known);
    let program = program.and_then(|uuid| programs.get(uuid));
    let publication = partner_programs::publication(record, &account.publications);
    let created_at = record.get("created_at");
    let (name, accepted_terms_at) = (record.get("name"), record.get("accepted_terms_at"));
    let (cpa, max_payout) = (record.get("cpa"), record.get("max_payout"));
    let status = status(record);
    let (uuid, ref_code) = (
        record.id("uuid", RecommendationId::generate),
        record.id("ref_code", RecommendationCode::generate),
    );
    let (thankyou_page_url, reason) = (record.get("thankyou_page_url"), record.get("reason"));

    let joining = NewRecommendation {
        uuid,
        ref_code,
        publication: publication?.uuid.clone(),
        partner_profile: account.partner_profile.clone(),
        reason: String::new(),
        now: created_at?,
    };
    let joined = Recommendation::join(program?.clone(), joining);
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

/// The status, with the party that archived it.
fn status(record: &mut Record<'_, '_, '_>) -> RecommendationStatus {
    let by = record.word("archived_by").unwrap_or(ArchivedBy::Owner);
    let status = record.one_of("status", "status", RecommendationStatus::VARIANTS);
    if status == Some("archived") {
        // It was active before.
        let resumes = ReactivatedStatus::Active;
        return RecommendationStatus::Archived { by, resumes };
    }
    if record.fields.get("archived_by").is_some() {
        let message = "`archived_by` requires `status: archived`";
        let help = "add `status: archived`, or remove `archived_by`";
        record.report("archived_by", message, "not archived", help);
    }
    status
        .and_then(|name| RecommendationStatus::from_parts(name, None, None))
        .unwrap_or(RecommendationStatus::Active)
}

/// The referrals of a recommendation, at most one for each person.
fn referrals(recommendation: &mut Record<'_, '_, '_>, account: &SeedAccount) -> Vec<Referral> {
    let mut people = BTreeMap::<String, Span>::new();
    recommendation.records("referrals", "a list of referrals", &REFERRAL, |record| {
        let upscribe = upscribe(record, account);
        let email: Option<Spanned<Email>> = record.get("email");
        let created_at = record.get("created_at");
        let (utm_source, utm_campaign) = (record.get("utm_source"), record.get("utm_campaign"));
        let (upscribe, email, created_at) = (upscribe?, email?, created_at?);
        if let Some(first) = people.insert(email.normalised().to_owned(), email.span) {
            let message = format!("a recommendation refers {} twice", quoted(email.as_str()));
            report_repeated_email(record.reader, message, first, email.span);
        }
        Some(Referral { email: email.value, upscribe, utm_source, utm_campaign, created_at })
    })
}

/// The widget of the signup: the one it names, or else the first of the account.
fn upscribe(record: &mut Record<'_, '_, '_>, account: &SeedAccount) -> Option<UpscribeId> {
    let Some(first) = account.upscribes.first() else {
        let message = "a referral requires a widget of its account";
        let help = "add `upscribes` to the account";
        wrong_value(record.reader, record.fields.span, message.to_owned(), "no widget", help);
        return None;
    };
    if record.fields.get("upscribe").is_none() {
        return Some(first.uuid.clone());
    }
    let known: Vec<_> = account.upscribes.iter().map(|upscribe| upscribe.uuid.as_str()).collect();
    record.one_of("upscribe", "widget", &known).map(UpscribeId::new)
}
