//! All records that an account can read.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::Value;

use crate::http::service::TestServer;

const LISTS: [&str; 9] = [
    "/v2/subscribers?per_page=200&expand=campaigns",
    "/v2/subscribers?per_page=200&type=advocates",
    "/v2/campaigns",
    "/v2/upscribes",
    "/v2/partner_profile/partner_campaigns?per_page=200",
    "/v3/payouts?per_page=200&expand=details,unpaid_details",
    "/v2/partner_profile/payouts?per_page=200",
    "/v3/account?expand=team_members",
    "/v3/publications?per_page=200",
];

/// Lists whose records can be fetched one by one, with the path.
const THINGS: [(usize, &str, &str); 7] = [
    (0, "subscribers", "/v2/subscribers"),
    (2, "campaigns", "/v2/campaigns"),
    (3, "upscribes", "/v2/upscribes"),
    (4, "partner_campaigns", "/v2/partner_profile/partner_campaigns"),
    (5, "payouts", "/v3/payouts"),
    (6, "payouts", "/v2/partner_profile/payouts"),
    (8, "publications", "/v3/publications"),
];

/// Members that identify a record or a person.
const TELLING: [&str; 7] = [
    "uuid",
    "email",
    "name",
    "ref_code",
    "referral_link",
    "publication_uuid",
    "partner_profile_uuid",
];

/// All lists of an account, with its events and referrals, which no operation returns.
#[derive(Debug, PartialEq)]
pub struct State {
    lists: Vec<Value>,
    things: Vec<Value>,
    hidden: Vec<(String, String)>,
}

impl State {
    /// The state of the account with this key; its identifier ends with `account`.
    pub async fn of(service: &TestServer, label: &str, account: Account) -> State {
        let mut lists = Vec::new();
        for path in LISTS {
            let seen = service.ask_as(label, Method::GET, path, "").await;
            assert_eq!(seen.status, 200, "{path}: {seen:?}");
            lists.push(seen.body);
        }
        let hidden = service.context.database.look(account.hidden()).await;
        State { lists, things: Vec::new(), hidden: hidden.unwrap() }
    }

    /// The same, with each record fetched on its own.
    pub async fn in_full(service: &TestServer, label: &str, account: Account) -> State {
        let mut state = State::of(service, label, account).await;
        for (list, name, path) in THINGS {
            let things = state.lists[list][name].as_array().unwrap().clone();
            assert!(!things.is_empty(), "{path}");
            for thing in things {
                let path = format!("{path}/{}", thing["uuid"].as_str().unwrap());
                let seen = service.ask_as(label, Method::GET, &path, "").await;
                assert_eq!(seen.status, 200, "{path}: {seen:?}");
                state.things.push(seen.body);
            }
        }
        state
    }

    /// Whether the lists and the hidden records are equal.
    pub fn same_lists(&self, other: &State) -> bool {
        self.lists == other.lists && self.hidden == other.hidden
    }

    /// Every text that identifies one of the records.
    pub fn telling(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for value in self.lists.iter().chain(&self.things) {
            collect(value, &mut found);
        }
        found
    }
}

/// Collects the texts of identifying members at any depth.
pub fn collect(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if TELLING.contains(&name.as_str()) => {
                        found.insert(text.clone());
                    }
                    other => collect(other, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// An account of the demo data.
#[derive(Debug, Clone, Copy)]
pub enum Account {
    Main,
    Other,
}

impl Account {
    fn hidden(self) -> &'static str {
        macro_rules! hidden {
            ($account:literal) => {
                concat!(
                    "SELECT recommendation_uuid, email FROM referrals WHERE account_uuid = '",
                    $account,
                    "' UNION ALL SELECT subscriber_uuid, value FROM events WHERE account_uuid = '",
                    $account,
                    "' UNION ALL SELECT subscriber_uuid, uuid FROM campaign_memberships
                       WHERE account_uuid = '",
                    $account,
                    "' ORDER BY 1, 2"
                )
            };
        }
        match self {
            Account::Main => hidden!("account_00000000a001"),
            Account::Other => hidden!("account_00000000b001"),
        }
    }
}
