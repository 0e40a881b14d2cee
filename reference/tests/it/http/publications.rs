//! Operations on publications.

mod get_publication;
mod list_publications;
