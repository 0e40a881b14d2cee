//! Operations on publications.

pub mod list_publications;
