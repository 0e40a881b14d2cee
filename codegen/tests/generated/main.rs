//! Generates crates and documents from a small contract of an unrelated service.

mod clashes;
mod client;
mod models;
mod models_crate;
mod openapi;
mod postman;
mod schemas;
mod server;
mod support;
mod tables;
mod wire;
mod workspace;
