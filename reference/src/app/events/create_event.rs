//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`: records a monetary
//! event.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::amount::Amount;
use crate::domain::event::Event;
use crate::domain::id::{CampaignId, EventId};
use crate::domain::subscriber::SubscriberIdentifier;
use crate::domain::text::{self, InvalidText};
use crate::store::StoreError;

/// What a caller sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// The campaign, by UUID.
    pub campaign: String,
    /// The subscriber, by UUID or e-mail address.
    pub subscriber: String,
    /// How much.
    pub value: Option<Amount>,
    /// For the owner's own use.
    pub description: Option<String>,
}

/// Why no event was recorded.
#[derive(Debug, thiserror::Error)]
pub enum CreateEventError {
    /// The subscriber's identifier is empty or only white space.
    #[error("the subscriber's identifier is blank")]
    SubscriberBlank,
    /// There is no value.
    #[error("there is no value")]
    ValueMissing,
    /// The description cannot be kept.
    #[error("the description {0}")]
    DescriptionNotKept(#[from] InvalidText),
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
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Records an event. What was sent is judged before anything is looked up.
    pub async fn create_event(
        &self,
        account: &Account,
        new: NewEvent,
    ) -> Result<Event, CreateEventError> {
        if new.subscriber.trim().is_empty() {
            return Err(CreateEventError::SubscriberBlank);
        }
        let value = new.value.ok_or(CreateEventError::ValueMissing)?;
        text::check(new.description.as_deref())?;
        let campaign = self
            .store
            .campaign(&account.uuid, &CampaignId::new(&new.campaign))
            .await?;
        let campaign = campaign.ok_or(CreateEventError::CampaignNotFound {
            campaign_uuid: new.campaign,
        })?;
        let addressed = SubscriberIdentifier::parse(&new.subscriber);
        let subscriber = self.store.subscriber(&account.uuid, &addressed).await?;
        let subscriber = subscriber.ok_or(CreateEventError::SubscriberNotFound {
            identifier: new.subscriber,
        })?;

        let event = Event {
            uuid: EventId::generate(&self.ids),
            campaign: campaign.uuid,
            subscriber: subscriber.uuid,
            value,
            description: new.description,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        write.insert_event(&account.uuid, &event).await?;
        write.commit().await?;
        Ok(event)
    }
}
