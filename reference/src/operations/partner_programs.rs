//! Operations on partner programs.

mod get_partner_program;
mod join_partner_program;
mod list_partner_programs;

use crate::api::models::{self, SponsoringPublication};
use crate::api::server::Fault;

use crate::domain::country::Country;
use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::{GeoRestrictions, PartnerProgram, Sponsor};
use crate::operations::values::{dollars, time};
use crate::operations::{OperationError, Service};

impl Service {
    /// The program of this identifier, which every account can see. Fails if the program does not
    /// exist, or the database fails.
    pub async fn find_partner_program<E>(
        &self,
        uuid: &str,
    ) -> Result<PartnerProgram, OperationError<E>> {
        let program = self.store.partner_program(&PartnerProgramId::new(uuid)).await?;
        program.ok_or_else(|| OperationError::not_found("Partner program", uuid))
    }
}

fn into_model<E>(program: PartnerProgram) -> Result<models::PartnerProgram, Fault<E>> {
    let mut model = models::PartnerProgram::new(
        program.uuid.as_str(),
        dollars(program.cpa)?,
        dollars(program.max_payout)?,
        program.status.as_ref(),
        sponsor(program.publication),
        geo_restrictions(&program.geo),
        program.requires_approval,
        time(program.created_at)?,
    );
    model.terms = program.terms;
    model.referral_pending_duration = Some(program.referral_pending_duration);
    Ok(model)
}

fn sponsor(publication: Sponsor) -> SponsoringPublication {
    let mut model = SponsoringPublication::new(publication.uuid.as_str(), publication.name);
    model.description = publication.description;
    model.url = publication.url;
    model.logo = publication.logo_url;
    model
}

fn geo_restrictions(geo: &GeoRestrictions) -> models::GeoRestrictions {
    let codes = |countries: &[Country]| countries.iter().map(Country::to_string).collect();
    models::GeoRestrictions::new(geo.worldwide, codes(&geo.allowed), codes(&geo.blocked))
}
