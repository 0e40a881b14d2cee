//! Operations on signup widgets.

pub mod get_upscribe;
