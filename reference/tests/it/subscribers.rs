//! Operations on subscribers.

mod create_subscriber;
mod list_subscribers;
