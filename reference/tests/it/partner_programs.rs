//! Operations on partner programs.

mod get_partner_program;
mod join_partner_program;
mod list_partner_programs;
