//! `GET /v2/subscribers`.

use axum::http::StatusCode;
use referral_reference_models::{
    Campaign, ListSubscribersError, ListSubscribersExpand, ListSubscribersMeta,
    ListSubscribersRequest, ListSubscribersSuccess, ListSubscribersType, Subscriber,
};
use referral_reference_server::subscribers::ListSubscribers;
use referral_reference_server::{Fault, Outcome};

use crate::app::subscribers::list_subscribers::{ListSubscribers as Query, ListedSubscriber};
use crate::domain::account::Account;
use crate::domain::subscriber::Audience;
use crate::http::subscribers::shown;
use crate::http::{Handlers, failure, pages};

impl ListSubscribers<Account> for Handlers {
    async fn list_subscribers(
        &self,
        account: Account,
        request: ListSubscribersRequest,
    ) -> Outcome<ListSubscribersSuccess, ListSubscribersError> {
        let query = Query {
            audience: audience(request.r#type)?,
            expand_campaigns: request.expand.is_some_and(|it| names_campaigns(&it)),
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
        let subscribers: Result<_, _> = page.items.into_iter().map(listed_shown).collect();
        Ok(ListSubscribersSuccess::new(subscribers?, meta).into())
    }
}

fn audience<E>(wanted: Option<ListSubscribersType>) -> Result<Audience, Fault<E>> {
    let Some(wanted) = wanted else {
        return Ok(Audience::default());
    };
    Audience::from_word(wanted.as_str()).ok_or_else(|| {
        let message = "query.type is not all, referrals or advocates";
        Fault::other(StatusCode::BAD_REQUEST, message)
    })
}

/// Several expansions are separated by commas.
fn names_campaigns(expand: &ListSubscribersExpand) -> bool {
    let mut words = expand.as_str().split(',');
    words.any(|it| ListSubscribersExpand::from(it.trim()) == ListSubscribersExpand::Campaigns)
}

fn listed_shown<E>(listed: ListedSubscriber) -> Result<Subscriber, Fault<E>> {
    let mut subscriber = shown(listed.subscriber)?;
    subscriber.referral_programs = listed.campaigns.map(|campaigns| {
        let campaigns = campaigns.into_iter();
        campaigns
            .map(|it| Campaign::new(it.uuid.as_str(), it.name))
            .collect()
    });
    Ok(subscriber)
}
