//! Operations on signup widgets.

mod subscribe_to_recommendations;
