//! `GET /v2/subscribers`.

use referral_reference_models::{
    ListSubscribersError, ListSubscribersMeta, ListSubscribersRequest, ListSubscribersSuccess,
    ListSubscribersType,
};
use referral_reference_server::subscribers::ListSubscribers;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::subscribers::list_subscribers::ListSubscribers as Query;
use crate::domain::account::Account;
use crate::domain::subscriber::Audience;
use crate::http::subscribers::{names_campaigns, shown_expanded};
use crate::http::values::bad_request;
use crate::http::{Handlers, failure, pages};

impl ListSubscribers<Account> for Handlers {
    async fn list_subscribers(
        &self,
        account: Account,
        request: ListSubscribersRequest,
    ) -> HandlerResult<ListSubscribersSuccess, ListSubscribersError> {
        let query = Query {
            audience: audience(request.r#type)?,
            expand_campaigns: request
                .expand
                .is_some_and(|it| names_campaigns(it.as_str())),
            page: pages::asked(request.page, request.per_page),
        };
        let listed = self.app.list_subscribers(&account, query).await;
        let page = listed.map_err(failure::of_store)?;
        let meta = ListSubscribersMeta::new(
            pages::count(page.per_page),
            pages::count(page.page),
            pages::count(page.total_pages()),
            pages::count(page.total),
        );
        let subscribers: Result<_, _> = page.items.into_iter().map(shown_expanded).collect();
        Ok(ListSubscribersSuccess::new(subscribers?, meta).into())
    }
}

fn audience<E>(wanted: Option<ListSubscribersType>) -> Result<Audience, Fault<E>> {
    let Some(wanted) = wanted else {
        return Ok(Audience::default());
    };
    Audience::from_word(wanted.as_str())
        .ok_or_else(|| bad_request("query.type is not all, referrals or advocates"))
}
