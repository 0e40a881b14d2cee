//! `PUT /v2/subscribers/{identifier}/reject`.

use axum::http::StatusCode;
use referral_reference_models::{
    ErrorKind, RejectSubscriberError, RejectSubscriberRequest, RejectSubscriberSuccess,
};
use referral_reference_server::subscribers::RejectSubscriber;
use referral_reference_server::{Fault, Outcome};

use crate::app::subscribers::reject_subscriber::RejectSubscriberError as NotRejected;
use crate::domain::account::Account;
use crate::http::subscribers::shown;
use crate::http::{Handlers, failure};

impl RejectSubscriber<Account> for Handlers {
    async fn reject_subscriber(
        &self,
        account: Account,
        request: RejectSubscriberRequest,
    ) -> Outcome<RejectSubscriberSuccess, RejectSubscriberError> {
        let identifier = request.identifier.as_str();
        let rejected = self.app.reject_subscriber(&account, identifier).await;
        let subscriber = rejected.map_err(refused)?;
        Ok(RejectSubscriberSuccess::new(shown(subscriber)?).into())
    }
}

fn refused(error: NotRejected) -> Fault<RejectSubscriberError> {
    match error {
        NotRejected::NotPending(_) => RejectSubscriberError::NotPending.into(),
        // Not documented here; the message is that of another operation.
        NotRejected::NotFound { identifier } => {
            let unknown = ErrorKind::SubscriberNotFound { identifier };
            Fault::other(StatusCode::NOT_FOUND, unknown.message())
        }
        NotRejected::Store(error) => failure::of_store(error),
    }
}
