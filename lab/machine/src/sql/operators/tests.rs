//! The mutants of statements of the reference server.

use std::fmt::Write as _;

use crate::sql::Schema;
use crate::sql::mutation::mutants;

const SCHEMA: &str = "
    CREATE TABLE subscribers (
        account_uuid TEXT NOT NULL, uuid TEXT NOT NULL, email TEXT NOT NULL, name TEXT,
        advocate INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL);
    CREATE TABLE campaigns (account_uuid TEXT NOT NULL, uuid TEXT NOT NULL, name TEXT NOT NULL);
    CREATE TABLE totals (account_uuid TEXT NOT NULL, part INTEGER NOT NULL, subscribers INTEGER);";

/// Operator and change of each mutant, or the whole mutant.
fn changes(text: &str, whole: bool) -> String {
    let schema = Schema::parse([SCHEMA]).unwrap();
    let mut changes = String::new();
    for (mutation, mutant) in mutants(text, &schema).unwrap() {
        let change = format!("{} -> {}", mutation.before, mutation.after);
        let shown = if whole { &mutant } else { &change };
        writeln!(changes, "{}: {shown}", mutation.operator).unwrap();
    }
    changes
}

#[test]
fn mutants_of_statements() {
    let cases = [
        (
            "list",
            false,
            "SELECT uuid, name, (SELECT COALESCE(SUM(subscribers), 0) FROM totals
        WHERE account_uuid = $1) AS total FROM subscribers
        WHERE account_uuid = $1 AND advocate ORDER BY created_at DESC, uuid LIMIT $2 OFFSET $3",
        ),
        (
            "whole texts",
            true,
            "SELECT campaigns.name FROM subscribers
        JOIN campaigns ON campaigns.uuid = subscribers.uuid
        WHERE (EXISTS (SELECT 1 FROM totals WHERE part IN ($1, $2)) OR subscribers.name IS NULL)",
        ),
        (
            "update",
            false,
            "UPDATE subscribers SET email = COALESCE($2, email), name = $3
        WHERE account_uuid = $1 AND name <> 'x' RETURNING uuid, email",
        ),
        (
            "insert and delete",
            false,
            "INSERT INTO subscribers (account_uuid, uuid, email, name, created_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account_uuid, email) DO NOTHING;
        DELETE FROM campaigns WHERE account_uuid = $1 AND name LIKE $2",
        ),
        (
            "migration",
            false,
            "CREATE TABLE events (
            account_uuid TEXT NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
            uuid TEXT NOT NULL UNIQUE,
            amount INTEGER NOT NULL CHECK (amount >= 0),
            PRIMARY KEY (account_uuid, uuid),
            CONSTRAINT one_amount UNIQUE (account_uuid, amount)
        ) STRICT;
        ALTER TABLE events ADD COLUMN paid INTEGER NOT NULL DEFAULT 0 CHECK (paid IN (0, 1));
        CREATE INDEX newest ON events (amount DESC);
        CREATE UNIQUE INDEX one_payment ON events (account_uuid) WHERE paid = 1;
        CREATE TRIGGER counted AFTER INSERT ON subscribers WHEN NEW.advocate BEGIN
            UPDATE totals SET subscribers = subscribers + 1
            WHERE account_uuid = NEW.account_uuid AND part = 0;
        END;",
        ),
        (
            "case and aggregates",
            false,
            "SELECT CASE WHEN advocate THEN 'a' WHEN name = 'n' THEN 'b' ELSE 'c' END,
        COUNT(DISTINCT name), MIN(uuid), COUNT(*) - 1 FROM subscribers",
        ),
    ];
    let cases = cases.map(|(name, whole, text)| format!("== {name} ==\n{}", changes(text, whole)));
    insta::assert_snapshot!(cases.join("\n"));
}
