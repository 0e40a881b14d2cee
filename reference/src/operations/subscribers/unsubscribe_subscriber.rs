//! `PUT /v2/subscribers/{identifier}/unsubscribe`: unsubscribes a subscriber.

use crate::api::models::{
    UnsubscribeSubscriberError, UnsubscribeSubscriberRequest, UnsubscribeSubscriberSuccess,
};
use crate::api::server::subscribers::UnsubscribeSubscriber;

use crate::domain::id::AccountId;
use crate::domain::status::NotPending;
use crate::domain::subscriber::Subscriber;
use crate::operations::authenticate::Caller;
use crate::operations::subscribers::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Unsubscribes the subscriber and returns it.
    ///
    /// If another request changed the status since it was read, the rule is applied to the new status: unlike a
    /// rejection, unsubscribing is allowed in most of them.
    pub async fn unsubscribe_subscriber(
        &self,
        account: &AccountId,
        identifier: &str,
    ) -> Result<Subscriber, OperationError<UnsubscribeSubscriberError>> {
        loop {
            let subscriber = self.find_subscriber(account, identifier).await?;
            let next = subscriber.status.unsubscribe()?;

            let mut write = self.store.begin_write().await?;
            let moved =
                write.move_subscriber(account, &subscriber.uuid, subscriber.status, next).await?;
            // Committed even if no row was updated: the other request may share this transaction, and its change is
            // visible to the next read only after the commit.
            write.commit().await?;
            if moved {
                return Ok(Subscriber { status: next, ..subscriber });
            }
        }
    }
}

impl From<NotPending> for OperationError<UnsubscribeSubscriberError> {
    fn from(NotPending: NotPending) -> Self {
        OperationError::Documented(UnsubscribeSubscriberError::NotPending)
    }
}

impl UnsubscribeSubscriber<Caller> for Handlers {
    async fn unsubscribe_subscriber(
        &self,
        Caller { account, .. }: Caller,
        request: UnsubscribeSubscriberRequest,
    ) -> Handled<UnsubscribeSubscriberRequest> {
        let identifier = request.identifier.as_str();
        let subscriber = self.service.unsubscribe_subscriber(&account, identifier).await?;
        Ok(UnsubscribeSubscriberSuccess::new(into_model(subscriber)?).into())
    }
}
