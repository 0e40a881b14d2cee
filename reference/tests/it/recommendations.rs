//! Operations on recommendations.

mod archive_recommendation;
mod reactivate_recommendation;
