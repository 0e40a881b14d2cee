//! Tests of the site: a snapshot of a page, and links that resolve.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod links;
mod pages;
mod support;
