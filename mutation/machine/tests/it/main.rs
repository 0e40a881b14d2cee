//! Tests of the instrument.

mod baseline;
