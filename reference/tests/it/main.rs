//! The reference implementation from the outside: its use cases over a real database, the same
//! over HTTP, its seeds, and its program.
//!
//! One module per operation, named as everywhere; `store`, `seed`, `target` and `cli` for what is no
//! operation.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop where it is"
)]

mod authenticate;
mod cli;
mod events;
mod http;
mod publications;
mod seed;
mod store;
mod subscribers;
mod support;
mod target;
mod widgets;
