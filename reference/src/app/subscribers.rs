//! Operations on subscribers.

pub mod create_subscriber;
pub mod list_subscribers;
pub mod reject_subscriber;
