//! The service over a real socket, with the generated client, or with raw bytes where the client cannot send the
//! request.
//!
//! One module per resource; `lists` for what all lists have in common, `refusals` for values that are refused,
//! `authenticate` for the key, `every_answer` for properties of all answers, `input` for invalid requests, `isolation`
//! for the separation of accounts, `documents` for OpenAPI. The last three cover all `operations`.

mod account;
mod authenticate;
mod campaigns;
mod documents;
mod events;
mod every_answer;
mod input;
mod isolation;
mod lists;
mod memberships;
pub mod operations;
mod partner_programs;
mod payouts;
mod recommendations;
mod refusals;
pub mod service;
mod subscribers;
mod widgets;
