//! Integration tests of the reference implementation: operations over HTTP, use cases over a real database for what
//! the tests over HTTP do not show, seeds, and the program.
//!
//! `http` for the operations, `concurrent` for concurrent calls in one process, `races` for several processes, `store`,
//! `seed`, `target` and `cli` for the rest, `sqlite` for failures of SQLite. All run on SQLite; `postgres` runs them again
//! on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod accounts;
mod cli;
mod concurrent;
mod database;
mod generated_client;
mod http;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod races;
mod seed;
mod sqlite;
mod store;
mod support;
mod target;
