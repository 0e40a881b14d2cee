//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`: takes an archived
//! recommendation up again.

use crate::app::App;
use crate::app::recommendations::get_recommendation::GetRecommendationError;
use crate::domain::account::Account;
use crate::domain::recommendation::{CannotReactivate, Recommendation};
use crate::store::StoreError;

/// Why no recommendation was taken up again.
#[derive(Debug, thiserror::Error)]
pub enum ReactivateRecommendationError {
    /// There is none to take up.
    #[error(transparent)]
    Recommendation(#[from] GetRecommendationError),
    /// It is not archived, or a sponsor archived it.
    #[error(transparent)]
    Refused(#[from] CannotReactivate),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Reactivates the account's recommendation of this identifier, and returns it as it is now.
    ///
    /// The rule decides on the state that was read; the row is moved only if it still is in that
    /// state. Of two callers at once, one reactivates and the other is told that the recommendation
    /// is not archived.
    pub async fn reactivate_recommendation(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Recommendation, ReactivateRecommendationError> {
        let found = self.get_recommendation(account, uuid).await?;
        let next = found.status.reactivate()?;
        let mut write = self.store.begin_write().await?;
        let moved = write.move_recommendation(&account.uuid, &found.uuid, found.status, next);
        if !moved.await? {
            return Err(CannotReactivate::NotArchived.into());
        }
        write.commit().await?;
        Ok(Recommendation {
            status: next,
            ..found
        })
    }
}
