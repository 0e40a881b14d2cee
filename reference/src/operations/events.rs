//! Operations on monetary events.

mod create_event;
