//! `GET /v2/partner_network/partner_programs/{identifier}`: one partner program.

use crate::app::App;
use crate::domain::id::PartnerProgramId;
use crate::domain::partner_program::PartnerProgram;
use crate::store::StoreError;

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum GetPartnerProgramError {
    /// The network has no such program.
    #[error("there is no such partner program")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The program of this identifier, which every account is shown.
    pub async fn get_partner_program(
        &self,
        uuid: &str,
    ) -> Result<PartnerProgram, GetPartnerProgramError> {
        let found = self
            .store
            .partner_program(&PartnerProgramId::new(uuid))
            .await?;
        found.ok_or_else(|| GetPartnerProgramError::NotFound {
            identifier: uuid.to_owned(),
        })
    }
}
