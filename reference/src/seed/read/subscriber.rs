//! Parses the subscribers of an account and checks how they refer to each other.

use std::collections::BTreeMap;

use reader::{Diagnostic, Span, Spanned, quoted};

use crate::domain::campaign::{Campaign, Membership};
use crate::domain::email::Email;
use crate::domain::id::{MembershipId, RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::Subscriber;
use crate::ids::IdGenerator;
use crate::seed::read::record::{Record, report_repeated_email};
use crate::seed::tables::SUBSCRIBER;

/// The subscribers so far, by normalised address.
type Known = BTreeMap<String, (Span, SubscriberId, RefCode)>;

/// The subscribers of the account, and the memberships of those in the campaign.
pub(super) fn read(
    account: &mut Record<'_, '_, '_>,
    campaign: Option<&Campaign>,
) -> (Vec<Subscriber>, Vec<Membership>) {
    let (mut known, mut memberships) = (Known::new(), Vec::new());
    let what = "a list of subscribers";
    let subscribers = account.records("subscribers", what, &SUBSCRIBER, |record| {
        let subscriber = subscriber(record, &mut known)?;
        memberships.extend(membership(record, campaign, &subscriber));
        Some(subscriber)
    });
    (subscribers, memberships)
}

fn subscriber(record: &mut Record<'_, '_, '_>, known: &mut Known) -> Option<Subscriber> {
    let uuid = record.id("uuid", SubscriberId::generate);
    let ref_code = record.id("ref_code", RefCode::generate);
    let email: Option<Spanned<Email>> = record.get("email");
    let created_at = record.get("created_at");
    let referrer = referrer(record, known);
    let (acquisition, status) = acquisition_and_status(record);
    if let Some(email) = &email {
        let entry = (email.span, uuid.clone(), ref_code.clone());
        if let Some((first, ..)) = known.insert(email.normalised().to_owned(), entry) {
            let message = format!("two subscribers have the address {}", quoted(email.as_str()));
            report_repeated_email(record.reader, message, first, email.span);
        }
    }
    Some(Subscriber {
        uuid,
        name: record.get("name"),
        status,
        acquisition,
        ref_code,
        referrer_code: referrer.as_ref().map(|(_, code)| code.to_string()),
        referrer: referrer.map(|(uuid, _)| uuid),
        origin: record.get("origin").unwrap_or_else(|| "api".to_owned()),
        cpa: record.get("cpa"),
        ip_address: record.get("ip_address"),
        user_agent: record.get("user_agent"),
        country_code: record.get("country_code"),
        utm_source: record.get("utm_source"),
        utm_campaign: record.get("utm_campaign"),
        email: email?.value,
        created_at: created_at?,
    })
}

/// The referrer, who must precede the subscriber in the file.
fn referrer(record: &mut Record<'_, '_, '_>, known: &Known) -> Option<(SubscriberId, RefCode)> {
    let address: Spanned<String> = record.get("referred_by")?;
    if let Some((_, uuid, code)) = known.get(&Email::normalise(&address)) {
        return Some((uuid.clone(), code.clone()));
    }
    let message = format!("there is no subscriber {} before this one", quoted(&address));
    let found = Diagnostic::error("unknown-referrer", message, address.span, "unknown referrer");
    let similar = reader::did_you_mean(&address, known.keys().map(String::as_str));
    record.reader.out.push(match similar {
        Some(similar) => {
            found.with_fix(address.span, similar, format!("did you mean `{similar}`?"))
        }
        None => found.with_help("put the referrer before the subscribers it referred"),
    });
    None
}

/// How the subscriber was acquired and its status, where the two are consistent.
fn acquisition_and_status(record: &mut Record<'_, '_, '_>) -> (Acquisition, Status) {
    let referred = record.fields.get("referred_by").is_some();
    let implied = if referred { Acquisition::ReferralProgram } else { Acquisition::Direct };
    let acquisition = record.word("acquired").unwrap_or(implied);
    if record.fields.get("acquired").is_some()
        && referred != (acquisition == Acquisition::ReferralProgram)
    {
        let message = "`acquired: referral_program` requires `referred_by`";
        let help = "write `referred_by` and `acquired: referral_program` together, or neither";
        record.report("acquired", message, "does not fit `referred_by`", help);
    }
    let status = record.word("status").unwrap_or(acquisition.first_status());
    if status == Status::Pending && acquisition == Acquisition::Direct {
        let message = "a pending subscriber came through a program";
        let help = "add `referred_by`, or `acquired: partner_program`";
        record.report("status", message, "nothing to wait for", help);
    }
    (acquisition, status)
}

fn membership(
    record: &mut Record<'_, '_, '_>,
    campaign: Option<&Campaign>,
    subscriber: &Subscriber,
) -> Option<Membership> {
    if !record.is_set("in_campaign") {
        return None;
    }
    let Some(campaign) = campaign else {
        let message = "the account has no campaign to be in";
        record.report("in_campaign", message, "in which?", "give the account a `campaign`");
        return None;
    };
    let ids = IdGenerator::from_seed(&format!("{}/membership", record.path));
    Some(Membership {
        uuid: MembershipId::generate(&ids),
        campaign: campaign.uuid.clone(),
        subscriber: subscriber.uuid.clone(),
        created_at: subscriber.created_at,
    })
}
