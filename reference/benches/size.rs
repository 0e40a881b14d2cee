//! Compares the time of queries for an account of a million subscribers (and a hundred thousand recommendations,
//! referrals and payouts) with that for an account of a thousand of each.
//!
//! `cargo bench -p referral-reference --bench size [-- --postgres URL] [--subscribers NUMBER]`; the URL is that of a
//! database in which schemas can be created. Prints the medians at both sizes and their ratio; asserts nothing.

#[path = "size/fill.rs"]
mod fill;

use std::error::Error;
use std::time::Instant;

use referral_reference::domain::id::{AccountId, RecommendationId, SubscriberId};
use referral_reference::domain::page::PageRequest;
use referral_reference::domain::partner_program::{ProgramFilter, ProgramOrder};
use referral_reference::domain::subscriber::{Audience, SubscriberIdentifier};
use referral_reference::store::{PayoutView, Store, StoreError};
use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPool;

use crate::fill::ACCOUNT;

type Failure = Box<dyn Error + Send + Sync>;

const SMALL: u64 = 1000;
const ROUNDS: usize = 101;

/// The statements that fill a database of this size.
fn fill(size: u64) -> Vec<String> {
    let mut statements = fill::subscribers(size);
    statements.extend(fill::network(network(size)));
    statements.push("ANALYZE".to_owned());
    statements
}

/// Number of recommendations, referrals and payouts for this number of subscribers.
fn network(subscribers: u64) -> u64 {
    subscribers.min(100_000)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    let large = after("--subscribers").map_or(Ok(1_000_000), |number| number.parse())?;
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
                sqlx::raw_sql(AssertSqlSafe(statement)).execute(&pool).await?;
            }
            // As the server does itself after a while. Until then the first reader of a row must check whether it was
            // committed.
            sqlx::raw_sql("VACUUM (ANALYZE)").execute(&pool).await?;
            stores.push((store, size));
        }
        compare("PostgreSQL", &stores).await?;
    }
    Ok(())
}

/// A query for an account of the given size.
#[derive(Clone, Copy)]
enum Question {
    Email,
    Uuid,
    Code,
    Page(Audience),
    Campaigns,
    /// A page after half of the subscribers.
    Deep,
    /// The recommendation with many referrals.
    Recommendation,
    Recommendations,
    Payouts(PayoutView),
    Programs,
}

async fn compare(engine: &str, stores: &[(Store, u64)]) -> Result<(), Failure> {
    for (what, question) in [
        ("by address", Question::Email),
        ("by identifier", Question::Uuid),
        ("by referral code", Question::Code),
        ("first page", Question::Page(Audience::All)),
        ("first page of referrals", Question::Page(Audience::Referrals)),
        ("first page of advocates", Question::Page(Audience::Advocates)),
        ("campaigns of 50", Question::Campaigns),
        ("page in the middle", Question::Deep),
        ("a recommendation of many referrals", Question::Recommendation),
        ("first page of recommendations", Question::Recommendations),
        ("first page of partner programs", Question::Programs),
        ("first page of payouts", Question::Payouts(PayoutView::Account)),
        ("first page of the profile's payouts", Question::Payouts(PayoutView::Profile)),
    ] {
        let mut times = vec![Vec::new(); stores.len()];
        // In alternation, because others use the processors too.
        for _ in 0..ROUNDS {
            for ((store, size), times) in stores.iter().zip(&mut times) {
                let start = Instant::now();
                ask(store, *size, question).await?;
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
        let medians: Vec<f64> = times
            .iter_mut()
            .map(|times| {
                times.sort_by(f64::total_cmp);
                times[ROUNDS / 2]
            })
            .collect();
        let ratio = medians[1] / medians[0];
        println!("| {engine} | {what} | {:.0} | {:.0} | {ratio:.2} |", medians[0], medians[1]);
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
            store.subscriber(&account, &SubscriberIdentifier::parse(&text)).await?;
        }
        Question::Code => drop(store.referrer(&account, &format!("code_{middle}")).await?),
        Question::Page(audience) => {
            store.subscribers(&account, audience, PageRequest::default()).await?;
        }
        Question::Campaigns => {
            let listed: Vec<_> = (1..=50)
                .map(|offset| SubscriberId::new(format!("sub_{}", middle + offset)))
                .collect();
            let listed: Vec<_> = listed.iter().collect();
            store.campaigns_of(&account, &listed).await?;
        }
        Question::Deep => {
            let page = i64::try_from(middle / 50).unwrap_or(i64::MAX);
            store.subscribers(&account, Audience::All, PageRequest::new(Some(page), None)).await?;
        }
        Question::Recommendation => {
            let uuid = RecommendationId::new(format!("rec_{}", network(size)));
            store.recommendation(&account, &uuid).await?;
        }
        Question::Recommendations => {
            store.recommendations(&account, PageRequest::default()).await?;
        }
        Question::Programs => {
            let (filter, order) = (ProgramFilter::default(), ProgramOrder::default());
            store.partner_programs(&filter, order, PageRequest::default()).await?;
        }
        Question::Payouts(view) => {
            store.payouts(&account, view, PageRequest::default()).await?;
        }
    }
    Ok(())
}
