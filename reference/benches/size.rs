//! Whether an account of a million subscribers costs more to ask than one of a thousand.
//!
//! `cargo bench -p referral-reference --bench size [-- --postgres URL] [--subscribers NUMBER]`, the URL of a database in
//! which schemas can be made. Prints the medians of the store's answers at both sizes, and their ratio; asserts nothing.

use std::error::Error;
use std::time::Instant;

use referral_reference::domain::id::{AccountId, SubscriberId};
use referral_reference::domain::page::PageRequest;
use referral_reference::domain::subscriber::{Addressed, Audience};
use referral_reference::store::{Store, StoreError};
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPool;

type Failure = Box<dyn Error + Send + Sync>;

const ACCOUNT: &str = "account_1";
const SMALL: u64 = 1000;
const ROUNDS: usize = 101;

/// One in ten was referred, one in a thousand refers; the same text for both engines.
fn fill(subscribers: u64) -> Vec<String> {
    vec![
        format!("INSERT INTO accounts (uuid, name) VALUES ('{ACCOUNT}', 'Large')"),
        format!("INSERT INTO campaigns (account_uuid, uuid, name) VALUES ('{ACCOUNT}', 'MF1', 'One')"),
        format!(
            "INSERT INTO subscribers
                 (account_uuid, uuid, email, email_normalised, status, acquisition, ref_code, referrer_uuid, origin,
                  created_at)
             WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {subscribers})
             SELECT '{ACCOUNT}', 'sub_' || i, 's' || i || '@example.com', 's' || i || '@example.com', 'confirmed',
                 'direct', 'code_' || i, CASE WHEN i % 10 = 0 THEN 'sub_' || ((i - 1) / 1000 * 1000 + 1) END, 'api',
                 CAST(i AS BIGINT) * 1000000
             FROM numbers"
        ),
        format!(
            "INSERT INTO campaign_memberships (account_uuid, uuid, campaign_uuid, subscriber_uuid, created_at)
             SELECT account_uuid, 'm_' || uuid, 'MF1', uuid, created_at FROM subscribers WHERE created_at % 7000000 = 0"
        ),
        "ANALYZE".to_owned(),
    ]
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|it| it == name)?;
        arguments.get(at + 1)
    };
    let large = after("--subscribers").map_or(Ok(1_000_000), |it| it.parse())?;
    let folder = tempfile::tempdir()?;
    println!("| engine | question | {SMALL}, µs | {large}, µs | ratio |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let mut stores = Vec::new();
    for size in [SMALL, large] {
        let path = folder.path().join(format!("{size}.db"));
        let store = Store::open(&format!("sqlite://{}", path.display())).await?;
        let connection = rusqlite::Connection::open(path)?;
        for statement in fill(size) {
            connection.execute_batch(&statement)?;
        }
        stores.push((store, size));
    }
    compare("SQLite", &stores).await?;
    if let Some(server) = after("--postgres") {
        let pool = PgPool::connect(server).await?;
        let and = if server.contains('?') { '&' } else { '?' };
        let mut stores = Vec::new();
        for size in [SMALL, large] {
            let create = AssertSqlSafe(format!("CREATE SCHEMA size_{size}"));
            sqlx::raw_sql(create).execute(&pool).await?;
            let url = format!("{server}{and}options[search_path]=size_{size}");
            let store = Store::open(&url).await?;
            let pool = PgPool::connect(&url).await?;
            for statement in fill(size) {
                sqlx::raw_sql(AssertSqlSafe(statement))
                    .execute(&pool)
                    .await?;
            }
            // As the server does by itself after a while. Before, who reads a row first has to find out whether it lasts.
            sqlx::raw_sql("VACUUM (ANALYZE)").execute(&pool).await?;
            stores.push((store, size));
        }
        compare("PostgreSQL", &stores).await?;
    }
    Ok(())
}

/// A question to an account of so many subscribers.
#[derive(Clone, Copy)]
enum Question {
    Email,
    Uuid,
    Code,
    Page(Audience),
    Campaigns,
    /// After half of the subscribers.
    Deep,
}

async fn compare(engine: &str, stores: &[(Store, u64)]) -> Result<(), Failure> {
    for (what, question) in [
        ("by address", Question::Email),
        ("by identifier", Question::Uuid),
        ("by referral code", Question::Code),
        ("first page", Question::Page(Audience::All)),
        (
            "first page of referrals",
            Question::Page(Audience::Referrals),
        ),
        (
            "first page of advocates",
            Question::Page(Audience::Advocates),
        ),
        ("campaigns of 50", Question::Campaigns),
        ("page in the middle", Question::Deep),
    ] {
        let mut medians = Vec::new();
        for (store, size) in stores {
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let start = Instant::now();
                ask(store, *size, question).await?;
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
            times.sort_by(f64::total_cmp);
            medians.push(times[ROUNDS / 2]);
        }
        let ratio = medians[1] / medians[0];
        println!(
            "| {engine} | {what} | {:.0} | {:.0} | {ratio:.2} |",
            medians[0], medians[1]
        );
    }
    Ok(())
}

async fn ask(store: &Store, size: u64, question: Question) -> Result<(), StoreError> {
    let account = AccountId::new(ACCOUNT);
    let middle = size / 2;
    match question {
        Question::Email | Question::Uuid => {
            let text = match question {
                Question::Email => format!("s{middle}@example.com"),
                _ => format!("sub_{middle}"),
            };
            store.subscriber(&account, &Addressed::parse(&text)).await?;
        }
        Question::Code => drop(store.referrer(&account, &format!("code_{middle}")).await?),
        Question::Page(audience) => {
            store
                .subscribers(&account, audience, PageRequest::default())
                .await?;
        }
        Question::Campaigns => {
            let listed: Vec<_> = (1..=50)
                .map(|it| SubscriberId::new(format!("sub_{}", middle + it)))
                .collect();
            let listed: Vec<_> = listed.iter().collect();
            store.campaigns_of(&account, &listed).await?;
        }
        Question::Deep => {
            let page = i64::try_from(middle / 50).unwrap_or(i64::MAX);
            store
                .subscribers(&account, Audience::All, PageRequest::new(Some(page), None))
                .await?;
        }
    }
    Ok(())
}
