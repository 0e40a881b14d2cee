//! The service over a real socket, called by the generated client, and byte by byte where the client
//! cannot send what is to be tried.
//!
//! One module per operation, named as everywhere; `authenticate` for the key, `every_answer` for
//! what holds wherever a request goes, `input` for what no caller should send, `isolation` for what
//! no account should see. The last two walk through all `operations`.

mod account;
mod authenticate;
mod campaigns;
mod events;
mod every_answer;
mod input;
mod isolation;
mod memberships;
pub mod operations;
mod partner_programs;
mod payouts;
mod publications;
mod recommendations;
pub mod service;
mod subscribers;
mod widgets;
