//! Generates subscribers for large databases. The result depends on the seed and the number only.

use std::collections::BTreeSet;

use crate::domain::amount::Amount;
use crate::domain::campaign::Membership;
use crate::domain::email::Email;
use crate::domain::id::{MembershipId, RefCode, SubscriberId};
use crate::domain::status::{Acquisition, Status};
use crate::domain::subscriber::Subscriber;
use crate::domain::timestamp::Timestamp;
use crate::ids::IdGenerator;
use crate::seed::{Seed, SeedAccount};

const FIRST: [&str; 24] = [
    "Ada", "Amara", "Anders", "Bao", "Chiara", "Diego", "Elif", "Emil", "Fatima", "Freya", "Goran",
    "Hana", "Ines", "Jonas", "Kofi", "Lena", "Marek", "Nadia", "Omar", "Priya", "Rosa", "Sven",
    "Tomas", "Yuki",
];
const LAST: [&str; 24] = [
    "Almeida", "Baker", "Brandt", "Costa", "Diallo", "Eriksen", "Fischer", "Garcia", "Hansen",
    "Ito", "Jensen", "Kaya", "Klein", "Larsen", "Mensah", "Novak", "Okafor", "Petrov", "Quist",
    "Rossi", "Sato", "Tanaka", "Virtanen", "Weber",
];
const DOMAINS: [&str; 4] = ["example.com", "example.net", "example.org", "mail.example"];
const COUNTRIES: [&str; 12] =
    ["BR", "CA", "DE", "DK", "ES", "FR", "GB", "IN", "JP", "NG", "SE", "US"];
const SOURCES: [&str; 6] = ["newsletter", "podcast", "search", "social", "friend", "conference"];
const CAMPAIGNS: [&str; 4] = ["spring", "summer", "autumn", "winter"];
const ORIGINS: [&str; 4] = ["api", "form", "import", "upscribe"];
const AGENTS: [&str; 3] = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
];

/// The four years from 2021 on, in microseconds.
const FROM: i64 = 1_609_459_200_000_000;
const SPAN: i64 = 4 * 365 * 86_400 * 1_000_000;

/// The most subscribers to generate for one account.
pub const MOST_SUBSCRIBERS: usize = 10_000_000;

/// Adds subscribers until there are `subscribers` in all: three quarters to the first account, the rest to the other
/// accounts with subscribers in turn. A seed with as many already is unchanged.
pub fn add_subscribers(seed: &mut Seed, subscribers: usize) {
    let existing: usize = seed.accounts.iter().map(|account| account.subscribers.len()).sum();
    let wanted = subscribers.saturating_sub(existing);
    let has_some = |at: &usize| !seed.accounts[*at].subscribers.is_empty();
    let others: Vec<_> = (1..seed.accounts.len()).filter(has_some).collect();
    let mut codes: Vec<_> = seed.accounts.iter().map(codes_of).collect();
    for index in 0..wanted {
        let at = match (index % 4, others.len()) {
            (3, number @ 1..) => others[(index / 4) % number],
            _ => 0,
        };
        if let (Some(account), Some(codes)) = (seed.accounts.get_mut(at), codes.get_mut(at)) {
            add(account, codes, &index.to_string(), index, wanted);
        }
    }
}

/// Adds `wanted` subscribers to an account, with other identifiers than [`add_subscribers`].
pub(super) fn add_more_subscribers(account: &mut SeedAccount, wanted: usize) {
    let mut codes = codes_of(account);
    for index in 0..wanted {
        add(account, &mut codes, &format!("n{index}"), index, wanted);
    }
}

/// The referral codes of an account, which must stay unique.
fn codes_of(account: &SeedAccount) -> BTreeSet<RefCode> {
    account.subscribers.iter().map(|subscriber| subscriber.ref_code.clone()).collect()
}

/// Adds a subscriber whose identifiers are derived from a text that is unique in the account.
fn add(
    account: &mut SeedAccount,
    codes: &mut BTreeSet<RefCode>,
    text: &str,
    index: usize,
    of: usize,
) {
    let ids = IdGenerator::from_seed(&format!("{}/grown/{text}", account.label));
    let mut dice = ids.next().into_iter().map(usize::from);
    let mut roll = |sides: usize| dice.next().unwrap_or_default() % sides;

    let (first, last) = (FIRST[roll(FIRST.len())], LAST[roll(LAST.len())]);
    let domain = DOMAINS[roll(DOMAINS.len())];
    let address = format!("{first}.{last}.{text}@{domain}").to_lowercase();
    // Plain letters are always a valid address.
    let Ok(email) = Email::parse(&address) else {
        return;
    };
    let acquisition = match roll(20) {
        0..12 => Acquisition::Direct,
        12..17 if !account.subscribers.is_empty() => Acquisition::ReferralProgram,
        _ => Acquisition::PartnerProgram,
    };
    let referrer = (acquisition == Acquisition::ReferralProgram).then(|| {
        // Few subscribers refer many others; most refer none.
        let few = account.subscribers.len().div_ceil(8);
        &account.subscribers[(roll(256) * 256 + roll(256)) % few]
    });
    let (referrer_code, referrer) = match referrer {
        Some(referrer) => (Some(referrer.ref_code.to_string()), Some(referrer.uuid.clone())),
        None => (None, None),
    };
    let status = match (acquisition, roll(20)) {
        (Acquisition::Direct, 0..17) | (_, 0..11) => Status::Confirmed,
        (Acquisition::Direct, _) | (_, 11..13) => Status::Unsubscribed,
        (_, 13..17) => Status::Pending,
        _ => Status::Rejected,
    };
    let place = |number: usize| i64::try_from(number).unwrap_or_default();
    let at = FROM + SPAN / place(of) * place(index) + place(roll(250)) * 1_000;
    let Some(created_at) = Timestamp::from_micros(at) else {
        return;
    };
    let source = (roll(3) > 0).then(|| SOURCES[roll(SOURCES.len())].to_owned());
    let uuid = SubscriberId::generate(&ids);
    // Short codes can collide among many subscribers.
    let mut ref_code = RefCode::generate(&ids);
    while !codes.insert(ref_code.clone()) {
        ref_code = RefCode::generate(&ids);
    }
    let subscriber = Subscriber {
        name: (roll(10) > 0).then(|| format!("{first} {last}")),
        status,
        referrer_code,
        referrer,
        origin: ORIGINS[roll(ORIGINS.len())].to_owned(),
        cpa: match acquisition {
            Acquisition::PartnerProgram => Amount::parse("2.5").ok(),
            _ => None,
        },
        // From an address block reserved for documentation.
        ip_address: (roll(2) > 0).then(|| format!("198.51.100.{}", roll(255))),
        user_agent: (roll(2) > 0).then(|| AGENTS[roll(AGENTS.len())].to_owned()),
        country_code: (roll(5) > 0).then(|| COUNTRIES[roll(COUNTRIES.len())].to_owned()),
        utm_campaign: source.as_ref().map(|_| CAMPAIGNS[roll(CAMPAIGNS.len())].to_owned()),
        utm_source: source,
        ..Subscriber::new(uuid, email, acquisition, ref_code, created_at)
    };
    if let (Some(campaign), true) = (&account.campaign, roll(16) == 0) {
        account.memberships.push(Membership {
            uuid: MembershipId::generate(&ids),
            campaign: campaign.uuid.clone(),
            subscriber: subscriber.uuid.clone(),
            created_at,
        });
    }
    account.subscribers.push(subscriber);
}
