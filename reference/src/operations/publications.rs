//! Operations on publications.

mod get_publication;
mod list_publications;

use crate::api::models;
use crate::api::server::Fault;

use crate::domain::publication::Publication;
use crate::operations::values::time;

fn into_model<E>(publication: Publication) -> Result<models::Publication, Fault<E>> {
    let mut model = models::Publication::new(
        publication.uuid.as_str(),
        publication.name,
        publication.auto_pilot,
        publication.partner_categories,
        publication.status.as_ref(),
        time(publication.created_at)?,
    );
    model.publication_url = publication.publication_url;
    model.description = publication.description;
    model.logo_url = publication.logo_url;
    Ok(model)
}
