//! Compares the database with the answers of the service.

use std::collections::BTreeMap;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection, FromRow};

use crate::ledger::{Kind, Outcome, Write};

/// Errors found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Answered as done, but missing.
    pub lost: Vec<String>,
    /// Present more than once.
    pub doubled: Vec<String>,
    /// Present, although refused or never sent.
    pub undue: Vec<String>,
    /// Errors that the engine reports about its own file.
    pub broken: Vec<String>,
}

impl Findings {
    /// Whether there are no errors.
    pub fn none(&self) -> bool {
        *self == Findings::default()
    }
}

/// The writes in the database, by kind and mark, with their number.
pub type Held = BTreeMap<(Kind, String), usize>;

/// Reads all writes from the database.
pub fn held(url: &str) -> Held {
    let mut held = Held::new();
    for kind in Kind::ALL {
        for (mark,) in rows::<(String,)>(url, query(kind)) {
            *held.entry((kind, mark)).or_default() += 1;
        }
    }
    held
}

fn query(kind: Kind) -> &'static str {
    match kind {
        Kind::Subscriber => "SELECT email FROM subscribers WHERE email LIKE 'kill-%'",
        Kind::Membership => {
            "SELECT email FROM campaign_memberships
             JOIN subscribers ON subscribers.uuid = subscriber_uuid WHERE email LIKE 'kill-%'"
        }
        Kind::Event => "SELECT value FROM events",
    }
}

/// Compares the database with the sent writes.
pub fn compare(held: &Held, sent: &[Write]) -> Findings {
    let mut findings = Findings::default();
    let describe = |(kind, mark): &(Kind, String)| format!("{kind:?} {mark}");
    let mut due = BTreeMap::new();
    for write in sent {
        due.insert((write.kind, write.mark.clone()), write.outcome);
    }
    for (write, outcome) in &due {
        if *outcome == Outcome::Done && !held.contains_key(write) {
            findings.lost.push(describe(write));
        }
    }
    for (write, times) in held {
        if *times > 1 {
            findings.doubled.push(describe(write));
        }
        if matches!(due.get(write), None | Some(Outcome::Refused)) {
            findings.undue.push(describe(write));
        }
    }
    findings
}

/// Errors that the engine finds in its own data; PostgreSQL reads every row for it.
pub fn broken(url: &str) -> Vec<String> {
    if !url.starts_with("sqlite:") {
        return rows::<(String,)>(url, "SELECT name FROM accounts")
            .is_empty()
            .then(|| "the demo data is gone".to_owned())
            .into_iter()
            .collect();
    }
    let lines = rows::<(String,)>(url, "PRAGMA integrity_check");
    let lines = lines.into_iter().map(|(line,)| line).filter(|line| line != "ok");
    let pointing = rows::<(String,)>(url, "SELECT \"table\" FROM pragma_foreign_key_check");
    let pointing = pointing.into_iter();
    lines.chain(pointing.map(|(table,)| format!("a row of {table} points to nothing"))).collect()
}

fn rows<R>(url: &str, query: &'static str) -> Vec<R>
where
    R: for<'r> TryFrom<&'r rusqlite::Row<'r>, Error = rusqlite::Error>,
    R: for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    if let Some(path) = url.strip_prefix("sqlite://") {
        let connection = rusqlite::Connection::open(path).unwrap();
        let mut query = connection.prepare(query).unwrap();
        let rows = query.query_map([], |row| R::try_from(row)).unwrap();
        return rows.collect::<Result<_, _>>().unwrap();
    }
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = PgConnection::connect(url).await.unwrap();
        let rows = sqlx::query_as(query).fetch_all(&mut connection).await;
        connection.close().await.unwrap();
        rows.unwrap()
    })
}

/// Checks that each kind of error is detected.
pub fn prove() {
    let write = |mark: &str, outcome| Write { kind: Kind::Event, mark: mark.to_owned(), outcome };
    let sent = [
        write("kept", Outcome::Done),
        write("lost", Outcome::Done),
        write("twice", Outcome::Done),
        write("open", Outcome::Unknown),
        write("gone", Outcome::Unknown),
        write("refused", Outcome::Refused),
    ];
    let there = [("kept", 1), ("twice", 2), ("open", 1), ("refused", 1), ("strange", 1)];
    let held = there.map(|(mark, times)| ((Kind::Event, mark.to_owned()), times));
    let describe = |marks: &[&str]| marks.iter().map(|mark| format!("Event {mark}")).collect();
    let expected = Findings {
        lost: describe(&["lost"]),
        doubled: describe(&["twice"]),
        undue: describe(&["refused", "strange"]),
        broken: Vec::new(),
    };
    assert_eq!(compare(&held.into(), &sent), expected);
}
