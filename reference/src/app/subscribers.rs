//! Operations on subscribers.

pub mod create_subscriber;
pub mod get_subscriber;
pub mod list_subscribers;
pub mod reject_subscriber;
pub mod unsubscribe_subscriber;
pub mod update_subscriber;

use crate::domain::campaign::Campaign;
use crate::domain::subscriber::Subscriber;

/// A subscriber, with what was asked for beside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The subscriber.
    pub subscriber: Subscriber,
    /// The campaigns they are in, when they were asked for.
    pub campaigns: Option<Vec<Campaign>>,
}
