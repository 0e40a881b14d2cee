//! Every operation refuses a request without a valid key, with the error for the reason.

use referral_client::models::*;
use referral_client::{Client, Error};
use referral_reference::keys::ApiKey;
use reqwest::Method;

use crate::http::service::{KEY, TestServer, seen};

/// Number of operations.
const ALL: usize = 30;

/// Index of the operation on the account.
const ACCOUNT: usize = 11;

/// The error of each operation for a request that is valid except for its key.
async fn key_errors(client: &Client) -> Vec<KeyError> {
    let mut errors = of_people(client).await;
    errors.extend(of_growth(client).await);
    errors
}

async fn of_people(client: &Client) -> Vec<KeyError> {
    let (campaign, subscriber) = ("MF00000000a1", "sub_00000000a014");
    vec![
        key_error(client, CreateSubscriberRequest::new("new@example.com")).await,
        key_error(client, ListSubscribersRequest::new()).await,
        key_error(client, GetSubscriberRequest::new(subscriber)).await,
        key_error(client, UpdateSubscriberRequest::new(subscriber)).await,
        key_error(client, UnsubscribeSubscriberRequest::new(subscriber)).await,
        key_error(client, RejectSubscriberRequest::new(subscriber)).await,
        key_error(client, ListCampaignsRequest::new()).await,
        key_error(client, GetCampaignRequest::new(campaign)).await,
        key_error(client, UpdateCampaignRequest::new(campaign)).await,
        key_error(client, CreateCampaignMembershipRequest::new(campaign, subscriber)).await,
        key_error(client, DeleteCampaignMembershipRequest::new(campaign, "membership_1")).await,
        key_error(client, GetAccountRequest::new()).await,
        key_error(client, ListPublicationsRequest::new()).await,
        key_error(client, GetPublicationRequest::new("pub_00000000a001")).await,
        key_error(client, CreateEventRequest::new(campaign, subscriber, 1)).await,
    ]
}

async fn of_growth(client: &Client) -> Vec<KeyError> {
    let (upscribe, email) = ("upscribe_00000000a001", "new@example.com");
    let codes = vec!["c0de".to_owned()];
    vec![
        key_error(client, ListUpscribesRequest::new()).await,
        key_error(client, GetUpscribeRequest::new(upscribe)).await,
        key_error(client, UpdateUpscribeRequest::new(upscribe)).await,
        key_error(client, SubscribeToRecommendationsRequest::new(upscribe, email, codes)).await,
        key_error(client, ListPartnerProgramsRequest::new()).await,
        key_error(client, GetPartnerProgramRequest::new("x")).await,
        key_error(client, JoinPartnerProgramRequest::new("x", "why not")).await,
        key_error(client, ListRecommendationsRequest::new()).await,
        key_error(client, GetRecommendationRequest::new("x")).await,
        key_error(client, ArchiveRecommendationRequest::new("x")).await,
        key_error(client, ReactivateRecommendationRequest::new("x")).await,
        key_error(client, ListPayoutsRequest::new()).await,
        key_error(client, GetPayoutRequest::new("x")).await,
        key_error(client, ListPartnerProfilePayoutsRequest::new()).await,
        key_error(client, GetPartnerProfilePayoutRequest::new("x")).await,
    ]
}

async fn key_error<R: Request<Api = Api>>(client: &Client, request: R) -> KeyError {
    match client.send(&request).await {
        Err(Error::Key { error, raw }) => {
            assert_eq!(raw.status, 401);
            error
        }
        Err(error) => panic!("{}: {error}", R::INFO.id),
        Ok(_) => panic!("{} was let in", R::INFO.id),
    }
}

#[tokio::test]
async fn each_operation_needs_a_key() {
    let service = TestServer::start().await;
    for key in [None, Some(""), Some("  ")] {
        let refused = key_errors(&service.client_with(key)).await;
        assert_eq!(refused, [const { KeyError::ApiKeyMissing }; ALL], "{key:?}");
    }
}

#[tokio::test]
async fn each_operation_refuses_a_malformed_key() {
    let service = TestServer::start().await;
    let key = service.context.key("main");
    let (longer, upper) = (format!("{key}0"), key.to_uppercase());
    for key in [&key[..60], &longer, &upper, "no key at all", "\u{e9}"] {
        let refused = key_errors(&service.client_with(Some(key))).await;
        assert_eq!(refused, [const { KeyError::ApiKeyInvalid }; ALL], "{key:?}");
    }
}

#[tokio::test]
async fn each_operation_refuses_a_key_without_a_user() {
    let service = TestServer::start().await;
    let unknown = ApiKey::generate().unwrap();
    for key in [unknown.reveal(), service.context.key("userless")] {
        let mut refused = key_errors(&service.client_with(Some(key))).await;
        // The operation on the account lists one error of the key only.
        assert_eq!(refused.remove(ACCOUNT), KeyError::ApiKeyInvalid);
        assert_eq!(refused, [const { KeyError::UserNotFound }; ALL - 1]);
    }
}

#[tokio::test]
async fn a_refused_key_leaves_nothing_behind() {
    let service = TestServer::start().await;
    key_errors(&service.client("userless")).await;
    let main = service.client("main");
    let reject = RejectSubscriberRequest::new("sub_00000000a014");
    assert!(main.reject_subscriber(reject).await.is_ok());
    let create = CreateSubscriberRequest::new("new@example.com");
    assert!(main.create_subscriber(create).await.is_ok());
}

#[tokio::test]
async fn the_header_may_be_written_in_any_case() {
    let service = TestServer::start().await;
    for name in [KEY, "x-api-key", "X-API-KEY"] {
        let request = service.request(Method::GET, "/v3/publications");
        let answer = seen(request.header(name, service.context.key("main"))).await;
        assert_eq!(answer.status, 200, "{name}");
    }
}

#[tokio::test]
async fn the_key_comes_before_everything_else() {
    let service = TestServer::start().await;
    let request = service.request(Method::POST, "/v2/subscribers").body("{");
    let refused = seen(request).await.refusal();
    assert_eq!(refused, (401, "API key is missing!".to_owned()));
}
