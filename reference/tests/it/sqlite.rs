//! SQLite in trouble: 503 in the envelope, nothing is answered as done that is not, and all is well
//! again once the trouble is over.
//!
//! Not run once more on PostgreSQL, which has trouble of its own (`postgres::failures`).

mod earlier;
mod failures;
#[cfg(target_os = "linux")]
mod full;
#[cfg(unix)]
mod gone;
mod opening;
