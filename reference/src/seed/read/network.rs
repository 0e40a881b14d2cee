//! Reads the records of the partner network: programs, recommendations with referrals, and payouts.

use std::collections::{BTreeMap, BTreeSet};

use reader::quoted;
use serde::Deserialize;

use crate::domain::country::Country;
use crate::domain::dollars::Dollars;
use crate::domain::email::Email;
use crate::domain::id::{
    PartnerPayoutId, PartnerProgramId, PayoutId, RecommendationCode, RecommendationId, UpscribeId,
};
use crate::domain::partner_program::{Channel, GeoRestrictions, PartnerProgram, ProgramStatus};
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::domain::publication::Publication;
use crate::domain::recommendation::{
    ArchivedBy, NewRecommendation, ReactivatedStatus, Recommendation, RecommendationStatus,
};
use crate::domain::referral::Referral;
use crate::domain::timestamp::Timestamp;
use crate::seed::SeedAccount;
use crate::seed::read::values::{Count, Price, RecommendationWord, Text, unknown};
use crate::seed::read::{InvalidSeed, Known, records};

/// The keys of its records.
pub(super) const FORMAT: &str = "\
partner program: A partner program of a publication.
  uuid: text; identifier [default: derived from the position in the file]
* publication: text; name of the publication
* created_at: text; creation time
* cpa: a number; cost per acquisition
* max_payout: a number; largest total payout to a partner
  status: one of `active`, `paused`; status [default: active]
  terms: text; terms
  referral_pending_duration: a whole number; days until a referral counts [default: 30]
  worldwide: `true` or `false`; whether every country except the blocked ones is accepted [default: false]
  allowed_countries: a list of text; accepted countries, alpha-2
  blocked_countries: a list of text; blocked countries, alpha-2
* channels: a list of one of `magic_link`, `partner_link`, `upscribe`; channels for recommendations
  requires_approval: `true` or `false`; whether partners apply for approval [default: false]

recommendation: A partner program that the account joined. Defaults are those of the program.
  uuid: text; identifier [default: derived from the position in the file]
* program: text; `uuid` of a partner program in the file
* publication: text; name of the recommending publication
* created_at: text; creation time
  status: one of `draft`, `awaiting_approval`, `active`, `paused`, `archived`; status [default: active]
  archived_by: one of `owner`, `sponsor`; who archived it [default: owner]
  ref_code: text; referral code [default: generated]
  name: text; name
  cpa: a number; cost per acquisition
  max_payout: a number; largest total payout
  thankyou_page_url: text; URL of the thank-you page
  accepted_terms_at: text; time at which the terms were accepted
  reason: text; reason for recommending
  referrals: a list of a map of `referral`; referred people

referral: A signup through a recommendation. The person may or may not be a subscriber.
* email: text; e-mail address, unique in the recommendation
* created_at: text; time of the signup
  upscribe: text; `uuid` of the signup widget [default: the first of the account]
  utm_source: text; UTM source
  utm_campaign: text; UTM campaign

payout: A payout to the account for a period.
  uuid: text; identifier [default: derived from the position in the file]
  partner_uuid: text; identifier in the view of the partner profile [default: generated]
* period_start: text; start of the period
* period_end: text; end of the period
* created_at: text; creation time
  paid_at: text; time of the payment [default: unpaid]
  commissions: a list of a map of `commission`; commissions of the partner network
  affiliate_commissions: a list of a number; affiliate commissions
  adjustments: a list of a number; adjustments; may be negative

commission: A commission for confirmed subscribers of a partner.
* publication: text; name of the referring publication
* amount: a number; amount in dollars
* confirmations: a whole number; number of confirmed subscribers
  deferred: `true` or `false`; whether a later payout pays it [default: false]
  expected_at: text; when that payout is expected, if it is known
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a partner program")]
pub(super) struct WrittenPartnerProgram {
    uuid: Option<Text>,
    publication: Text,
    created_at: Timestamp,
    cpa: Price,
    max_payout: Price,
    status: Option<ProgramStatus>,
    terms: Option<Text>,
    referral_pending_duration: Option<Count>,
    #[serde(default)]
    worldwide: bool,
    #[serde(default)]
    allowed_countries: Vec<Country>,
    #[serde(default)]
    blocked_countries: Vec<Country>,
    channels: Vec<Channel>,
    #[serde(default)]
    requires_approval: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a recommendation")]
pub(super) struct WrittenRecommendation {
    uuid: Option<Text>,
    program: Text,
    publication: Text,
    created_at: Timestamp,
    status: Option<RecommendationWord>,
    archived_by: Option<ArchivedBy>,
    ref_code: Option<Text>,
    name: Option<Text>,
    cpa: Option<Price>,
    max_payout: Option<Price>,
    thankyou_page_url: Option<Text>,
    accepted_terms_at: Option<Timestamp>,
    reason: Option<Text>,
    #[serde(default)]
    referrals: Vec<WrittenReferral>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a referral")]
pub(super) struct WrittenReferral {
    email: Email,
    created_at: Timestamp,
    upscribe: Option<Text>,
    utm_source: Option<Text>,
    utm_campaign: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a payout")]
pub(super) struct WrittenPayout {
    uuid: Option<Text>,
    partner_uuid: Option<Text>,
    period_start: Timestamp,
    period_end: Timestamp,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    #[serde(default)]
    commissions: Vec<WrittenCommission>,
    #[serde(default)]
    affiliate_commissions: Vec<Dollars>,
    #[serde(default)]
    adjustments: Vec<Dollars>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the map of a commission")]
pub(super) struct WrittenCommission {
    publication: Text,
    amount: Price,
    confirmations: Count,
    #[serde(default)]
    deferred: bool,
    expected_at: Option<Timestamp>,
}

/// The programs of all accounts, by identifier.
pub(super) type Programs = BTreeMap<String, PartnerProgram>;

/// The programs of the account, whose publications are read already.
pub(super) fn partner_programs(
    account: &str,
    written: Vec<WrittenPartnerProgram>,
    publications: &[Publication],
    known: &mut Known,
) -> Result<Vec<PartnerProgram>, InvalidSeed> {
    records(account, "partner_programs", written, |path, written| {
        let allowed = sorted(written.allowed_countries);
        let blocked = sorted(written.blocked_countries);
        if let Some(country) = blocked.iter().find(|country| allowed.contains(country)) {
            let message = format!("{country} is allowed as well; leave it in one of the lists");
            return Err(InvalidSeed::new(path, "blocked_countries", message));
        }
        let uuid = known.id(path, "uuid", written.uuid, PartnerProgramId::generate)?;
        let sponsor = publication(path, &written.publication, publications)?;
        let mut program = PartnerProgram::new(uuid, sponsor, written.created_at);
        if let Some(Count(days)) = written.referral_pending_duration {
            program.referral_pending_duration = days;
        }
        Ok(PartnerProgram {
            status: written.status.unwrap_or(ProgramStatus::Active),
            cpa: written.cpa.0,
            max_payout: written.max_payout.0,
            terms: written.terms.map(String::from),
            geo: GeoRestrictions { worldwide: written.worldwide, allowed, blocked },
            channels: sorted(written.channels),
            requires_approval: written.requires_approval,
            ..program
        })
    })
}

/// Sorted, without duplicates.
fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    items.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The publication of the account that a record names.
fn publication<'p>(
    path: &str,
    Text(name): &Text,
    publications: &'p [Publication],
) -> Result<&'p Publication, InvalidSeed> {
    publications.iter().find(|publication| publication.name == *name).ok_or_else(|| {
        let names: Vec<_> = publications.iter().map(|known| known.name.as_str()).collect();
        InvalidSeed::new(path, "publication", unknown(name, "publication", &names))
    })
}

/// Reads the recommendations, with their referrals, into the account.
pub(super) fn recommendations(
    account: &mut SeedAccount,
    written: Vec<WrittenRecommendation>,
    programs: &Programs,
    known: &mut Known,
) -> Result<(), InvalidSeed> {
    let label = account.label.clone();
    let read = records(&label, "recommendations", written, |path, mut written| {
        let referrals = referrals(path, std::mem::take(&mut written.referrals), account)?;
        Ok((recommendation(path, written, account, programs, known)?, referrals))
    })?;
    for (mut recommendation, referrals) in read {
        recommendation.referrals = i64::try_from(referrals.len()).unwrap_or(i64::MAX);
        let of_this = |referral| (recommendation.uuid.clone(), referral);
        account.referrals.extend(referrals.into_iter().map(of_this));
        account.recommendations.push(recommendation);
    }
    Ok(())
}

fn recommendation(
    path: &str,
    written: WrittenRecommendation,
    account: &SeedAccount,
    programs: &Programs,
    known: &mut Known,
) -> Result<Recommendation, InvalidSeed> {
    let Text(program) = written.program;
    let program = programs.get(&program).ok_or_else(|| {
        let programs: Vec<_> = programs.keys().map(String::as_str).collect();
        InvalidSeed::new(path, "program", unknown(&program, "partner program", &programs))
    })?;
    let joining = NewRecommendation {
        uuid: known.id(path, "uuid", written.uuid, RecommendationId::generate)?,
        ref_code: known.id(path, "ref_code", written.ref_code, RecommendationCode::generate)?,
        publication: publication(path, &written.publication, &account.publications)?.uuid.clone(),
        partner_profile: account.partner_profile.clone(),
        reason: String::new(),
        now: written.created_at,
    };
    let joined = Recommendation::join(program.clone(), joining);
    Ok(Recommendation {
        status: status(path, written.status, written.archived_by)?,
        name: written.name.map_or(joined.name, String::from),
        cpa: written.cpa.map_or(joined.cpa, |cpa| cpa.0),
        max_payout: written.max_payout.map_or(joined.max_payout, |most| most.0),
        thankyou_page_url: written.thankyou_page_url.map(String::from),
        accepted_terms_at: written.accepted_terms_at.or(joined.accepted_terms_at),
        reason: written.reason.map(String::from),
        ..joined
    })
}

/// The status, with the party that archived it.
fn status(
    path: &str,
    status: Option<RecommendationWord>,
    archived_by: Option<ArchivedBy>,
) -> Result<RecommendationStatus, InvalidSeed> {
    let name = status.map_or("active", |status| status.0);
    if name == "archived" {
        let by = archived_by.unwrap_or(ArchivedBy::Owner);
        // It was active before.
        let resumes = ReactivatedStatus::Active;
        return Ok(RecommendationStatus::Archived { by, resumes });
    }
    if archived_by.is_some() {
        let message = "`archived_by` requires `status: archived`; add it, or remove `archived_by`";
        return Err(InvalidSeed::new(path, "archived_by", message));
    }
    let status = RecommendationStatus::from_parts(name, None, None);
    Ok(status.unwrap_or(RecommendationStatus::Active))
}

/// The referrals of a recommendation, at most one for each person.
fn referrals(
    recommendation: &str,
    written: Vec<WrittenReferral>,
    account: &SeedAccount,
) -> Result<Vec<Referral>, InvalidSeed> {
    let mut people = BTreeSet::new();
    records(recommendation, "referrals", written, |path, written| {
        let email = written.email;
        if !people.insert(email.normalised().to_owned()) {
            let address = quoted(email.as_str());
            let message = format!("the recommendation refers {address} twice; remove one of them");
            return Err(InvalidSeed::new(path, "email", message));
        }
        Ok(Referral {
            email,
            upscribe: upscribe(path, written.upscribe, account)?,
            utm_source: written.utm_source.map(String::from),
            utm_campaign: written.utm_campaign.map(String::from),
            created_at: written.created_at,
        })
    })
}

/// The widget of the signup: the one it names, or else the first of the account.
fn upscribe(
    path: &str,
    written: Option<Text>,
    account: &SeedAccount,
) -> Result<UpscribeId, InvalidSeed> {
    let known = || account.upscribes.iter().map(|upscribe| &upscribe.uuid);
    let first = known().next().ok_or_else(|| {
        let message = "a referral requires a widget of its account; add `upscribes` to the account";
        InvalidSeed::new(path, "", message)
    })?;
    let Some(Text(name)) = written else {
        return Ok(first.clone());
    };
    let found = known().find(|uuid| uuid.as_str() == name);
    found.cloned().ok_or_else(|| {
        let known: Vec<_> = known().map(UpscribeId::as_str).collect();
        InvalidSeed::new(path, "upscribe", unknown(&name, "widget", &known))
    })
}

/// The payouts of the account, whose publications are read already.
pub(super) fn payouts(
    account: &str,
    written: Vec<WrittenPayout>,
    publications: &[Publication],
    known: &mut Known,
) -> Result<Vec<Payout>, InvalidSeed> {
    records(account, "payouts", written, |path, written| {
        if written.period_end < written.period_start {
            let message = "the period ends before it begins; \
                           put `period_start` and `period_end` in order";
            return Err(InvalidSeed::new(path, "period_end", message));
        }
        let mut entries = records(path, "commissions", written.commissions, |path, written| {
            commission(path, written, publications)
        })?;
        for (amounts, source) in [
            (written.affiliate_commissions, Source::Affiliate),
            (written.adjustments, Source::Adjustment),
        ] {
            let entry = |amount| LedgerEntry { amount, source: source.clone() };
            entries.extend(amounts.into_iter().map(entry));
        }
        Ok(Payout {
            uuid: known.id(path, "uuid", written.uuid, PayoutId::generate)?,
            partner_uuid: known.id(
                path,
                "partner_uuid",
                written.partner_uuid,
                PartnerPayoutId::generate,
            )?,
            period_start: written.period_start,
            period_end: written.period_end,
            created_at: written.created_at,
            paid_at: written.paid_at,
            entries,
        })
    })
}

fn commission(
    path: &str,
    written: WrittenCommission,
    publications: &[Publication],
) -> Result<LedgerEntry, InvalidSeed> {
    if written.expected_at.is_some() && !written.deferred {
        let message = "only a deferred commission is expected at another time; \
                       add `deferred: true`, or take `expected_at` out";
        return Err(InvalidSeed::new(path, "expected_at", message));
    }
    let publication = publication(path, &written.publication, publications)?;
    Ok(LedgerEntry {
        amount: written.amount.0,
        source: Source::Commission(Commission {
            publication: publication.uuid.clone(),
            publication_name: publication.name.clone(),
            confirmations: written.confirmations.0,
            due: if written.deferred { Due::Deferred(written.expected_at) } else { Due::Now },
        }),
    })
}
