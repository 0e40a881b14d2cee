//! Operations on publications, and how one is shown.

mod get_publication;
mod list_publications;

use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::domain::publication::Publication;
use crate::http::values::time;

/// A publication as callers see it.
fn shown<E>(publication: Publication) -> Result<models::Publication, Fault<E>> {
    let mut shown = models::Publication::new(
        publication.uuid.as_str(),
        publication.name,
        publication.auto_pilot,
        publication.partner_categories,
        publication.status.as_str(),
        time(publication.created_at)?,
    );
    shown.publication_url = publication.publication_url;
    shown.description = publication.description;
    shown.logo_url = publication.logo_url;
    Ok(shown)
}
