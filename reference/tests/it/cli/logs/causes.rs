//! Internal failures: the log names the cause without quoting input.

use sqlx::Connection;
use sqlx::postgres::PgConnection;
use tempfile::TempDir;

use crate::cli::logs::{ALL, CANARY, header, parsed, request, sent};
use crate::cli::{Service, program, seed_demo};
use crate::database::Database;

/// An internal failure whose cause quotes input.
fn fails_without_quoting(mut service: Service, key: &str) {
    let body = r#"{"email":"canary@example.com"}"#;
    let answer = sent(&service, &request("POST", "/v2/subscribers", Some(key), body));
    assert!(
        answer.starts_with("HTTP/1.1 500") && answer.ends_with(r#"{"error":"internal error"}"#),
        "{answer}"
    );
    let (_, log) = service.stop("-TERM");
    assert!(!log.contains(CANARY) && !log.contains("example.com"), "{log}");
    let lines = parsed(&log);
    let line = lines.iter().find(|line| line["level"] == "ERROR").unwrap();
    assert_eq!(line["request_id"].as_str(), header(&answer, "x-request-id"));
    assert_eq!(line["operation"], "create_subscriber");
    let cause = line["cause"].as_str().unwrap();
    assert!(cause.contains("the database refused with"), "{cause}");
}

#[test]
fn text_quoted_by_sqlite_is_not_logged() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let database = rusqlite::Connection::open(folder.path().join("referral.db")).unwrap();
    let trigger =
        "CREATE TRIGGER quoting BEFORE INSERT ON subscribers WHEN NEW.email LIKE 'canary%'
        BEGIN SELECT RAISE(ABORT, 'Key (email)=(canary@example.com) already exists.'); END";
    database.execute_batch(trigger).unwrap();
    database.close().unwrap();
    fails_without_quoting(Service::with(&folder, &ALL), &key);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn text_quoted_by_postgres_is_not_logged() {
    let Some(cluster) = crate::postgres::shared_cluster() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let database = Database::schema_of(&cluster.url()).await;
    let on = || {
        let mut command = program(folder.path());
        command.env("REFERRAL_DATABASE", database.url());
        command.env("REFERRAL_LOG", "trace");
        command
    };
    let output = on().args(["seed", "demo"]).output().unwrap().stdout;
    let output = String::from_utf8(output).unwrap();
    let key = output.split_whitespace().nth(1).unwrap();
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let trigger = "CREATE FUNCTION quoting() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE unique_violation USING MESSAGE = 'Key (email)=(' || NEW.email || ') already exists.'; END $$;
        CREATE TRIGGER quoting BEFORE INSERT ON subscribers FOR EACH ROW
        WHEN (NEW.email LIKE 'canary%') EXECUTE FUNCTION quoting()";
    sqlx::raw_sql(trigger).execute(&mut connection).await.unwrap();
    fails_without_quoting(Service::of(on()), key);
}
