//! Signup widgets, called upscribes in the API.

use strum::{AsRefStr, EnumString, VariantNames};

use crate::domain::id::UpscribeId;
use crate::domain::timestamp::Timestamp;

/// A signup widget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upscribe {
    /// Identifier.
    pub uuid: UpscribeId,
    /// Whether recommendations are chosen automatically.
    pub auto_pilot: bool,
    /// Whether the widget is shown.
    pub active: bool,
    /// Action after a signup.
    pub after_submission_behaviour: AfterSubmission,
    /// Target of a redirect.
    pub redirect_url: Option<String>,
    /// Pages on which the widget is shown.
    pub visibility_rules: Vec<String>,
    /// Pages that follow a signup.
    pub after_submission_rules: Vec<String>,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// Action of a widget after a signup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AfterSubmission {
    /// Redirects to another page.
    Redirect,
    /// Hides the widget.
    HideWidget,
}
