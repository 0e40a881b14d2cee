//! `PUT /v2/subscribers/{identifier}`.

use referral_reference_models::{
    CreateSubscriberError, ErrorKind, UpdateSubscriberError, UpdateSubscriberRequest,
    UpdateSubscriberSuccess,
};
use referral_reference_server::subscribers::UpdateSubscriber;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::update_subscriber::UpdateSubscriberError as NotUpdated;
use crate::domain::account::Account;
use crate::domain::subscriber::change::{ChangeRequest, InvalidChange};
use crate::http::subscribers::shown;
use crate::http::values::{bad_request, not_found};
use crate::http::{Handlers, failure};

impl UpdateSubscriber<Account> for Handlers {
    async fn update_subscriber(
        &self,
        account: Account,
        request: UpdateSubscriberRequest,
    ) -> HandlerResult<UpdateSubscriberSuccess, UpdateSubscriberError> {
        let change = ChangeRequest {
            email: request.email,
            name: request.name,
            status: request.status.map(|it| it.as_str().to_owned()),
        };
        let identifier = request.identifier.as_str();
        let updated = self
            .app
            .update_subscriber(&account, identifier, change)
            .await;
        let subscriber = updated.map_err(refused)?;
        Ok(UpdateSubscriberSuccess::new(shown(subscriber)?).into())
    }
}

/// What a creation is refused for too is refused with its messages.
fn refused(error: NotUpdated) -> Fault<UpdateSubscriberError> {
    match error {
        NotUpdated::EmailTaken => as_on_creation(CreateSubscriberError::EmailTaken),
        NotUpdated::InvalidChange(InvalidChange::EmailInvalid) => {
            as_on_creation(CreateSubscriberError::EmailInvalid)
        }
        NotUpdated::InvalidChange(InvalidChange::StatusInvalid) => bad_request("Status is invalid"),
        NotUpdated::InvalidChange(InvalidChange::NameNotKept(because)) => {
            bad_request(format!("body.name {because}"))
        }
        NotUpdated::NotFound { identifier } => not_found("Subscriber", &identifier),
        NotUpdated::Store(error) => failure::of_store(error),
    }
}

fn as_on_creation<E>(error: CreateSubscriberError) -> Fault<E> {
    bad_request(ErrorKind::from(error).message())
}
