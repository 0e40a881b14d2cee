//! Operations on publications, and how one is shown.

mod list_publications;

use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::domain::publication::Publication;

/// A publication as callers see it.
fn shown<E>(publication: Publication) -> Result<models::Publication, Fault<E>> {
    let created_at = models::Timestamp::new(publication.created_at.to_string());
    let mut shown = models::Publication::new(
        publication.uuid.as_str(),
        publication.name,
        publication.auto_pilot,
        publication.status.as_str(),
        created_at.map_err(Fault::internal)?,
    );
    shown.publication_url = publication.publication_url;
    shown.description = publication.description;
    Ok(shown)
}
