//! Publications: the newsletters of an account.

use strum::{AsRefStr, EnumString, VariantNames};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PublicationStatus {
    /// Not published yet.
    Draft,
    /// Active.
    Active,
    /// Archived.
    Archived,
}
