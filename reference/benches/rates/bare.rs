//! The servers to compare with: one answers from memory, one runs a query per request.

#[path = "bare/postgres.rs"]
mod postgres;
#[path = "bare/sqlite.rs"]
mod sqlite;

use std::path::{self, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::{Map, Value, json};

use crate::Result;
use crate::bare::postgres::Postgres;
use crate::bare::sqlite::Sqlite;
use crate::server::Server;

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

/// As many connections as the reference has.
#[derive(Clone)]
enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// The names of texts in answers, in the order of the columns.
const TEXTS: [&str; 15] = [
    "uuid",
    "email",
    "name",
    "status",
    "acquisition",
    "ref_code",
    "referrer_code",
    "referrer",
    "origin",
    "cpa",
    "ip_address",
    "user_agent",
    "country_code",
    "utm_source",
    "utm_campaign",
];

/// A row of the table.
struct Subscriber {
    texts: [Option<String>; TEXTS.len()],
    created_at: i64,
}

impl Subscriber {
    fn to_json(&self) -> Value {
        let texts = TEXTS.iter().zip(&self.texts);
        let mut json: Map<_, _> = texts.map(|(&name, text)| (name.into(), json!(text))).collect();
        json.insert("created_at".to_owned(), self.created_at.into());
        json.into()
    }
}

/// The body of a creation.
struct New {
    uuid: String,
    email: String,
    name: Option<String>,
    created_at: i64,
}

impl New {
    fn read(body: &[u8]) -> Option<New> {
        static COUNT: AtomicI64 = AtomicI64::new(0);
        let sent: Value = serde_json::from_slice(body).ok()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Some(New {
            uuid: format!("bare_{number}"),
            email: sent["email"].as_str()?.to_owned(),
            name: sent["name"].as_str().map(str::to_owned),
            created_at: 1_700_000_000_000_000_i64 + number,
        })
    }
}

/// Starts this program in the role of the servers to compare with; `bodies` has the answers from memory.
pub fn start(url: &str, bodies: &path::Path) -> Result<Server> {
    let mut command = Command::new(std::env::current_exe()?);
    Server::start(command.args(["--bare", url]).env("BODIES", bodies))
}

/// Serves until the process ends.
pub async fn serve(url: &str) -> Result<()> {
    let bodies = PathBuf::from(std::env::var("BODIES")?);
    let mut router = Router::new();
    for name in ["get", "list", "create"] {
        let body = Bytes::from(std::fs::read(bodies.join(name))?);
        let answer = async move || ([(header::CONTENT_TYPE, "application/json")], body);
        let path = format!("/memory/{name}");
        router = router.route(&path, get(answer.clone()).post(async |_sent: Bytes| answer().await));
    }
    let database = match url.strip_prefix("sqlite://") {
        Some(path) => Database::Sqlite(Sqlite::open(path)?),
        None => Database::Postgres(Postgres::open(url).await?),
    };
    let router = router
        .route("/get/{email}", get(one))
        .route("/list", get(list))
        .route("/create", post(create))
        .with_state(database);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, router).await?)
}

/// The answer of a handler.
type Answer = std::result::Result<axum::response::Response, StatusCode>;

fn failed(error: impl std::fmt::Display) -> StatusCode {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

async fn one(State(database): State<Database>, Path(email): Path<String>) -> Answer {
    let row = match &database {
        Database::Sqlite(it) => it.one(&email).await.map_err(failed)?,
        Database::Postgres(it) => it.one(&email).await.map_err(failed)?,
    };
    let row = row.ok_or(StatusCode::NOT_FOUND)?;
    Ok(axum::Json(row.to_json()).into_response())
}

async fn list(State(database): State<Database>) -> Answer {
    let rows = match &database {
        Database::Sqlite(it) => it.list().await.map_err(failed)?,
        Database::Postgres(it) => it.list().await.map_err(failed)?,
    };
    let rows: Vec<_> = rows.iter().map(Subscriber::to_json).collect();
    Ok(axum::Json(rows).into_response())
}

async fn create(State(database): State<Database>, body: Bytes) -> Answer {
    let new = New::read(&body).ok_or(StatusCode::BAD_REQUEST)?;
    match &database {
        Database::Sqlite(it) => it.create(&new).await.map_err(failed)?,
        Database::Postgres(it) => it.create(&new).await.map_err(failed)?,
    }
    Ok(axum::Json(json!({ "uuid": new.uuid, "email": new.email })).into_response())
}
