//! The reference implementation from the outside: its use cases over a real database, the same
//! over HTTP, its seeds, and its program.
//!
//! One module per operation, named as everywhere; `store`, `seed`, `target` and `cli` for what is no
//! operation, `races` for several processes, `sqlite` for its trouble. All run on SQLite; `postgres`
//! runs them once more on PostgreSQL.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop where it is"
)]

mod account;
mod authenticate;
mod campaigns;
mod cli;
mod database;
mod events;
mod generated_client;
mod http;
mod memberships;
mod partner_programs;
mod payouts;
#[cfg(unix)]
mod postgres;
mod publications;
#[cfg(unix)]
mod races;
mod recommendations;
mod seed;
mod sqlite;
mod store;
mod subscribers;
mod support;
mod target;
mod widgets;
