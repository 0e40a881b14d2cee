//! Partner profiles of accounts.

use crate::domain::id::PartnerProfileId;
use crate::store::prelude::*;

impl WriteTransaction {
    /// The account in its role as a partner: its profile, or `drawn` from now on.
    pub async fn partner_profile(
        &mut self,
        account: &AccountId,
        drawn: PartnerProfileId,
    ) -> Result<PartnerProfileId, StoreError> {
        let doing = "find the partner profile of an account";
        let row = insert_into("partner_profiles").set("account_uuid", account).set("uuid", &drawn);
        let mut insert = row.sql();
        insert.push(" ON CONFLICT (account_uuid) DO NOTHING");
        insert.execute(doing, &mut self.transaction).await?;
        let query = sql("SELECT uuid FROM partner_profiles WHERE account_uuid = $1").bind(account);
        query.fetch_one(doing, &mut self.transaction).await
    }
}
