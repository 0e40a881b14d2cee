//! Clients, responses, errors and futures are `Send`.

use referral_client::models::{
    CreateSubscriberError, CreateSubscriberRequest, ListPublicationsRequest, RawResponse,
};
use referral_client::{
    AnyError, BlockingClient, BlockingPages, BuildError, CallOptions, Client, ClientBuilder, Error,
    Pages, ReqwestTransport, Response,
};

use crate::server::read;

fn assert_send<T: Send + 'static>() {}
fn assert_shared<T: Send + Sync + Clone + 'static>() {}
fn assert_value_is_send<T: Send>(_: T) {}
fn assert_boxable<E: Into<Box<dyn std::error::Error + Send + Sync>>>() {}

#[test]
fn clients_responses_and_errors_are_send() {
    assert_shared::<Client>();
    assert_shared::<BlockingClient>();
    assert_shared::<ReqwestTransport>();
    assert_shared::<CallOptions>();
    assert_shared::<Response<RawResponse>>();
    assert_send::<ClientBuilder>();
    assert_send::<Pages<ListPublicationsRequest>>();
    assert_send::<BlockingPages<ListPublicationsRequest>>();
    assert_boxable::<BuildError>();
    assert_boxable::<Error<CreateSubscriberError>>();
    assert_boxable::<AnyError>();
}

#[test]
fn calls_and_streams_can_be_spawned() {
    let client = Client::builder("http://127.0.0.1:9").build().unwrap();
    assert_value_is_send(client.get_subscriber(read()));
    assert_value_is_send(client.create_subscriber(CreateSubscriberRequest::new("ann@example.com")));
    let mut pages = client.list_publications_pages(ListPublicationsRequest::new());
    assert_value_is_send(pages.next_page());
}
