//! `PUT /v2/subscribers/{identifier}`: changes the name, the e-mail address or the status of a subscriber.

use crate::api::models::{
    CreateSubscriberError, ErrorKind, UpdateSubscriberError, UpdateSubscriberRequest,
    UpdateSubscriberSuccess,
};
use crate::api::server::subscribers::UpdateSubscriber;

use crate::domain::id::AccountId;
use crate::domain::subscriber::Subscriber;
use crate::domain::subscriber::change::{ChangeRequest, InvalidChange};
use crate::operations::authenticate::Caller;
use crate::operations::subscribers::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};
use crate::store::SubscriberChanged;

impl Service {
    /// Changes the subscriber and returns it. The request is validated before any record is looked up.
    pub async fn update_subscriber(
        &self,
        account: &AccountId,
        identifier: &str,
        change: ChangeRequest,
    ) -> Result<Subscriber, OperationError<UpdateSubscriberError>> {
        let change = change.check()?;
        let uuid = self.find_subscriber(account, identifier).await?.uuid;

        let mut write = self.store.begin_write().await?;
        match write.change_subscriber(account, &uuid, &change).await? {
            SubscriberChanged::Done(subscriber) => {
                write.commit().await?;
                Ok(*subscriber)
            }
            SubscriberChanged::EmailTaken => Err(as_on_creation(CreateSubscriberError::EmailTaken)),
            SubscriberChanged::NotFound => Err(OperationError::not_found("Subscriber", identifier)),
        }
    }
}

impl<E> From<InvalidChange> for OperationError<E> {
    fn from(error: InvalidChange) -> Self {
        match error {
            InvalidChange::EmailInvalid => as_on_creation(CreateSubscriberError::EmailInvalid),
            InvalidChange::StatusInvalid => OperationError::bad_request("Status is invalid"),
            InvalidChange::Name(error) => OperationError::bad_request(format!("body.name {error}")),
        }
    }
}

/// An error that the document lists for `create_subscriber` only, with the same message.
fn as_on_creation<E>(error: CreateSubscriberError) -> OperationError<E> {
    OperationError::bad_request(ErrorKind::from(error).message())
}

impl UpdateSubscriber<Caller> for Handlers {
    async fn update_subscriber(
        &self,
        Caller { account, .. }: Caller,
        request: UpdateSubscriberRequest,
    ) -> Handled<UpdateSubscriberRequest> {
        let change = ChangeRequest {
            email: request.email,
            name: request.name,
            status: request.status.map(|status| status.as_str().to_owned()),
        };
        let identifier = request.identifier.as_str();
        let subscriber = self.service.update_subscriber(&account, identifier, change).await?;
        Ok(UpdateSubscriberSuccess::new(into_model(subscriber)?).into())
    }
}
