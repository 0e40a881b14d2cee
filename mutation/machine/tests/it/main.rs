//! Tests of the instrument.

mod baseline;
mod sql;

/// Runs of one process at a time: under load, concurrent requests of a run are answered in another order.
static ONE_AT_A_TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());
