//! Parses the referrals of a recommendation.

use std::collections::BTreeMap;

use reader::{Diagnostic, Fields, Reader, Span, quoted};

use crate::domain::id::UpscribeId;
use crate::domain::referral::Referral;
use crate::seed::SeedAccount;
use crate::seed::read::{fields, wrong_value};
use crate::seed::tables::REFERRAL;

/// Parses the referrals of a recommendation, at most one for each person.
pub(super) fn read(
    reader: &mut Reader<'_>,
    recommendation: &Fields<'_>,
    account: &SeedAccount,
) -> Vec<Referral> {
    let list = recommendation.get("referrals");
    let items = list.map_or(&[][..], |list| reader.list(list, "a list of referrals"));
    let mut people = BTreeMap::<String, Span>::new();
    let mut referrals = Vec::new();
    for item in items {
        let Some(map) = reader.table(item, &REFERRAL) else {
            continue;
        };
        let upscribe = upscribe(reader, &map, account);
        let email = fields::email(reader, &map, "email");
        let created_at = fields::time(reader, &map, "created_at");
        let utm_source = fields::plain(reader, &map, "utm_source");
        let utm_campaign = fields::plain(reader, &map, "utm_campaign");
        let (Some(upscribe), Some(email), Some(created_at)) = (upscribe, email, created_at) else {
            continue;
        };
        if let Some(first) = people.insert(email.normalised().to_owned(), email.span) {
            let written = quoted(email.as_str());
            let message = format!("a recommendation refers {written} twice");
            let found = Diagnostic::error("repeated-email", message, email.span, "here again");
            reader.out.push(found.with_label(first, "the first one"));
        }
        referrals.push(Referral {
            email: email.value,
            upscribe,
            utm_source,
            utm_campaign,
            created_at,
        });
    }
    referrals
}

/// The widget of the signup: the one it names, or else the first of the account.
fn upscribe(
    reader: &mut Reader<'_>,
    map: &Fields<'_>,
    account: &SeedAccount,
) -> Option<UpscribeId> {
    let known: Vec<_> = account.upscribes.iter().map(|upscribe| upscribe.uuid.as_str()).collect();
    match (map.get("upscribe"), account.upscribes.first()) {
        (Some(node), Some(_)) => {
            let named = reader.word(node, "widget", &known)?;
            Some(UpscribeId::new(named.value))
        }
        (None, Some(first)) => Some(first.uuid.clone()),
        (_, None) => {
            let message = "a referral requires a widget of its account".to_owned();
            let help = "add `upscribes` to the account";
            wrong_value(reader, map.span, message, "no widget", help);
            None
        }
    }
}
