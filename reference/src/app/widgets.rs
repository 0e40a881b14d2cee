//! Operations on signup widgets.

pub mod get_upscribe;
pub mod list_upscribes;
pub mod subscribe_to_recommendations;
pub mod update_upscribe;
