//! Publications: the newsletters of an account.

use crate::domain::id::PublicationId;
use crate::domain::timestamp::Timestamp;

/// A publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publication {
    /// Identifier.
    pub uuid: PublicationId,
    /// Name.
    pub name: String,
    /// Address of its page.
    pub publication_url: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Whether recommendations are chosen automatically.
    pub auto_pilot: bool,
    /// Wanted categories of partners.
    pub partner_categories: Vec<String>,
    /// Status.
    pub status: PublicationStatus,
    /// Address of its logo.
    pub logo_url: Option<String>,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// Status of a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicationStatus {
    /// Not published yet.
    Draft,
    /// Active.
    Active,
    /// Archived.
    Archived,
}

impl PublicationStatus {
    /// Names of all statuses.
    pub const WORDS: [&str; 3] = ["draft", "active", "archived"];

    /// The name in answers, files and the database.
    pub fn as_str(self) -> &'static str {
        match self {
            PublicationStatus::Draft => "draft",
            PublicationStatus::Active => "active",
            PublicationStatus::Archived => "archived",
        }
    }

    /// Parses the name of a status.
    pub fn from_word(word: &str) -> Option<PublicationStatus> {
        Some(match word {
            "draft" => PublicationStatus::Draft,
            "active" => PublicationStatus::Active,
            "archived" => PublicationStatus::Archived,
            _ => return None,
        })
    }
}
