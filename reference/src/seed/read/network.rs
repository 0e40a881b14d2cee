//! Reads the records of the partner network: programs, recommendations with referrals, and payouts.

use std::collections::{BTreeMap, BTreeSet};

use reader::quoted;

use crate::domain::id::{
    PartnerPayoutId, PartnerProgramId, PayoutId, RecommendationCode, RecommendationId, UpscribeId,
};
use crate::domain::partner_program::{GeoRestrictions, PartnerProgram, ProgramStatus};
use crate::domain::payout::{Commission, Due, LedgerEntry, Payout, Source};
use crate::domain::publication::Publication;
use crate::domain::recommendation::{
    ArchivedBy, NewRecommendation, ReactivatedStatus, Recommendation, RecommendationStatus,
};
use crate::domain::referral::Referral;
use crate::seed::SeedAccount;
use crate::seed::file::{self, RecommendationWord, Text, unknown};
use crate::seed::read::{InvalidSeed, Known, records};

/// Default of the days before a referral counts.
const PENDING_DAYS: i64 = 30;

/// The programs of all accounts, by identifier.
pub(super) type Programs = BTreeMap<String, PartnerProgram>;

/// The programs of the account, whose publications are read already.
pub(super) fn partner_programs(
    account: &str,
    written: Vec<file::PartnerProgram>,
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
        let pending = written.referral_pending_duration;
        Ok(PartnerProgram {
            uuid: known.id(path, "uuid", written.uuid, PartnerProgramId::generate)?,
            publication: publication(path, &written.publication, publications)?.into(),
            status: written.status.unwrap_or(ProgramStatus::Active),
            cpa: written.cpa.0,
            max_payout: written.max_payout.0,
            terms: written.terms.map(String::from),
            referral_pending_duration: pending.map_or(PENDING_DAYS, |days| days.0),
            geo: GeoRestrictions { worldwide: written.worldwide, allowed, blocked },
            channels: sorted(written.channels),
            requires_approval: written.requires_approval,
            created_at: written.created_at,
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
    written: Vec<file::Recommendation>,
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
    written: file::Recommendation,
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
    written: Vec<file::Referral>,
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
    written: Vec<file::Payout>,
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
    written: file::Commission,
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
