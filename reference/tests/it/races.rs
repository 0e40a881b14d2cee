//! Several processes on one database of either engine: of many concurrent requests for the same, exactly one
//! succeeds.

use std::collections::BTreeMap;

use reqwest::{Client, Method};
use tempfile::TempDir;

use crate::cli::{Service, main_key, program};
use crate::database::Database;
use crate::http::operations::{MEMBERSHIP, table};
use crate::http::service::KEY;
use crate::postgres::shared_cluster;

/// Number of concurrent requests.
const CALLERS: usize = 24;

/// The concurrent requests: method, path, body. `TURN` is a number that differs for each of them.
const RACES: &str = r#"
# One address, however it is written; and an address that many change to.
POST /v2/subscribers {"email":"race@EXAMPLE.com","name":"TURN"}
PUT /v2/subscribers/turnTURN@example.com {"email":"wanted@example.com"}
# One membership, by address.
POST /v2/campaigns/MF00000000a1/campaign_memberships {"subscriber_uuid":"race@example.com"}
# One recommendation, and one application, for a program.
POST /v2/partner_network/partner_programs/partner_program_00000000b021/join
  {"reason_for_recommending":"We read it."}
POST /v2/partner_network/partner_programs/partner_program_00000000b031/join
  {"reason_for_recommending":"We read it."}
# Who is pending is rejected or unsubscribed once.
PUT /v2/subscribers/sub_00000000a014/reject
PUT /v2/subscribers/sub_00000000a015/unsubscribe
# What is archived is taken up again once, and a membership is removed once.
PUT /v2/partner_profile/partner_campaigns/partner_campaign_00000000a007/reactivate
DELETE /v2/campaigns/MF00000000a1/campaign_memberships/MEMBERSHIP
"#;

/// Queries for values that would not be unique if two requests had succeeded.
const ONCE: [&str; 5] = [
    "SELECT account_uuid, email_normalised FROM subscribers",
    "SELECT account_uuid, account_uuid FROM campaigns",
    "SELECT campaign_uuid, subscriber_uuid FROM campaign_memberships",
    "SELECT account_uuid, program_uuid FROM recommendations",
    "SELECT account_uuid, account_uuid FROM partner_profiles",
];

/// The services and a key of the main account.
struct Field {
    services: Vec<Service>,
    client: Client,
    key: String,
}

impl Field {
    /// Starts the services at the same time.
    fn of(database: &Database, folder: &TempDir) -> Field {
        let command = || {
            let mut command = program(folder.path());
            command.env("REFERRAL_DATABASE", database.url());
            command
        };
        let services = std::thread::scope(|scope| {
            let start = || Service::of(command());
            let starting = [0; 3].map(|_| scope.spawn(start));
            starting.map(|thread| thread.join().unwrap()).into()
        });
        let seeded = command().args(["seed", "demo"]).output().unwrap();
        let key = main_key(std::str::from_utf8(&seeded.stdout).unwrap()).to_owned();
        // Another test may have installed the provider.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Field { services, client: Client::builder().no_proxy().build().unwrap(), key }
    }

    /// The answer to a request to one of the services.
    fn ask(
        &self,
        turn: usize,
        method: &Method,
        path: &str,
        body: &str,
    ) -> impl Future<Output = (u16, String)> + Send + use<> {
        let with_turn = |text: &str| text.replace("TURN", &turn.to_string());
        let address = &self.services[turn % self.services.len()].address;
        let url = format!("http://{address}{}", with_turn(path));
        let request = self.client.request(method.clone(), url);
        let request = request.header(KEY, &self.key).body(with_turn(body));
        async move {
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            (status, answer.text().await.unwrap())
        }
    }

    /// The number of accepted requests. All others must be refused.
    async fn how_many_win(&self, method: &Method, path: &str, body: &str) -> usize {
        let asking = (0..CALLERS).map(|turn| tokio::spawn(self.ask(turn, method, path, body)));
        let asking: Vec<_> = asking.collect();
        let mut won = 0;
        for answer in asking {
            let (status, text) = answer.await.unwrap();
            if status < 300 {
                won += 1;
            } else {
                assert!([400, 404, 409].contains(&status), "{path}: {status} {text}");
            }
        }
        won
    }

    /// A membership of a subscriber that no race has changed.
    async fn membership(&self) -> String {
        let body = r#"{"email":"member@example.com"}"#;
        let (status, text) = self.ask(0, &Method::POST, "/v2/subscribers", body).await;
        assert_eq!(status, 201, "{text}");
        let path = "/v2/campaigns/MF00000000a1/campaign_memberships";
        let body = r#"{"subscriber_uuid":"member@example.com"}"#;
        let (status, text) = self.ask(0, &Method::POST, path, body).await;
        assert_eq!(status, 201, "{text}");
        let (_, rest) = text.split_once("\"uuid\":\"").unwrap();
        rest.split('"').next().unwrap().to_owned()
    }
}

async fn race(database: &Database) {
    let folder = TempDir::new().unwrap();
    let field = Field::of(database, &folder);
    for turn in 0..CALLERS {
        let body = r#"{"email":"turnTURN@example.com"}"#;
        let (status, text) = field.ask(turn, &Method::POST, "/v2/subscribers", body).await;
        assert_eq!(status, 201, "{text}");
    }
    for [method, path, body] in table(RACES) {
        let path = if path.contains(MEMBERSHIP) {
            path.replace(MEMBERSHIP, &field.membership().await)
        } else {
            path.to_owned()
        };
        let won = field.how_many_win(&method.parse().unwrap(), &path, body).await;
        assert_eq!(won, 1, "{method} {path}");
    }
    // Several requests may have been accepted; the rows show it.
    for query in ONCE {
        let mut times: BTreeMap<(String, String), usize> = BTreeMap::new();
        for row in database.look(query).await.unwrap() {
            *times.entry(row).or_default() += 1;
        }
        assert!(!times.is_empty() && times.values().all(|value| *value == 1), "{times:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn exactly_one_of_many_wins_on_sqlite() {
    race(&Database::file()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn exactly_one_of_many_wins_on_postgres() {
    if let Some(cluster) = shared_cluster() {
        race(&Database::schema_of(&cluster.url()).await).await;
    }
}
