//! The rules of the service, pure: values in, values out. No clock, randomness, database or HTTP.

pub mod account;
pub mod amount;
pub mod campaign;
pub mod email;
pub mod event;
pub mod id;
pub mod page;
pub mod publication;
pub mod status;
pub mod subscriber;
pub mod timestamp;
pub mod upscribe;
