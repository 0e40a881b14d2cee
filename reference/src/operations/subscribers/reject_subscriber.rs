//! `PUT /v2/subscribers/{identifier}/reject`: rejects a pending subscriber.

use crate::api::models::{RejectSubscriberError, RejectSubscriberRequest, RejectSubscriberSuccess};
use crate::api::server::subscribers::RejectSubscriber;

use crate::domain::id::AccountId;
use crate::domain::status::NotPending;
use crate::domain::subscriber::Subscriber;
use crate::operations::authenticate::Caller;
use crate::operations::subscribers::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Rejects the subscriber and returns it.
    ///
    /// The row is updated only if it still has the status that was read. Of two requests at once, one succeeds and
    /// the other gets the error that the subscriber is not pending.
    pub async fn reject_subscriber(
        &self,
        account: &AccountId,
        identifier: &str,
    ) -> Result<Subscriber, OperationError<RejectSubscriberError>> {
        let subscriber = self.find_subscriber(account, identifier).await?;
        let next = subscriber.status.reject()?;

        let mut write = self.store.begin_write().await?;
        let moved =
            write.move_subscriber(account, &subscriber.uuid, subscriber.status, next).await?;
        if !moved {
            return Err(NotPending.into());
        }
        write.commit().await?;
        Ok(Subscriber { status: next, ..subscriber })
    }
}

impl From<NotPending> for OperationError<RejectSubscriberError> {
    fn from(NotPending: NotPending) -> Self {
        OperationError::Documented(RejectSubscriberError::NotPending)
    }
}

impl RejectSubscriber<Caller> for Handlers {
    async fn reject_subscriber(
        &self,
        Caller { account, .. }: Caller,
        request: RejectSubscriberRequest,
    ) -> Handled<RejectSubscriberRequest> {
        let identifier = request.identifier.as_str();
        let subscriber = self.service.reject_subscriber(&account, identifier).await?;
        Ok(RejectSubscriberSuccess::new(into_model(subscriber)?).into())
    }
}
