//! Partner profiles of accounts.

use crate::domain::id::{AccountId, PartnerProfileId};
use crate::store::error::failed;
use crate::store::sql::sql;
use crate::store::{StoreError, WriteTransaction};

impl WriteTransaction {
    /// The account in its role as a partner: who it is already, or `drawn` from now on.
    pub async fn partner_profile(
        &mut self,
        account: &AccountId,
        drawn: PartnerProfileId,
    ) -> Result<PartnerProfileId, StoreError> {
        let doing = "find the partner profile of an account";
        sql("INSERT INTO partner_profiles (account_uuid, uuid) VALUES ($1, $2)
             ON CONFLICT (account_uuid) DO NOTHING")
        .bind(account.as_str())
        .bind(drawn.as_str())
        .execute(&mut self.transaction)
        .await
        .map_err(failed(doing))?;
        let (uuid,): (String,) = sql("SELECT uuid FROM partner_profiles WHERE account_uuid = $1")
            .bind(account.as_str())
            .fetch_one(&mut self.transaction)
            .await
            .map_err(failed(doing))?;
        Ok(PartnerProfileId::new(uuid))
    }
}
