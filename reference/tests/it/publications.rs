//! Operations on publications.

mod get_publication;
