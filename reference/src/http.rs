//! The service over HTTP: a request becomes a question to a use case, the answer becomes a reply.
//!
//! The routes, the reading of requests and the error envelope are generated. Here is, one file per
//! operation, the way from a request to the use case and back, and which refusal answers which of
//! its errors. No rule of the service is here.
//!
//! What neither the document nor its overlay says:
//!
//! - A `type` that is none of the three is refused with 400: who asks for some subscribers should
//!   not be sent them all. A word in `expand` that names nothing adds nothing.
//! - So is a `sort`, a channel or a country of partner programs that is none. A list with nothing in
//!   it, such as `,`, asks for nothing.
//! - One request signs a person up to 200 recommendations at most; whatever state they are in.
//! - A program is joined by the account's oldest publication that is active; without one it is
//!   refused with 409. A paused program can be joined.
//! - A page number that is no whole number is refused with 400; one out of range is brought into it, however far out.
//! - A text that is empty counts as left out, in every body and query.
//! - A subscriber who is created with `status: unsubscribed` is unsubscribed: nobody who asks not to be written to is
//!   confirmed. Any other status is ignored, as are all members that are not documented.
//! - A body that is said to be something else than JSON is refused with 415; nobody need say what it is. So is, with
//!   400, one in which a member is there twice, and a text of more than 10,000 characters.
//! - A database that is gone, full, or held by others for too long is 503 with `Retry-After`, as is a
//!   connection to it that is lost while it commits, when nobody knows whether the write lasted; any
//!   other failure is 500.

mod account;
mod authenticate;
mod campaigns;
mod events;
mod every_answer;
mod failure;
mod meant;
mod memberships;
mod missing;
mod pages;
mod partner_programs;
mod payouts;
mod publications;
mod recommendations;
mod refusals;
mod subscribers;
mod values;
mod widgets;

use std::sync::Arc;
use std::time::Duration;

use axum::{Router, middleware};
use referral_reference_server::Routes;

use crate::app::App;

/// How many bytes the body of a request may have, unless said otherwise.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// What one request may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many bytes its body may have.
    pub body_bytes: usize,
    /// How long it may take from its head to its answer, its body included; `None` for any time.
    pub request_time: Option<Duration>,
}

/// All routes of the service, with the usual limit on bodies and none on time.
pub fn router(app: App) -> Router {
    let limits = Limits {
        body_bytes: BODY_LIMIT,
        request_time: None,
    };
    router_within(limits, app)
}

/// All routes of the service, with these limits.
pub fn router_within(limits: Limits, app: App) -> Router {
    let handlers = Handlers { app: app.clone() };
    let mut routes = Routes::new(handlers.clone())
        .on_refusal(refusals::answer)
        .body_limit(limits.body_bytes);
    if let Some(time) = limits.request_time {
        routes = routes.time_limit(time);
    }
    routes
        .whole(Arc::new(handlers))
        .into_router()
        .layer(middleware::from_fn_with_state(
            limits.body_bytes,
            meant::read,
        ))
        .layer(middleware::from_fn_with_state(app, every_answer::mark))
}

/// Carries the generated traits; the operations implement them, each in its file.
#[derive(Debug, Clone)]
struct Handlers {
    app: App,
}
