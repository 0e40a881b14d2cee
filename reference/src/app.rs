//! What the service does: one use case per operation, over the rules and the store.
//!
//! Nothing of HTTP is here. A use case takes checked types or the caller's own texts, and answers a
//! value of the domain or an error with one variant per refusal; which status and message a refusal
//! has is the business of [`crate::http`].

pub mod account;
pub mod authenticate;
pub mod campaigns;
pub mod events;
pub mod memberships;
pub mod partner_programs;
pub mod payouts;
pub mod publications;
pub mod recommendations;
pub mod subscribers;
pub mod widgets;

use std::fmt;
use std::sync::Arc;

use crate::clock::{Clock, SystemClock};
use crate::domain::id::RequestId;
use crate::ids::IdGenerator;
use crate::store::Store;

/// The service, cheap to clone.
#[derive(Clone)]
pub struct App {
    store: Store,
    clock: Arc<dyn Clock>,
    ids: Arc<IdGenerator>,
}

impl App {
    /// A service over the store that takes its time and identifiers from the given sources.
    pub fn new(store: Store, clock: impl Clock + 'static, ids: IdGenerator) -> App {
        App {
            store,
            clock: Arc::new(clock),
            ids: Arc::new(ids),
        }
    }

    /// A service with the machine's clock and unforeseeable identifiers.
    pub fn on_this_machine(store: Store) -> Result<App, getrandom::Error> {
        Ok(App::new(store, SystemClock, IdGenerator::from_os()?))
    }

    /// A name for the request at hand.
    pub fn draw_request_id(&self) -> RequestId {
        RequestId::generate(&self.ids)
    }

    /// The store below, for what is no operation: readiness, closing.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("store", &self.store)
            .finish_non_exhaustive()
    }
}
