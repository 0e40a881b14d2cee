//! The servers to compare with: answers out of memory, and handlers of one query each.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::{Value, json};
use sqlx::FromRow;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use crate::Result;

const ACCOUNT: &str = "account_00000000a001";

macro_rules! columns {
    () => {
        "uuid, email, name, status, acquisition, ref_code, referrer_code, referrer_uuid, origin, cpa,
         ip_address, user_agent, country_code, utm_source, utm_campaign, created_at"
    };
}

const GET: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM subscribers WHERE account_uuid = $1 AND email_normalised = $2"
);
const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM subscribers WHERE account_uuid = $1 ORDER BY created_at DESC, uuid DESC LIMIT 50"
);
const CREATE: &str = "INSERT INTO subscribers
        (account_uuid, uuid, email, email_normalised, name, status, acquisition, ref_code, origin, created_at)
    VALUES ($1, $2, $3, $3, $4, 'confirmed', 'direct', $2, 'api', $5)";

/// The same number of connections as the reference has.
#[derive(Clone)]
enum Database {
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
    Postgres(PgPool),
}

/// The same for either engine, whose types differ.
macro_rules! on {
    ($pool:expr, $it:ident => $run:expr) => {
        match $pool {
            Database::Sqlite { readers: $it, .. } => $run,
            Database::Postgres($it) => $run,
        }
    };
}

#[derive(FromRow)]
struct Subscriber {
    uuid: String,
    email: String,
    name: Option<String>,
    status: String,
    acquisition: String,
    ref_code: String,
    referrer_code: Option<String>,
    referrer_uuid: Option<String>,
    origin: String,
    cpa: Option<String>,
    ip_address: Option<String>,
    user_agent: Option<String>,
    country_code: Option<String>,
    utm_source: Option<String>,
    utm_campaign: Option<String>,
    created_at: i64,
}

impl Subscriber {
    fn shown(&self) -> Value {
        json!({
            "uuid": self.uuid, "email": self.email, "name": self.name, "status": self.status,
            "acquisition": self.acquisition, "ref_code": self.ref_code, "referrer_code": self.referrer_code,
            "referrer": self.referrer_uuid, "origin": self.origin, "cpa": self.cpa,
            "ip_address": self.ip_address, "user_agent": self.user_agent, "country_code": self.country_code,
            "utm_source": self.utm_source, "utm_campaign": self.utm_campaign, "created_at": self.created_at,
        })
    }
}

/// Serves until the process is ended.
pub async fn serve(url: &str) -> Result<()> {
    let bodies = PathBuf::from(std::env::var("BODIES")?);
    let mut router = Router::new();
    for name in ["get", "list", "create"] {
        let body = Bytes::from(std::fs::read(bodies.join(name))?);
        let answer = async move || ([(header::CONTENT_TYPE, "application/json")], body);
        let path = format!("/memory/{name}");
        router = router.route(
            &path,
            get(answer.clone()).post(async |_sent: Bytes| answer().await),
        );
    }
    let router = router
        .route("/get/{email}", get(one))
        .route("/list", get(list))
        .route("/create", post(create))
        .with_state(open(url).await?);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, router).await?)
}

async fn open(url: &str) -> Result<Database> {
    if !url.starts_with("sqlite:") {
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .test_before_acquire(false);
        return Ok(Database::Postgres(pool.connect(url).await?));
    }
    let options: SqliteConnectOptions = url.parse()?;
    let options = options.journal_mode(SqliteJournalMode::Wal);
    let options = options
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(std::time::Duration::from_secs(5));
    let pool = |connections| {
        SqlitePoolOptions::new()
            .max_connections(connections)
            .test_before_acquire(false)
            .connect_lazy_with(options.clone())
    };
    Ok(Database::Sqlite {
        readers: pool(8),
        writer: pool(1),
    })
}

/// An answer, or that something failed.
type Answer = std::result::Result<axum::response::Response, StatusCode>;

fn failed(error: sqlx::Error) -> StatusCode {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

async fn one(State(database): State<Database>, Path(email): Path<String>) -> Answer {
    let row: Option<Subscriber> = on!(&database, pool => {
        sqlx::query_as(GET).bind(ACCOUNT).bind(email).fetch_optional(pool).await.map_err(failed)?
    });
    let row = row.ok_or(StatusCode::NOT_FOUND)?;
    Ok(axum::Json(row.shown()).into_response())
}

async fn list(State(database): State<Database>) -> Answer {
    let rows: Vec<Subscriber> = on!(&database, pool => {
        sqlx::query_as(LIST).bind(ACCOUNT).fetch_all(pool).await.map_err(failed)?
    });
    let rows: Vec<_> = rows.iter().map(Subscriber::shown).collect();
    Ok(axum::Json(rows).into_response())
}

async fn create(State(database): State<Database>, body: Bytes) -> Answer {
    static COUNT: LazyLock<Arc<AtomicU64>> = LazyLock::new(Arc::default);
    let sent: Value = serde_json::from_slice(&body).map_err(|_| StatusCode::BAD_REQUEST)?;
    let (email, name) = (sent["email"].as_str(), sent["name"].as_str());
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let uuid = format!("bare_{number}");
    let created_at = 1_700_000_000_000_000_i64 + i64::try_from(number).unwrap_or_default();
    macro_rules! insert {
        ($transaction:expr) => {{
            let mut transaction = $transaction.await.map_err(failed)?;
            let insert = sqlx::query(CREATE)
                .bind(ACCOUNT)
                .bind(&uuid)
                .bind(email)
                .bind(name)
                .bind(created_at);
            insert.execute(&mut *transaction).await.map_err(failed)?;
            transaction.commit().await.map_err(failed)?;
        }};
    }
    match &database {
        Database::Sqlite { writer, .. } => insert!(writer.begin_with("BEGIN IMMEDIATE")),
        Database::Postgres(pool) => insert!(pool.begin()),
    }
    Ok(axum::Json(json!({ "uuid": uuid, "email": email })).into_response())
}
