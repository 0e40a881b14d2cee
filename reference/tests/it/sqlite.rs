//! Failures of SQLite: 503 in the envelope, no lost write is answered as done, and the service recovers.
//!
//! Not run on PostgreSQL, which has tests of its own (`postgres::failures`).

mod failures;
#[cfg(target_os = "linux")]
mod full;
#[cfg(unix)]
mod gone;
mod opening;
mod versions;
