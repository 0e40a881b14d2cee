//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`: records a monetary event.

use crate::api::models::{
    self as models, CreateEventError, CreateEventRequest, CreateEventSuccess,
};
use crate::api::server::Fault;
use crate::api::server::events::CreateEvent;

use crate::domain::amount::Amount;
use crate::domain::event::Event;
use crate::domain::id::{AccountId, EventId};
use crate::domain::subscriber::SubscriberIdentifier;
use crate::domain::text;
use crate::operations::authenticate::Caller;
use crate::operations::values::time;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Records an event. The request is validated before any record is looked up.
    pub async fn create_event(
        &self,
        account: &AccountId,
        request: CreateEventRequest,
    ) -> Result<Event, OperationError<CreateEventError>> {
        let identifier = request.subscriber_uuid.to_string();
        if identifier.trim().is_empty() {
            return Err(OperationError::Documented(CreateEventError::SubscriberBlank));
        }
        let value = Amount::parse(request.value.as_str())
            .map_err(|error| OperationError::bad_request(format!("body.value is {error}")))?;
        // The member lacks an `i` in the document.
        text::check(request.description.as_deref())
            .map_err(|error| OperationError::bad_request(format!("body.descripton {error}")))?;

        let campaign_uuid = request.campaign_uuid.as_str();
        let campaign = self.find_campaign(account, campaign_uuid).await?;
        let subscriber =
            self.store.subscriber(account, &SubscriberIdentifier::parse(&identifier)).await?;
        let subscriber =
            subscriber.ok_or(OperationError::Documented(CreateEventError::SubscriberNotFound {
                identifier,
            }))?;

        let event = Event {
            uuid: EventId::generate(&self.ids),
            campaign: campaign.uuid,
            subscriber: subscriber.uuid,
            value,
            description: request.description,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        write.insert_event(account, &event).await?;
        write.commit().await?;
        Ok(event)
    }
}

impl CreateEvent<Caller> for Handlers {
    async fn create_event(
        &self,
        Caller { account, .. }: Caller,
        request: CreateEventRequest,
    ) -> Handled<CreateEventRequest> {
        let event = self.service.create_event(&account, request).await?;
        Ok(CreateEventSuccess::new(into_model(event)?).into())
    }
}

/// The description is left out where the event has none.
fn into_model<E>(event: Event) -> Result<models::Event, Fault<E>> {
    let mut model = models::Event::new(
        event.value,
        event.campaign.as_str(),
        event.subscriber.as_str(),
        time(event.created_at)?,
    );
    model.description = event.description;
    Ok(model)
}
