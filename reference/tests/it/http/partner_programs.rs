//! Operations on partner programs.

mod get_partner_program;
mod join_partner_program;
mod list_partner_programs;

/// Path of the partner programs.
const PATH: &str = "/v2/partner_network/partner_programs";
