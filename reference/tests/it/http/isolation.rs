//! No request of an account reads or changes a record of another account.

mod identifiers;
pub mod state;
mod tries;

use std::collections::BTreeSet;

use reqwest::Method;

use crate::http::operations;
use crate::http::service::{Seen, TestServer};
use crate::support::TestContext;

use state::{Account, State};
use tries::{Expected, Try, UNKNOWN_IDENTIFIERS, tries};

/// The UUID of a new membership of the main account.
async fn membership(service: &TestServer) -> String {
    let path = "/v2/campaigns/MF00000000a1/campaign_memberships";
    let body = r#"{"subscriber_uuid":"sub_00000000a005"}"#;
    let made = service.ask(Method::POST, path, body).await;
    let uuid = made.body["campaign_membership"]["uuid"].as_str();
    uuid.unwrap().to_owned()
}

fn method(operation: &str) -> Method {
    let routes = operations::routes();
    let route = routes.into_iter().find(|route| route.0 == operation);
    route.unwrap_or_else(|| panic!("there is no operation {operation}")).1
}

async fn send(service: &TestServer, attempt: &Try, texts: [&str; 2]) -> Seen {
    let [path, body] = texts.map(str::to_owned);
    let method = method(attempt.operation);
    service.ask_as("other_account", method, &path, body).await
}

/// The same text with identifiers that do not exist.
fn with_unknown_identifiers(text: &str) -> String {
    UNKNOWN_IDENTIFIERS
        .iter()
        .fold(text.to_owned(), |text, (theirs, none)| text.replace(theirs, none))
}

#[test]
fn every_operation_is_tried() {
    let tried: BTreeSet<_> =
        tries().into_iter().map(|attempt| attempt.operation.to_owned()).collect();
    let all: BTreeSet<_> = operations::routes().into_iter().map(|route| route.0).collect();
    assert_eq!(tried, all);
}

/// All accounts see all programs.
fn takes_what_is_ones_own(path: &str) -> bool {
    path.contains('{') && !path.contains("/partner_programs/")
}

#[test]
fn every_kind_of_identifier_is_tried_wherever_it_can_stand() {
    for (operation, _, path) in operations::routes() {
        let mut refused = tries();
        refused.retain(|attempt| {
            attempt.operation == operation && attempt.expected == Expected::Unknown
        });
        assert!(!takes_what_is_ones_own(&path) || !refused.is_empty(), "{operation}");
        if path.contains("/subscribers/{") {
            for form in ["/sub_", "@", "%40"] {
                let mut paths = refused.iter().map(|attempt| attempt.path);
                assert!(paths.any(|path| path.contains(form)), "{operation}: {form}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_account_reads_or_changes_records_of_another() {
    let service = TestServer::of(TestContext::shared().await).await;
    let uuid = membership(&service).await;
    let before = State::in_full(&service, "main", Account::Main).await;
    let own = State::in_full(&service, "other_account", Account::Other).await;
    let mut known = own.telling();
    let programs = "/v2/partner_network/partner_programs?per_page=200";
    let programs = service.ask_as("other_account", Method::GET, programs, "").await;
    state::collect(&programs.body, &mut known);
    let secret: Vec<_> =
        before.telling().into_iter().filter(|telling| !known.contains(telling)).collect();
    assert!(secret.len() > 100, "{secret:?}");

    // The other account may see its own input.
    let mut own = String::new();
    for attempt in &tries() {
        let path = attempt.path.replace(operations::MEMBERSHIP, &uuid);
        let sent = format!("{path} {}", attempt.body);
        let sent = sent.to_lowercase().replace("%40", "@");
        let seen = send(&service, attempt, [&path, attempt.body]).await;
        if attempt.expected == Expected::Own {
            own.push_str(&sent);
        }
        let body = seen.body.to_string();
        for text in &secret {
            let lower = text.to_lowercase();
            let is_revealed = body.contains(text.as_str())
                && ![&sent, &own].iter().any(|text| text.contains(&lower));
            assert!(!is_revealed, "{attempt:?} tells {text}: {body}");
        }
        match attempt.expected {
            Expected::Own => assert!(seen.status < 300, "{attempt:?}: {seen:?}"),
            Expected::Unknown => {
                let texts = [
                    with_unknown_identifiers(attempt.path),
                    with_unknown_identifiers(attempt.body),
                ];
                let unknown = send(&service, attempt, [&texts[0], &texts[1]]).await;
                let message = with_unknown_identifiers(
                    &seen.body["error"].to_string().replace(&uuid, "MEMBERSHIP"),
                );
                assert_eq!(seen.status, unknown.status, "{attempt:?}: {seen:?}");
                assert_eq!(message, unknown.body["error"].to_string(), "{attempt:?}");
                assert!((400..500).contains(&seen.status), "{attempt:?}: {seen:?}");
            }
        }
        let after = State::of(&service, "main", Account::Main).await;
        assert!(after.same_lists(&before), "{attempt:?} changed the main account");
    }
    let after = State::in_full(&service, "main", Account::Main).await;
    assert_eq!(after, before);
}
