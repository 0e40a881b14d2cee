//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`: puts a recommendation away.

use crate::app::App;
use crate::app::recommendations::get_recommendation::GetRecommendationError;
use crate::domain::account::Account;
use crate::domain::recommendation::Recommendation;

impl App {
    /// Archives the account's recommendation of this identifier, and returns it as it is now. One
    /// that was away already stays as it was.
    ///
    /// The row is moved only if it still is in the state that was read. If it is not, somebody else
    /// was faster, and the recommendation is read again.
    pub async fn archive_recommendation(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Recommendation, GetRecommendationError> {
        loop {
            let found = self.get_recommendation(account, uuid).await?;
            let next = found.status.archive();
            if next == found.status {
                return Ok(found);
            }
            let mut write = self.store.begin_write().await?;
            let moved = write
                .move_recommendation(&account.uuid, &found.uuid, found.status, next)
                .await?;
            // Also where nothing was moved: who was faster may have written to the same transaction, and is not seen by who
            // reads before it is committed.
            write.commit().await?;
            if moved {
                return Ok(Recommendation {
                    status: next,
                    ..found
                });
            }
        }
    }
}
