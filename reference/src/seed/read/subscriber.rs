//! Parses the subscribers of an account and checks how they refer to each other.

use std::collections::BTreeMap;

use reader::{Diagnostic, Fields, Reader, Span, Spanned, quoted};

use crate::domain::campaign::{Campaign, Membership};
use crate::domain::email::Email;
use crate::domain::id::{MembershipId, RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::Subscriber;
use crate::ids::IdGenerator;
use crate::seed::read::{fields, wrong_value};
use crate::seed::tables::SUBSCRIBER;

/// The subscribers so far, by normalised address.
type Known = BTreeMap<String, (Span, SubscriberId, RefCode)>;

/// The subscribers of the account, and the memberships of those in the campaign.
pub(super) fn read(
    reader: &mut Reader<'_>,
    account: &Fields<'_>,
    place: &str,
    campaign: Option<&Campaign>,
) -> (Vec<Subscriber>, Vec<Membership>) {
    let list = account.get("subscribers");
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of subscribers"));
    let (mut subscribers, mut memberships) = (Vec::new(), Vec::new());
    let mut known = Known::new();
    for (index, item) in items.iter().enumerate() {
        let Some(map) = reader.table(item, &SUBSCRIBER) else {
            continue;
        };
        let place = format!("{place}/subscribers/{index}");
        let Some(subscriber) = subscriber(reader, &map, &place, &mut known) else {
            continue;
        };
        memberships.extend(membership(reader, &map, &place, campaign, &subscriber));
        subscribers.push(subscriber);
    }
    (subscribers, memberships)
}

fn subscriber(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    known: &mut Known,
) -> Option<Subscriber> {
    let uuid = fields::uuid(reader, map, place, (SubscriberId::new, SubscriberId::generate));
    let ref_code = match fields::plain(reader, map, "ref_code") {
        Some(code) => RefCode::new(code),
        None => RefCode::generate(&IdGenerator::from_seed(&format!("{place}/ref_code"))),
    };
    let email = fields::email(reader, map, "email");
    let created_at = fields::time(reader, map, "created_at");
    let referred_by = referrer(reader, map, known);
    let (acquisition, status) = coming(reader, map);
    if let Some(email) = &email {
        note_address(reader, email, &uuid, &ref_code, known);
    }
    let name = fields::plain(reader, map, "name");
    let origin = fields::plain(reader, map, "origin");
    let cpa = fields::amount(reader, map, "cpa");
    let ip_address = fields::plain(reader, map, "ip_address");
    let user_agent = fields::plain(reader, map, "user_agent");
    let country_code = fields::plain(reader, map, "country_code");
    let utm_source = fields::plain(reader, map, "utm_source");
    let utm_campaign = fields::plain(reader, map, "utm_campaign");
    Some(Subscriber {
        uuid,
        email: email?.value,
        name,
        status,
        acquisition,
        ref_code,
        referrer_code: referred_by.as_ref().map(|(_, code)| code.to_string()),
        referrer: referred_by.map(|(uuid, _)| uuid),
        origin: origin.unwrap_or_else(|| "api".to_owned()),
        cpa,
        ip_address,
        user_agent,
        country_code,
        utm_source,
        utm_campaign,
        created_at: created_at?,
    })
}

/// The referrer, who must precede the subscriber in the file.
fn referrer(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    known: &Known,
) -> Option<(SubscriberId, RefCode)> {
    let address = fields::text(reader, map, "referred_by")?;
    match known.get(&Email::normalise(&address)) {
        Some((_, uuid, code)) => Some((uuid.clone(), code.clone())),
        None => {
            let message = format!("there is no subscriber {} before this one", quoted(&address));
            let found =
                Diagnostic::error("unknown-referrer", message, address.span, "unknown referrer");
            let found = match reader::did_you_mean(&address, known.keys().map(String::as_str)) {
                Some(meant) => {
                    found.with_fix(address.span, meant, format!("did you mean `{meant}`?"))
                }
                None => found.with_help("put the referrer before the subscribers it referred"),
            };
            reader.out.push(found);
            None
        }
    }
}

/// How the subscriber was acquired and its status, where the two are consistent.
fn coming(reader: &mut Reader<'_>, map: &Fields<'_>) -> (Acquisition, Status) {
    let referred = map.get("referred_by").is_some();
    let words = (&Acquisition::WORDS[..], Acquisition::from_word as fn(&str) -> _);
    let written = fields::word(reader, map, "acquired", words);
    let implied = if referred { Acquisition::ReferralProgram } else { Acquisition::Direct };
    let acquisition = written.unwrap_or(implied);
    if let Some(node) = map.get("acquired")
        && referred != (acquisition == Acquisition::ReferralProgram)
    {
        let message = "`acquired: referral_program` requires `referred_by`".to_owned();
        let help = "write `referred_by` and `acquired: referral_program` together, or neither";
        wrong_value(reader, node.span, message, "does not fit `referred_by`", help);
    }
    let words = (&Status::WORDS[..], Status::from_word as fn(&str) -> _);
    let status = fields::word(reader, map, "status", words);
    let status = status.unwrap_or(acquisition.first_status());
    if let Some(node) = map.get("status")
        && status == Status::Pending
        && acquisition == Acquisition::Direct
    {
        let message = "a pending subscriber came through a program".to_owned();
        let help = "add `referred_by`, or `acquired: partner_program`";
        wrong_value(reader, node.span, message, "nothing to wait for", help);
    }
    (acquisition, status)
}

/// Records the address and reports a duplicate.
fn note_address(
    reader: &mut Reader<'_>,
    email: &Spanned<Email>,
    uuid: &SubscriberId,
    ref_code: &RefCode,
    known: &mut Known,
) {
    let entry = (email.span, uuid.clone(), ref_code.clone());
    if let Some((first, ..)) = known.insert(email.normalised().to_owned(), entry) {
        let message = format!("two subscribers have the address {}", quoted(email.as_str()));
        let found = Diagnostic::error("repeated-email", message, email.span, "here again");
        reader.out.push(found.with_label(first, "the first one"));
    }
}

fn membership(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    place: &str,
    campaign: Option<&Campaign>,
    subscriber: &Subscriber,
) -> Option<Membership> {
    if !fields::yes(reader, map, "in_campaign", false) {
        return None;
    }
    let Some(campaign) = campaign else {
        let span = map.get("in_campaign").map_or(map.span, |node| node.span);
        let message = "the account has no campaign to be in".to_owned();
        wrong_value(reader, span, message, "in which?", "give the account a `campaign`");
        return None;
    };
    Some(Membership {
        uuid: MembershipId::generate(&IdGenerator::from_seed(&format!("{place}/membership"))),
        campaign: campaign.uuid.clone(),
        subscriber: subscriber.uuid.clone(),
        created_at: subscriber.created_at,
    })
}
