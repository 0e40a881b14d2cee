//! Operations on partner programs, and how one is shown.

mod get_partner_program;
mod join_partner_program;
mod list_partner_programs;

use referral_reference_models::{self as models, SponsoringPublication};
use referral_reference_server::Fault;

use crate::app::partner_programs::get_partner_program::GetPartnerProgramError;
use crate::domain::country::Country;
use crate::domain::partner_program::{GeoRestrictions, PartnerProgram, Sponsor};
use crate::http::failure;
use crate::http::values::{dollars, not_found, time};

/// A program as callers see it.
fn shown<E>(program: PartnerProgram) -> Result<models::PartnerProgram, Fault<E>> {
    let mut shown = models::PartnerProgram::new(
        program.uuid.as_str(),
        dollars(program.cpa)?,
        dollars(program.max_payout)?,
        program.status.as_str(),
        sponsor(program.publication),
        restrictions(&program.geo),
        program.requires_approval,
        time(program.created_at)?,
    );
    shown.terms = program.terms;
    shown.referral_pending_duration = Some(program.referral_pending_duration);
    Ok(shown)
}

fn sponsor(publication: Sponsor) -> SponsoringPublication {
    let mut shown = SponsoringPublication::new(publication.uuid.as_str(), publication.name);
    shown.description = publication.description;
    shown.url = publication.url;
    shown.logo = publication.logo_url;
    shown
}

fn restrictions(geo: &GeoRestrictions) -> models::GeoRestrictions {
    let codes = |list: &[Country]| list.iter().map(Country::to_string).collect();
    models::GeoRestrictions::new(geo.worldwide, codes(&geo.allowed), codes(&geo.blocked))
}

/// The refusal when there is no program.
fn unknown<E>(error: GetPartnerProgramError) -> Fault<E> {
    match error {
        GetPartnerProgramError::NotFound { identifier } => {
            not_found("Partner program", &identifier)
        }
        GetPartnerProgramError::Store(error) => failure::of_store(error),
    }
}
