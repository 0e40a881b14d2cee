//! Operations on publications.

pub mod get_publication;
pub mod list_publications;
