//! Operations on signup widgets.

mod get_upscribe;
mod list_upscribes;
mod subscribe_to_recommendations;
mod update_upscribe;

pub use subscribe_to_recommendations::MAX_CODES;

use crate::api::models::{self, ErrorKind};
use axum::http::StatusCode;

use crate::domain::upscribe::Upscribe;
use crate::operations::OperationError;

fn into_model(upscribe: Upscribe) -> models::Upscribe {
    let mut model = models::Upscribe::new(
        upscribe.uuid.as_str(),
        upscribe.auto_pilot,
        upscribe.active,
        upscribe.after_submission_behaviour.as_ref(),
        upscribe.visibility_rules,
        upscribe.after_submission_rules,
    );
    model.redirect_url = upscribe.redirect_url;
    model
}

/// The error for an unknown widget where the document lists none; the message is that of `get_upscribe`.
fn unknown_upscribe<E>(uuid: &str) -> OperationError<E> {
    let upscribe_uuid = uuid.to_owned();
    let message = ErrorKind::UpscribeNotFound { upscribe_uuid }.message();
    OperationError::undocumented(StatusCode::NOT_FOUND, message)
}
