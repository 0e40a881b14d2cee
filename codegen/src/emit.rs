//! The emitters, one per output: each reads the plan and adds files.

pub mod client;
pub mod models;
pub mod openapi;
pub mod postman;
mod readme;
mod sample;
pub mod schemas;
pub mod server;
mod shared;
