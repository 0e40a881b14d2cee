//! A publication: a newsletter of the account.

use crate::domain::id::PublicationId;
use crate::domain::timestamp::Timestamp;

/// A publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Identifies it.
    pub uuid: PublicationId,
    /// What readers call it.
    pub name: String,
    /// Where it is read.
    pub publication_url: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// Whether recommendations are chosen for it without its owner.
    pub auto_pilot: bool,
    /// Categories of partners it wants.
    pub partner_categories: Vec<String>,
    /// Where it is in its life.
    pub status: PublicationStatus,
    /// Its logo.
    pub logo_url: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Where a publication is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicationStatus {
    /// Not open yet.
    Draft,
    /// Running.
    Active,
    /// Put away.
    Archived,
}

impl PublicationStatus {
    /// Every status, by its word.
    pub const WORDS: [&str; 3] = ["draft", "active", "archived"];

    /// The word for it, in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            PublicationStatus::Draft => "draft",
            PublicationStatus::Active => "active",
            PublicationStatus::Archived => "archived",
        }
    }

    /// The status a word stands for.
    pub fn from_word(word: &str) -> Option<PublicationStatus> {
        Some(match word {
            "draft" => PublicationStatus::Draft,
            "active" => PublicationStatus::Active,
            "archived" => PublicationStatus::Archived,
            _ => return None,
        })
    }
}
