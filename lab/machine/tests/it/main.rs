//! Tests of the instrument.

mod baseline;
mod sql;
