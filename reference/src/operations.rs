//! The 30 operations, one file each: parse the request, run the use case, map the result to the answer.
//!
//! An operation with rules or a transaction is a method of [`Service`] over domain types. The generated trait,
//! implemented for `Handlers` in the same file, translates the request and the result. [`OperationError`] maps
//! every failure to its answer. Routing, input checks and the error envelope are generated.
//!
//! Choices that neither the document nor its overlay makes:
//!
//! - A list `type`, `sort`, channel or country that is not a known value is refused with 400. An unknown word in
//!   `expand` is ignored. A list without elements, such as `,`, filters nothing.
//! - One request subscribes to at most 200 recommendations, in any status.
//! - A program is joined by the account's oldest active publication; without one the request is refused with 409.
//!   A paused program can be joined.
//! - A page number that is not an integer is refused with 400; an integer out of range is clamped.
//! - An empty string counts as absent, in every body and query.
//! - A subscriber created with `status: unsubscribed` is unsubscribed. Any other status is ignored, as are all
//!   members that are not documented.
//! - A body with a content type other than JSON is refused with 415; the content type may be absent. A body with a
//!   duplicate member, or a text of more than 10,000 characters, is refused with 400.
//! - A database that is unreachable, full, damaged, read-only or locked for too long is 503 with `Retry-After`, as is a
//!   connection lost during a commit, when it is unknown whether the write lasted; any other failure is 500.

pub mod account;
pub mod authenticate;
pub mod campaigns;
mod cors;
mod documents;
mod error;
pub mod events;
mod host;
pub mod memberships;
mod missing;
mod normalize;
mod paging;
pub mod partner_programs;
pub mod payouts;
pub mod publications;
mod rate_limit;
pub mod recommendations;
mod refusals;
mod request_body;
mod request_log;
mod router;
pub mod subscribers;
mod values;
pub mod widgets;

use std::fmt;
use std::sync::Arc;

use crate::api::models::Request;
use crate::api::server::HandlerResult;
pub use error::OperationError;
use rate_limit::RateLimiter;
pub use router::{BODY_LIMIT, BODY_MEMORY, Limits, router, router_within};

use crate::clock::{Clock, SystemClock};
use crate::domain::id::RequestId;
use crate::ids::IdGenerator;
use crate::metrics::Metrics;
use crate::store::Store;

/// How many times identifiers are drawn before the operation fails. A second draw is needed about once in a
/// thousand creations in an account of a million subscribers, so that eight draws do not fail by chance.
const DRAWS: usize = 8;

/// The service: a store, a clock and a source of identifiers. Cheap to clone.
#[derive(Clone)]
pub struct Service {
    store: Store,
    clock: Arc<dyn Clock>,
    ids: Arc<IdGenerator>,
    metrics: Arc<Metrics>,
}

impl Service {
    /// A service with the given store, clock and identifiers.
    pub fn new(store: Store, clock: impl Clock + 'static, ids: IdGenerator) -> Service {
        Service { store, clock: Arc::new(clock), ids: Arc::new(ids), metrics: Arc::default() }
    }

    /// A service with the system clock and random identifiers. Fails when the system's random
    /// source fails.
    pub fn with_system_sources(store: Store) -> Result<Service, getrandom::Error> {
        Ok(Service::new(store, SystemClock, IdGenerator::from_os()?))
    }

    /// A new identifier for a request, as logs and the `X-Request-Id` header show it.
    pub fn draw_request_id(&self) -> RequestId {
        RequestId::generate(&self.ids)
    }

    /// The metrics of its requests.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// The store, for readiness checks and shutdown.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("store", &self.store).finish_non_exhaustive()
    }
}

/// The result of handling a request.
type Handled<R> = HandlerResult<<R as Request>::Success, <R as Request>::Error>;

/// Implements the generated traits, each in the file of its operation.
#[derive(Debug, Clone)]
struct Handlers {
    service: Service,
    rate_limiter: Option<RateLimiter>,
}
