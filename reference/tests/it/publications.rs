//! Operations on publications.

mod list_publications;
