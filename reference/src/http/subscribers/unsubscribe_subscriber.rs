//! `PUT /v2/subscribers/{identifier}/unsubscribe`.

use referral_reference_models::{
    UnsubscribeSubscriberError, UnsubscribeSubscriberRequest, UnsubscribeSubscriberSuccess,
};
use referral_reference_server::subscribers::UnsubscribeSubscriber;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::unsubscribe_subscriber::UnsubscribeSubscriberError as NotUnsubscribed;
use crate::domain::account::Account;
use crate::http::subscribers::shown;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl UnsubscribeSubscriber<Account> for Handlers {
    async fn unsubscribe_subscriber(
        &self,
        account: Account,
        request: UnsubscribeSubscriberRequest,
    ) -> HandlerResult<UnsubscribeSubscriberSuccess, UnsubscribeSubscriberError> {
        let identifier = request.identifier.as_str();
        let unsubscribed = self.app.unsubscribe_subscriber(&account, identifier).await;
        let subscriber = unsubscribed.map_err(refused)?;
        Ok(UnsubscribeSubscriberSuccess::new(shown(subscriber)?).into())
    }
}

fn refused(error: NotUnsubscribed) -> Fault<UnsubscribeSubscriberError> {
    match error {
        NotUnsubscribed::NotPending(_) => UnsubscribeSubscriberError::NotPending.into(),
        NotUnsubscribed::NotFound { identifier } => not_found("Subscriber", &identifier),
        NotUnsubscribed::Store(error) => failure::of_store(error),
    }
}
