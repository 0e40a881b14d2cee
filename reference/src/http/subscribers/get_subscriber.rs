//! `GET /v2/subscribers/{identifier}`.

use referral_reference_models::{GetSubscriberError, GetSubscriberRequest, GetSubscriberSuccess};
use referral_reference_server::subscribers::GetSubscriber;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::get_subscriber::GetSubscriberError as NotShown;
use crate::domain::account::Account;
use crate::http::subscribers::{names_campaigns, shown_expanded};
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl GetSubscriber<Account> for Handlers {
    async fn get_subscriber(
        &self,
        account: Account,
        request: GetSubscriberRequest,
    ) -> HandlerResult<GetSubscriberSuccess, GetSubscriberError> {
        let identifier = request.identifier.as_str();
        let expand_campaigns = request
            .expand
            .is_some_and(|it| names_campaigns(it.as_str()));
        let found = self
            .app
            .get_subscriber(&account, identifier, expand_campaigns)
            .await;
        let subscriber = found.map_err(refused)?;
        Ok(GetSubscriberSuccess::new(shown_expanded(subscriber)?).into())
    }
}

fn refused(error: NotShown) -> Fault<GetSubscriberError> {
    match error {
        NotShown::NotFound { identifier } => not_found("Subscriber", &identifier),
        NotShown::Store(error) => failure::of_store(error),
    }
}
