//! Runs scenarios against a service and records what was sent and answered.
//!
//! Only this module opens sockets. It does not judge answers.

mod bindings;
mod circuit_breaker;
mod cleanup;
mod execute;
mod http;
mod minimal_value;
mod probe;
mod rate_limiter;
mod request_builder;
mod request_sender;
mod runner;
mod schedule;
mod settings;
mod stop_signal;
mod transport;

pub(crate) use runner::{CompletedScenario, Runner, ScheduledScenario};
pub(crate) use schedule::schedule;

pub(crate) use cleanup::{CleanupResult, send_cleanup};
pub use http::{HttpClientError, HttpOptions, HttpTransport};
pub use probe::ProbeAnswer;
pub(crate) use probe::{Probe, send_probes};
pub(crate) use rate_limiter::RateLimiter;
pub(crate) use request_sender::RequestSender;
pub use settings::Settings;
pub(crate) use settings::random_seed;
pub use stop_signal::StopSignal;
pub use transport::{ResponseFuture, Transport};
