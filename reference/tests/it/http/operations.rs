//! Every operation of the generated routes with a valid call.
//!
//! Tests that iterate over this table cover all operations: a new operation without a call fails the tests.

use std::path::{Path, PathBuf};

use reqwest::Method;

/// A valid call by the main account of the demo data.
#[derive(Debug, Clone)]
pub struct Call {
    pub operation: &'static str,
    pub method: Method,
    /// Path, with a query if the operation has one.
    pub path: &'static str,
    /// Body; empty if the operation has none.
    pub body: &'static str,
}

/// Operation, path, body.
const CALLS: &str = r#"
create_subscriber /v2/subscribers
  {"email":"new@example.com","name":"Kim","referrer_code":"01d5ca1e","ip_address":"192.0.2.1","user_agent":"x",
  "utm_source":"x","utm_campaign":"x","created_at":"2024-05-06T07:08:09Z","country_code":"DK"}
list_subscribers /v2/subscribers?type=referrals&expand=campaigns&page=1&per_page=2
get_subscriber /v2/subscribers/olga@example.com?expand=campaigns
update_subscriber /v2/subscribers/sub_00000000a004
  {"status":"confirmed","name":"Kim","email":"kim@example.com"}
unsubscribe_subscriber /v2/subscribers/sub_00000000a014/unsubscribe
reject_subscriber /v2/subscribers/sub_00000000a015/reject
get_recommendation /v2/partner_profile/partner_campaigns/partner_campaign_00000000a001
list_recommendations /v2/partner_profile/partner_campaigns?page=1&per_page=2
archive_recommendation /v2/partner_profile/partner_campaigns/partner_campaign_00000000a002
reactivate_recommendation /v2/partner_profile/partner_campaigns/partner_campaign_00000000a007/reactivate
list_campaigns /v2/campaigns
get_campaign /v2/campaigns/MF00000000a1
update_campaign /v2/campaigns/MF00000000a1 {"name":"Bring two"}
list_upscribes /v2/upscribes
get_upscribe /v2/upscribes/upscribe_00000000a001
update_upscribe /v2/upscribes/upscribe_00000000a001 {"auto_pilot":true}
subscribe_to_recommendations /v2/upscribes/upscribe_00000000a001/subscribe
  {"subscriber_email":"new@example.com","recommendations":"0a1b2c3d4e,1b2c3d4e5f","utm_source":"x","utm_campaign":"x"}
list_partner_programs /v2/partner_network/partner_programs?cpa=1&max_payout=1&accepted_countries=DK&can_be_recommended_via=upscribe&sort=cpa&page=1&per_page=2
get_partner_program /v2/partner_network/partner_programs/partner_program_00000000b001
join_partner_program /v2/partner_network/partner_programs/partner_program_00000000b021/join
  {"reason_for_recommending":"We read it."}
create_campaign_membership /v2/campaigns/MF00000000a1/campaign_memberships
  {"subscriber_uuid":"tomas@example.org"}
delete_campaign_membership /v2/campaigns/MF00000000a1/campaign_memberships/MEMBERSHIP
list_payouts /v3/payouts?expand=details&page=1&per_page=2
get_payout /v3/payouts/payout_00000000a001?expand=details,unpaid_details
list_partner_profile_payouts /v2/partner_profile/payouts?page=1&per_page=2
get_partner_profile_payout /v2/partner_profile/payouts/partner_payout_00000000a001
get_account /v3/account?expand=team_members
list_publications /v3/publications?page=1&per_page=2
get_publication /v3/publications/pub_00000000a001
create_event /v1/campaigns/MF00000000a1/subscribers/olga@example.com/events {"value":1.5,"descripton":"x"}
"#;

/// The rows of a table. Spaces separate the cells; the last one may have spaces or be absent. A line that begins with
/// spaces continues the row, and one that begins with `#` is a comment.
pub fn table<const N: usize>(text: &str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = text.replace("\n  ", " ").leak().lines();
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let mut cells = row.splitn(N, ' ');
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
}

/// Placeholder in [`Call::path`] for the UUID of a membership, which no seed has.
pub const MEMBERSHIP: &str = "MEMBERSHIP";

/// The call of each operation.
pub fn calls() -> Vec<Call> {
    let routes = routes();
    let calls = table(CALLS).map(|[operation, path, body]| {
        let route = routes.iter().find(|route| route.0 == operation);
        let (_, method, _) = route.unwrap_or_else(|| panic!("{operation} is in no route"));
        Call { operation, method: method.clone(), path, body }
    });
    let calls: Vec<_> = calls.collect();
    assert_eq!(routes.len(), calls.len(), "an operation has no call here");
    calls
}

/// Id, method and path of each operation, from the generated server, which has one file per operation.
pub fn routes() -> Vec<(String, Method, String)> {
    let server = Path::new(env!("OUT_DIR")).join("server/src");
    let mut routes = Vec::new();
    for resource in files(&server).into_iter().filter(|path| path.is_dir()) {
        for operation in files(&resource) {
            let source = std::fs::read_to_string(&operation).unwrap();
            let mut lines = source.lines().map(str::trim);
            if let Some(mounted) = lines.find_map(|line| line.strip_prefix("/// Mounts `")) {
                let (method, path) = mounted.trim_end_matches("`.").split_once(' ').unwrap();
                let id = operation.file_stem().unwrap().to_str().unwrap();
                routes.push((id.to_owned(), method.parse().unwrap(), path.to_owned()));
            }
        }
    }
    routes
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The path of a call with `parameter` for each of its parameters, without the query.
pub fn at(call: &Call, parameter: &str) -> String {
    let routes = routes();
    let route = routes.iter().find(|route| route.0 == call.operation);
    let segments = route.unwrap().2.split('/').map(|segment| match segment {
        text if text.starts_with('{') => parameter,
        text => text,
    });
    segments.collect::<Vec<_>>().join("/")
}
