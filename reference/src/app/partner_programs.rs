//! Operations on partner programs.

pub mod get_partner_program;
pub mod join_partner_program;
pub mod list_partner_programs;
