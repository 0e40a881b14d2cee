//! The signup widget, which the interface calls an upscribe.

use crate::domain::id::UpscribeId;
use crate::domain::timestamp::Timestamp;

/// A signup widget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upscribe {
    /// Identifies it.
    pub uuid: UpscribeId,
    /// Whether recommendations are chosen for it without its owner.
    pub auto_pilot: bool,
    /// Whether it is shown.
    pub active: bool,
    /// What it does once a reader has signed up.
    pub after_submission_behaviour: AfterSubmission,
    /// Where it leads, when it redirects.
    pub redirect_url: Option<String>,
    /// The pages it is shown on.
    pub visibility_rules: Vec<String>,
    /// Pages that follow a signup.
    pub after_submission_rules: Vec<String>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What a widget does once a reader has signed up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterSubmission {
    /// It leads to another page.
    Redirect,
    /// It goes away.
    HideWidget,
}

impl AfterSubmission {
    /// Every behaviour, by its word.
    pub const WORDS: [&str; 2] = ["redirect", "hide_widget"];

    /// The word for it, in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            AfterSubmission::Redirect => "redirect",
            AfterSubmission::HideWidget => "hide_widget",
        }
    }

    /// The behaviour a word stands for.
    pub fn from_word(word: &str) -> Option<AfterSubmission> {
        Some(match word {
            "redirect" => AfterSubmission::Redirect,
            "hide_widget" => AfterSubmission::HideWidget,
            _ => return None,
        })
    }
}
