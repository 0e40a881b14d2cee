//! Operations on subscribers.

mod create_subscriber;
mod get_subscriber;
mod list_subscribers;
mod reject_subscriber;
mod unsubscribe_subscriber;
mod update_subscriber;
