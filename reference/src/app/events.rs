//! Operations on monetary events.

pub mod create_event;
