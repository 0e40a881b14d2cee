//! `POST /v2/subscribers`: creates a subscriber.

use crate::api::models::{CreateSubscriberError, CreateSubscriberRequest, CreateSubscriberSuccess};
use crate::api::server::subscribers::CreateSubscriber;

use crate::domain::id::{AccountId, RefCode, SubscriberId};
use crate::domain::subscriber::{InvalidSubscriber, NewSubscriber, Subscriber};
use crate::operations::authenticate::Caller;
use crate::operations::subscribers::into_model;
use crate::operations::{DRAWS, Handled, Handlers, OperationError, Service};
use crate::store::SubscriberInserted;

impl Service {
    /// Creates a subscriber of the account.
    ///
    /// The referrer is read before the write begins: a subscriber is never deleted, and one created a moment later
    /// did not refer this one.
    pub async fn create_subscriber(
        &self,
        account: &AccountId,
        new: NewSubscriber,
    ) -> Result<Subscriber, OperationError<CreateSubscriberError>> {
        let candidate = new.check()?;
        let referrer = match candidate.referrer_code() {
            Some(code) => self.store.referrer(account, code).await?,
            None => None,
        };
        let (uuid, ref_code) = self.draw_identity();
        let mut subscriber = candidate.admit(uuid, ref_code, referrer, self.clock.now());

        for _ in 0..DRAWS {
            let inserted = self.store.insert_subscriber(account, &subscriber);
            match inserted.await? {
                SubscriberInserted::New => return Ok(subscriber),
                SubscriberInserted::EmailTaken => {
                    return Err(OperationError::Documented(CreateSubscriberError::EmailTaken));
                }
                SubscriberInserted::CodeTaken => {
                    (subscriber.uuid, subscriber.ref_code) = self.draw_identity();
                }
            }
        }
        Err(OperationError::NoFreeIdentifier)
    }

    fn draw_identity(&self) -> (SubscriberId, RefCode) {
        (SubscriberId::generate(&self.ids), RefCode::generate(&self.ids))
    }
}

impl From<InvalidSubscriber> for OperationError<CreateSubscriberError> {
    fn from(error: InvalidSubscriber) -> Self {
        match error {
            InvalidSubscriber::EmailMissing => {
                OperationError::Documented(CreateSubscriberError::EmailMissing)
            }
            InvalidSubscriber::EmailInvalid => {
                OperationError::Documented(CreateSubscriberError::EmailInvalid)
            }
            InvalidSubscriber::Field { field } => {
                OperationError::bad_request(format!("body.{field} is malformed"))
            }
            InvalidSubscriber::Text { field, error } => {
                OperationError::bad_request(format!("body.{field} {error}"))
            }
        }
    }
}

impl CreateSubscriber<Caller> for Handlers {
    async fn create_subscriber(
        &self,
        Caller { account, requests_unsubscribed }: Caller,
        request: CreateSubscriberRequest,
    ) -> Handled<CreateSubscriberRequest> {
        let new = NewSubscriber {
            email: Some(request.email),
            name: request.name,
            referrer_code: request.referrer_code,
            ip_address: request.ip_address,
            user_agent: request.user_agent,
            utm_source: request.utm_source,
            utm_campaign: request.utm_campaign,
            created_at: request.created_at.map(|time| time.to_string()),
            country_code: request.country_code,
            unsubscribed: requests_unsubscribed.get(),
        };
        let subscriber = self.service.create_subscriber(&account, new).await?;
        Ok(CreateSubscriberSuccess::new(into_model(subscriber)?).into())
    }
}
