//! Operations on signup widgets.

mod get_upscribe;
