//! `POST /v2/campaigns/{identifier}/campaign_memberships`: adds a subscriber to a campaign.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::campaign::Membership;
use crate::domain::email::Email;
use crate::domain::id::{CampaignId, MembershipId};
use crate::domain::subscriber::SubscriberIdentifier;
use crate::store::{Inserted, StoreError};

/// Why nobody was added.
#[derive(Debug, thiserror::Error)]
pub enum CreateCampaignMembershipError {
    /// No subscriber is named, or only white space.
    #[error("no subscriber is named")]
    SubscriberMissing,
    /// The account has no such campaign.
    #[error("there is no such campaign")]
    CampaignNotFound {
        /// What the caller sent.
        campaign_uuid: String,
    },
    /// The account has no such subscriber.
    #[error("there is no such subscriber")]
    SubscriberNotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The subscriber is in the campaign.
    #[error("the subscriber is in the campaign already")]
    AlreadyMember {
        /// The subscriber's address, whichever way the caller named them.
        email: Email,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Adds the subscriber that `identifier`, a UUID or an e-mail address, names to the campaign.
    ///
    /// Campaign and subscriber are looked up before the write begins. That is no race: neither can
    /// go away, and whether the subscriber is in the campaign is for the table to say.
    pub async fn create_campaign_membership(
        &self,
        account: &Account,
        campaign_uuid: &str,
        identifier: &str,
    ) -> Result<Membership, CreateCampaignMembershipError> {
        if identifier.trim().is_empty() {
            return Err(CreateCampaignMembershipError::SubscriberMissing);
        }
        let campaign = self
            .store
            .campaign(&account.uuid, &CampaignId::new(campaign_uuid))
            .await?;
        let campaign = campaign.ok_or_else(|| CreateCampaignMembershipError::CampaignNotFound {
            campaign_uuid: campaign_uuid.to_owned(),
        })?;
        let subscriber = self
            .store
            .subscriber(&account.uuid, &SubscriberIdentifier::parse(identifier))
            .await?;
        let subscriber =
            subscriber.ok_or_else(|| CreateCampaignMembershipError::SubscriberNotFound {
                identifier: identifier.to_owned(),
            })?;

        let membership = Membership {
            uuid: MembershipId::generate(&self.ids),
            campaign: campaign.uuid,
            subscriber: subscriber.uuid,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        match write.insert_membership(&account.uuid, &membership).await? {
            Inserted::New => {
                write.commit().await?;
                Ok(membership)
            }
            Inserted::Exists => Err(CreateCampaignMembershipError::AlreadyMember {
                email: subscriber.email,
            }),
        }
    }
}
