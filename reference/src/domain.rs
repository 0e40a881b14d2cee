//! The rules of the service as pure functions of values: no clock, randomness, database or HTTP.

pub mod account;
pub mod amount;
pub mod campaign;
pub mod country;
pub mod dollars;
pub mod email;
pub mod event;
pub mod id;
pub mod page;
pub mod partner_program;
pub mod payout;
pub mod publication;
pub mod recommendation;
pub mod referral;
pub mod status;
pub mod subscriber;
pub mod text;
pub mod timestamp;
pub mod upscribe;
