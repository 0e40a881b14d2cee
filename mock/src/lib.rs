//! A server in memory that obeys a contract.
//!
//! ```text
//! request -> route -> call (inputs, records) -> inputs, states (refusals) -> effects -> success -> answer
//! ```
//!
//! `choices` has all that the server does where the contract has a gap. Inputs are checked with the functions of
//! `conformance-model`, so that the suite and this server agree on the values that a contract admits.

mod answer;
mod calculations;
mod call;
pub mod choices;
mod effects;
mod formats;
mod inputs;
mod lists;
pub mod prose;
mod refusal;
mod replies;
mod route;
mod server;
mod service;
mod states;
mod stock;
mod store;
mod success;
pub mod target_file;
mod values;

pub use server::Server;
pub use service::Mock;
