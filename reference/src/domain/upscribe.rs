//! Signup widgets, called upscribes in the API.

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterSubmission {
    /// Redirects to another page.
    Redirect,
    /// Hides the widget.
    HideWidget,
}

impl AfterSubmission {
    /// Names of all actions.
    pub const WORDS: [&str; 2] = ["redirect", "hide_widget"];

    /// The name in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            AfterSubmission::Redirect => "redirect",
            AfterSubmission::HideWidget => "hide_widget",
        }
    }

    /// Parses the name of an action.
    pub fn from_word(word: &str) -> Option<AfterSubmission> {
        Some(match word {
            "redirect" => AfterSubmission::Redirect,
            "hide_widget" => AfterSubmission::HideWidget,
            _ => return None,
        })
    }
}
