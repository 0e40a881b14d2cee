//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_reference_models::{
    RejectSubscriberError, RejectSubscriberRequest, RejectSubscriberSuccess,
};
use referral_reference_server::subscribers::RejectSubscriber;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::reject_subscriber::RejectSubscriberError as NotRejected;
use crate::domain::account::Account;
use crate::http::subscribers::shown;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl RejectSubscriber<Account> for Handlers {
    async fn reject_subscriber(
        &self,
        account: Account,
        request: RejectSubscriberRequest,
    ) -> HandlerResult<RejectSubscriberSuccess, RejectSubscriberError> {
        let identifier = request.identifier.as_str();
        let rejected = self.app.reject_subscriber(&account, identifier).await;
        let subscriber = rejected.map_err(refused)?;
        Ok(RejectSubscriberSuccess::new(shown(subscriber)?).into())
    }
}

fn refused(error: NotRejected) -> Fault<RejectSubscriberError> {
    match error {
        NotRejected::NotPending(_) => RejectSubscriberError::NotPending.into(),
        NotRejected::NotFound { identifier } => not_found("Subscriber", &identifier),
        NotRejected::Store(error) => failure::of_store(error),
    }
}
