//! Operations on signup widgets.

mod get_upscribe;
mod list_upscribes;
mod subscribe_to_recommendations;
