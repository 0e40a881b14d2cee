//! Operations on partner programs.

mod get_partner_program;
mod join_partner_program;
mod list_partner_programs;

/// Where partner programs are.
const PATH: &str = "/v2/partner_network/partner_programs";
