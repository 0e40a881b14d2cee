//! Operations on partner programs.

mod join_partner_program;
mod list_partner_programs;
