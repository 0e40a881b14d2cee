//! Operations on signup widgets, and how one is shown.

mod get_upscribe;
mod list_upscribes;
mod subscribe_to_recommendations;
mod update_upscribe;

use axum::http::StatusCode;
use referral_reference_models::{self as models, ErrorKind};
use referral_reference_server::Fault;

use crate::app::widgets::get_upscribe::GetUpscribeError;
use crate::domain::upscribe::Upscribe;
use crate::http::failure;

/// A widget as callers see it.
fn shown(upscribe: Upscribe) -> models::Upscribe {
    let mut shown = models::Upscribe::new(
        upscribe.uuid.as_str(),
        upscribe.auto_pilot,
        upscribe.active,
        upscribe.after_submission_behaviour.as_str(),
        upscribe.visibility_rules,
        upscribe.after_submission_rules,
    );
    shown.redirect_url = upscribe.redirect_url;
    shown
}

/// The refusal when there is no widget, where it is not documented; the message is that of an
/// operation for which it is.
fn unknown<E>(error: GetUpscribeError) -> Fault<E> {
    match error {
        GetUpscribeError::NotFound { upscribe_uuid } => {
            let unknown = ErrorKind::UpscribeNotFound { upscribe_uuid };
            Fault::other(StatusCode::NOT_FOUND, unknown.message())
        }
        GetUpscribeError::Store(error) => failure::of_store(error),
    }
}
