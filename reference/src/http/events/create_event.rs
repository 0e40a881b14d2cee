//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`.

use referral_reference_models::{
    self as models, CreateEventError, CreateEventRequest, CreateEventSuccess,
};
use referral_reference_server::events::CreateEvent;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::events::create_event::{CreateEventError as NotRecorded, NewEvent};
use crate::domain::account::Account;
use crate::domain::amount::Amount;
use crate::domain::event::Event;
use crate::http::values::{bad_request, not_found, time};
use crate::http::{Handlers, failure};

impl CreateEvent<Account> for Handlers {
    async fn create_event(
        &self,
        account: Account,
        request: CreateEventRequest,
    ) -> HandlerResult<CreateEventSuccess, CreateEventError> {
        let recorded = self.app.create_event(&account, new(request)?).await;
        let event = recorded.map_err(refused)?;
        Ok(CreateEventSuccess::new(shown(event)?).into())
    }
}

fn new<E>(request: CreateEventRequest) -> Result<NewEvent, Fault<E>> {
    let value = Amount::parse(request.value.as_str())
        .map_err(|error| bad_request(format!("body.value is {error}")))?;
    Ok(NewEvent {
        campaign: request.campaign_uuid.to_string(),
        subscriber: request.subscriber_uuid.to_string(),
        value: Some(value),
        description: request.description,
    })
}

/// The event as its owner sees it: with a description only if it was given one.
fn shown<E>(event: Event) -> Result<models::Event, Fault<E>> {
    let value: Result<models::Number, _> = event.value.as_str().parse();
    let mut shown = models::Event::new(
        value.map_err(Fault::internal)?,
        event.campaign.as_str(),
        event.subscriber.as_str(),
        time(event.created_at)?,
    );
    shown.description = event.description;
    Ok(shown)
}

fn refused(error: NotRecorded) -> Fault<CreateEventError> {
    match error {
        NotRecorded::SubscriberBlank => CreateEventError::SubscriberBlank.into(),
        NotRecorded::ValueMissing => CreateEventError::ValueMissing.into(),
        NotRecorded::SubscriberNotFound { identifier } => {
            CreateEventError::SubscriberNotFound { identifier }.into()
        }
        NotRecorded::CampaignNotFound { campaign_uuid } => not_found("Campaign", &campaign_uuid),
        // On the wire it lacks an `i`.
        NotRecorded::DescriptionNotKept(because) => {
            bad_request(format!("body.descripton {because}"))
        }
        NotRecorded::Store(error) => failure::of_store(error),
    }
}
