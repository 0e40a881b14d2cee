//! `POST /v2/subscribers`.

use referral_reference_models::{
    CreateSubscriberError, CreateSubscriberRequest, CreateSubscriberSuccess,
};
use referral_reference_server::subscribers::CreateSubscriber;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::create_subscriber::CreateSubscriberError as NotCreated;
use crate::domain::account::Account;
use crate::domain::subscriber::{InvalidSubscriber, NewSubscriber};
use crate::http::subscribers::shown;
use crate::http::values::bad_request;
use crate::http::{Handlers, failure, meant};

impl CreateSubscriber<Account> for Handlers {
    async fn create_subscriber(
        &self,
        account: Account,
        request: CreateSubscriberRequest,
    ) -> HandlerResult<CreateSubscriberSuccess, CreateSubscriberError> {
        let created = self.app.create_subscriber(&account, new(request)).await;
        let subscriber = created.map_err(refused)?;
        Ok(CreateSubscriberSuccess::new(shown(subscriber)?).into())
    }
}

fn new(request: CreateSubscriberRequest) -> NewSubscriber {
    NewSubscriber {
        email: Some(request.email),
        name: request.name,
        referrer_code: request.referrer_code,
        ip_address: request.ip_address,
        user_agent: request.user_agent,
        utm_source: request.utm_source,
        utm_campaign: request.utm_campaign,
        created_at: request.created_at.map(|it| it.to_string()),
        country_code: request.country_code,
        unsubscribed: meant::asks_unsubscribed(),
    }
}

fn refused(error: NotCreated) -> Fault<CreateSubscriberError> {
    match error {
        NotCreated::EmailTaken => CreateSubscriberError::EmailTaken.into(),
        NotCreated::InvalidSubscriber(InvalidSubscriber::EmailInvalid) => {
            CreateSubscriberError::EmailInvalid.into()
        }
        NotCreated::InvalidSubscriber(InvalidSubscriber::EmailMissing) => {
            CreateSubscriberError::EmailMissing.into()
        }
        NotCreated::InvalidSubscriber(InvalidSubscriber::Field { field }) => {
            bad_request(format!("body.{field} is malformed"))
        }
        NotCreated::InvalidSubscriber(InvalidSubscriber::InvalidText { field, because }) => {
            bad_request(format!("body.{field} {because}"))
        }
        NotCreated::NoFreeIdentifier => Fault::internal(error),
        NotCreated::Store(error) => failure::of_store(error),
    }
}
